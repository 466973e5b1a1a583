import Millrace
import MillraceMarkup

extension MarkupNodeBuilder {
  func node(of element: CheckedElement) throws -> Node {
    try modified(widget(element).node, element)
  }

  /// Makes the widget of an element, without modifiers.
  private func widget(_ element: CheckedElement) throws -> any NodeConvertible {
    let it = AttributeReader(attributes: element.attributes, builder: self)
    func content() throws -> Node { try block(element.content) }
    switch element.type.name {
    case "Text":
      if element.content.isEmpty { return Text(try it.value("text", or: "")) }
      let spans = try element.content.map { try span($0) }
      return Text { for span in spans { span } }
    case "TextField":
      let placeholder = try it.value("placeholder", or: "")
      let (onSubmit, onCancel) = (try it.action("onSubmit"), try it.action("onCancel"))
      if it.hasBinding {
        return TextField(
          try it.required("text"), placeholder: placeholder, onSubmit: onSubmit,
          onCancel: onCancel)
      }
      let onChange = try it.event("onChange") ?? { _ in }
      return TextField(
        try it.value("text", or: ""), placeholder: placeholder, onChange: { try onChange([$0]) },
        onSubmit: onSubmit, onCancel: onCancel)
    case "TextEditor":
      return TextEditor(
        try it.required("text"), label: try it.value("label", or: ""),
        placeholder: try it.value("placeholder", or: ""), wrap: try it.value("wrap", or: true),
        lineNumbers: try it.value("lineNumbers", or: false),
        isReadOnly: try it.value("isReadOnly", or: false))
    case "Log":
      return Log(
        try it.required("lines"), label: try it.value("label", or: ""),
        isWrapped: try it.value("isWrapped"))
    case "Button":
      return Button(try it.value("title", or: ""), action: try it.action("onPress") ?? {})
    case "Checkbox":
      return Checkbox(try it.value("isOn", or: false), toggle: try it.action("onToggle") ?? {})
    case "Switch":
      return Switch(try it.value("isOn", or: false), toggle: try it.action("onToggle") ?? {})
    case "Badge": return Badge(try it.value("text", or: ""))
    case "Markdown": return Markdown(try it.value("text", or: ""))
    case "ProgressBar":
      let showsPercent = try it.value("showsPercent", or: false)
      if let done = try it.value("done") as Int?, let total = try it.value("total") as Int? {
        return ProgressBar(done: done, of: total, showsPercent: showsPercent)
      }
      return ProgressBar(try it.value("share"), showsPercent: showsPercent)
    case "Spinner": return Spinner(try it.value("title"))
    case "Row", "Column", "StackView", "Box":
      let gap = try it.value("gap", or: 0) as Length
      let justify = it.keyword("justify", or: JustifyContent.start)
      let align = it.keyword("align", or: AlignItems.stretch)
      switch element.type.name == "StackView" ? it.word("axis") : element.type.name {
      case "Column", "vertical":
        return try Column(gap: gap, justify: justify, align: align, content: content)
      case "Box":
        let border = it.word("border") ?? "rounded"
        return try Box(
          border: Self.borders[border], title: try it.value("title"), gap: gap, justify: justify,
          align: align, content: content)
      default:
        return try Row(
          gap: gap, justify: justify, align: align, wraps: try it.value("wraps", or: false),
          content: content)
      }
    case "Constrained":
      return try Constrained(
        content: content, constraints: { _ in try constraints(element.constraints) })
    case "Spacer": return Spacer()
    case "Divider": return Divider(it.word("axis") == "vertical" ? .vertical : .horizontal)
    case "ScrollView":
      return try ScrollView(
        it.keyword("axes", or: .vertical), bars: try it.value("bars", or: true),
        followsEnd: try it.value("followsEnd", or: false), content: content)
    case "List": return try list(element, it)
    case "Select":
      let choices = try it.required("of") as [String]
      if it.hasBinding {
        return Select(choices, selection: try it.required("selection")) { $0 }
      }
      let onSelect = try it.event("onSelect") ?? { _ in }
      return Select(
        choices, selected: try it.value("selected", or: ""), onSelect: { try onSelect([$0]) },
        title: { $0 })
    case "Tabs":
      let items = try element.content.compactMap(tab)
      if it.hasBinding {
        return Tabs(items, selection: try it.required("selection"))
      }
      let onSelect = try it.event("onSelect") ?? { _ in }
      return Tabs(
        items, selected: try it.value("selected", or: ""), onSelect: { try onSelect([$0]) })
    case "MonthView":
      return MonthView(
        selection: try it.required("selection"), today: try it.required("today"),
        firstWeekday: try it.value("firstWeekday", or: 2))
    case "Form":
      let rows = try element.content.flatMap { try fields($0) }
      return Form(
        gap: try it.value("gap", or: 0), onSubmit: try it.action("onSubmit"),
        onCancel: try it.action("onCancel"), fields: { for row in rows { row } })
    case "Dialog":
      return try Dialog(
        try it.value("title"),
        closesOnOutsideClick: try it.value("closesOnOutsideClick", or: false),
        onClose: try it.action("onClose"), content: content)
    case "KeyHints": return KeyHints()
    case "Node": return try it.required("of")
    default: throw MarkupLoadingError.needsBuild("<\(element.type.name)>")
    }
  }

  private static let borders: [String: BorderStyle] = [
    "rounded": .rounded, "single": .single, "double": .double, "heavy": .heavy, "ascii": .ascii,
  ]

  private func span(_ node: CheckedNode) throws -> TextSpan {
    guard case .element(let element) = node else {
      if case .text(let parts, _) = node { return TextSpan(try text(parts)) }
      throw MarkupLoadingError.needsBuild("a condition in a text")
    }
    let it = AttributeReader(attributes: element.attributes, builder: self)
    var span = TextSpan(try it.value("text", or: ""))
    for modifier in element.modifiers {
      let first = modifier.arguments[0]
      func isOn() throws -> Bool { try value(of: first) }
      switch modifier.name {
      case "foreground": span = span.foreground(try value(of: first))
      case "background": span = span.background(try value(of: first))
      case "bold": span = span.bold(try isOn())
      case "dim": span = span.dim(try isOn())
      case "italic": span = span.italic(try isOn())
      case "underline": span = span.underline(try isOn())
      case "strikethrough": span = span.strikethrough(try isOn())
      case "inverse": span = span.inverse(try isOn())
      default: span = span.link(try value(of: first))
      }
    }
    return span
  }

  private func list(_ element: CheckedElement, _ it: AttributeReader) throws -> Node {
    guard let rows = element["of"]?.path else { return .empty }
    var options = MarkupListOptions()
    options.marker = try it.value("marker", or: options.marker)
    if let event = try it.event("onSelect") { options.onSelect = { try event([$0]) } }
    options.selection = element["selection"]?.path?.text
    options.hasBar = try it.value("bar", or: false)
    options.highlightsRow = try it.value("highlightsRow", or: false)
    let (content, size) = (element.content, size)
    return try scope.list(rows, element["as"]?.word ?? "_", options) {
      try MarkupNodeBuilder(scope: $0, size: size).block(content)
    }
  }

  private func tab(_ node: CheckedNode) throws -> TabItem<String>? {
    guard case .element(let element) = node else { return nil }
    let it = AttributeReader(attributes: element.attributes, builder: self)
    return TabItem(
      try it.value("id", or: ""), try it.value("title", or: ""), count: try it.value("count"))
  }

  /// Makes the rows of a form for one node of its content, as the builder of `Form` does for one
  /// statement. A branch whose condition is false makes no rows.
  private func fields(_ node: CheckedNode) throws -> [FormField] {
    switch node {
    case .branches(let branches, _):
      let chosen = try branches.first { try $0.test.map { try evaluate($0) } ?? true }
      return try chosen?.content.flatMap { try fields($0) } ?? []
    case .loop(let loop): return try rows(of: loop).map { row in FormField("") { row } }
    case .element(let element) where element.type.name == "FormField":
      let it = AttributeReader(attributes: element.attributes, builder: self)
      return [
        try FormField(
          try it.value("label", or: ""), error: try it.value("error", or: String?.none),
          hint: try it.value("hint")
        ) { try block(element.content) }
      ]
    case .element, .text, .component: return [try FormField("") { try block([node]) }]
    }
  }
}
