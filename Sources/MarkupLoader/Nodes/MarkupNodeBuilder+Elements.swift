import Millrace
import MillraceMarkup

extension MarkupNodeBuilder {
  func node(of element: CheckedElement) throws -> Node {
    try modified(widget(ElementReader(element: element, maker: self)), element)
  }

  /// The widget of an element, without modifiers.
  private func widget(_ it: ElementReader) throws -> Node {
    switch it.element.type.name {
    case "Text": return try text(it)
    case "TextField": return try field(it)
    case "TextEditor": return try editor(it)
    case "Log":
      guard let path = it.element["lines"]?.path else { return .empty }
      return Log(
        try self.path(path, as: LogLines.self), label: try it.text("label") ?? "",
        isWrapped: try it.binding("isWrapped", to: Bool.self)
      ).node
    case "Button":
      return Button(try it.text("title") ?? "", action: try it.action("onPress") ?? {}).node
    case "Checkbox":
      return Checkbox(try it.bool("isOn") ?? false, toggle: try it.action("onToggle") ?? {}).node
    case "Switch":
      return Switch(try it.bool("isOn") ?? false, toggle: try it.action("onToggle") ?? {}).node
    case "Badge": return Badge(try it.text("text") ?? "").node
    case "Markdown": return Markdown(try it.text("text") ?? "").node
    case "ProgressBar": return try progress(it)
    case "Spinner": return Spinner(try it.text("title")).node
    case "Row": return try row(it)
    case "Column": return try column(it)
    case "StackView": return it.word("axis") == "vertical" ? try column(it) : try row(it)
    case "Box": return try box(it)
    case "Constrained":
      return try Constrained {
        try it.content()
      } constraints: { _ in
        try constraints(of: it.element.content)
      }.node
    case "Spacer": return Spacer().node
    case "Divider": return Divider(it.word("axis") == "vertical" ? .vertical : .horizontal).node
    case "ScrollView":
      return try ScrollView(
        it.keyword("axes") ?? .vertical, bars: try it.bool("bars") ?? true,
        followsEnd: try it.bool("followsEnd") ?? false
      ) {
        try it.content()
      }.node
    case "List": return try list(it)
    case "Select": return try select(it)
    case "Tabs": return try tabs(it)
    case "MonthView": return try month(it)
    case "Form": return try form(it)
    case "Dialog":
      return try Dialog(
        try it.text("title"), closesOnOutsideClick: try it.bool("closesOnOutsideClick") ?? false,
        onClose: try it.action("onClose")
      ) { try it.content() }.node
    case "KeyHints": return KeyHints().node
    case "Node":
      guard let path = it.element["of"]?.path else { return .empty }
      return try self.path(path, as: (any NodeConvertible).self).node
    default: throw MarkupLoadingError.needsBuild("<\(it.element.type.name)>")
    }
  }

  private func text(_ it: ElementReader) throws -> Node {
    var text: Text
    if it.element.content.count == 1, case .text(let parts, _) = it.element.content[0] {
      text = Text(try self.text(parts))
    } else if it.element.content.isEmpty {
      text = Text(try it.text("text") ?? "")
    } else {
      let spans = try it.element.content.map { try span($0) }
      text = Text { for span in spans { span } }
    }
    if let wrap = it.keyword("wrap") as TextWrap? { text = text.wrap(wrap) }
    if let place = it.keyword("truncate") as TextTruncation? { text = text.truncate(place) }
    if let side = it.keyword("align") as TextAlignment? { text = text.align(side) }
    return text.node
  }

  private static let borders: [String: BorderStyle] = [
    "rounded": .rounded, "single": .single, "double": .double, "heavy": .heavy, "ascii": .ascii,
  ]

  private func span(_ node: CheckedNode) throws -> TextSpan {
    guard case .element(let element) = node else {
      if case .text(let parts, _) = node { return TextSpan(try text(parts)) }
      throw MarkupLoadingError.needsBuild("a condition in a text")
    }
    let it = ElementReader(element: element, maker: self)
    var span = TextSpan("")
    if case .text(let parts, _)? = element.content.first {
      span = TextSpan(try text(parts))
    } else {
      span = TextSpan(try it.text("text") ?? "")
    }
    if let color = it.color("foreground") { span = span.foreground(color) }
    if let color = it.color("background") { span = span.background(color) }
    if let isOn = try it.bool("bold") { span = span.bold(isOn) }
    if let isOn = try it.bool("dim") { span = span.dim(isOn) }
    if let isOn = try it.bool("italic") { span = span.italic(isOn) }
    if let isOn = try it.bool("underline") { span = span.underline(isOn) }
    if let isOn = try it.bool("strikethrough") { span = span.strikethrough(isOn) }
    if let isOn = try it.bool("inverse") { span = span.inverse(isOn) }
    if let address = try it.text("link") { span = span.link(address) }
    return span
  }

  private func field(_ it: ElementReader) throws -> Node {
    let placeholder = try it.text("placeholder") ?? ""
    let (onSubmit, onCancel) = (try it.action("onSubmit"), try it.action("onCancel"))
    if let binding = try it.binding("text", to: String.self) {
      return TextField(binding, placeholder: placeholder, onSubmit: onSubmit, onCancel: onCancel)
        .node
    }
    let onChange = try it.event("onChange") ?? { _ in }
    return TextField(
      try it.text("text") ?? "", placeholder: placeholder, onChange: { try onChange([$0]) },
      onSubmit: onSubmit, onCancel: onCancel
    ).node
  }

  private func editor(_ it: ElementReader) throws -> Node {
    guard let text = try it.binding("text", to: String.self) else { return .empty }
    return TextEditor(
      text, label: try it.text("label") ?? "", placeholder: try it.text("placeholder") ?? "",
      wrap: try it.bool("wrap") ?? true, lineNumbers: try it.bool("lineNumbers") ?? false,
      isReadOnly: try it.bool("isReadOnly") ?? false
    ).node
  }

  private func progress(_ it: ElementReader) throws -> Node {
    let showsPercent = try it.bool("showsPercent") ?? false
    if let done = try it.integer("done"), let total = try it.integer("total") {
      return ProgressBar(done: done, of: total, showsPercent: showsPercent).node
    }
    return ProgressBar(try it.number("share"), showsPercent: showsPercent).node
  }

  private func row(_ it: ElementReader) throws -> Node {
    try Row(
      gap: try it.length("gap") ?? 0, justify: it.justify, align: it.align,
      wraps: try it.bool("wraps") ?? false
    ) { try it.content() }.node
  }

  private func column(_ it: ElementReader) throws -> Node {
    try Column(gap: try it.length("gap") ?? 0, justify: it.justify, align: it.align) {
      try it.content()
    }.node
  }

  private func box(_ it: ElementReader) throws -> Node {
    try Box(
      border: it.word("border") == "none" ? nil : it.keyword("border", Self.borders) ?? .rounded,
      title: try it.text("title"), gap: try it.length("gap") ?? 0, justify: it.justify,
      align: it.align
    ) { try it.content() }.node
  }

  private func list(_ it: ElementReader) throws -> Node {
    let names = CheckedLoopNames(
      collection: it.element["of"]?.path?.text ?? "", variable: it.element["as"]?.word ?? "_")
    var options = MarkupListOptions()
    options.marker = try it.text("marker") ?? options.marker
    if let event = try it.event("onSelect") { options.onSelect = { try event([$0]) } }
    options.selection = it.element["selection"]?.path?.text
    options.hasBar = try it.bool("bar") ?? false
    options.highlightsRow = try it.bool("highlightsRow") ?? false
    let (content, size) = (it.element.content, size)
    return try scope.list(names, options) {
      try MarkupNodeBuilder(scope: $0, size: size).block(content)
    }
  }

  private func select(_ it: ElementReader) throws -> Node {
    guard let path = it.element["of"]?.path else { return .empty }
    let choices = try self.path(path, as: [String].self)
    if let selection = try it.binding("selection", to: String.self) {
      return Select(choices, selection: selection, title: { $0 }).node
    }
    let onSelect = try it.event("onSelect") ?? { _ in }
    let selected = try it.text("selected") ?? ""
    return Select(choices, selected: selected, onSelect: { try onSelect([$0]) }, title: { $0 }).node
  }

  private func tabs(_ it: ElementReader) throws -> Node {
    let items = try it.element.content.compactMap { node -> TabItem<String>? in
      guard case .element(let element) = node else { return nil }
      let tab = ElementReader(element: element, maker: self)
      return TabItem(
        try tab.text("id") ?? "", try tab.text("title") ?? "", count: try tab.integer("count"))
    }
    if let selection = try it.binding("selection", to: String.self) {
      return Tabs(items, selection: selection).node
    }
    let onSelect = try it.event("onSelect") ?? { _ in }
    let selected = try it.text("selected") ?? ""
    return Tabs(items, selected: selected, onSelect: { try onSelect([$0]) }).node
  }

  private func month(_ it: ElementReader) throws -> Node {
    guard let selection = try it.binding("selection", to: CalendarDay?.self),
      let path = it.element["today"]?.path
    else { return .empty }
    return MonthView(
      selection: selection, today: try self.path(path, as: CalendarDay.self),
      firstWeekday: try it.integer("firstWeekday") ?? 2
    ).node
  }

  private func form(_ it: ElementReader) throws -> Node {
    let rows = try it.element.content.flatMap { try fields($0) }
    return Form(
      gap: try it.length("gap") ?? 0, onSubmit: try it.action("onSubmit"),
      onCancel: try it.action("onCancel"),
      fields: { for row in rows { row } }
    ).node
  }

  /// The rows for a statement, as in the form's builder: a branch whose condition is false makes
  /// none.
  private func fields(_ node: CheckedNode) throws -> [FormField] {
    switch node {
    case .branches(let branches, _):
      let chosen = try branches.first { try $0.test.map { try evaluate($0) } ?? true }
      return try chosen?.content.flatMap { try fields($0) } ?? []
    case .loop(let loop): return try rows(of: loop).map { row in FormField("") { row } }
    case .element, .text, .component: break
    }
    guard case .element(let element) = node, element.type.name == "FormField" else {
      return [try FormField("") { try block([node]) }]
    }
    let it = ElementReader(element: element, maker: self)
    let error = try it.element["error"]?.path.flatMap { try path($0, as: String?.self) }
    return [
      try FormField(try it.text("label") ?? "", error: error, hint: try it.text("hint")) {
        try it.content()
      }
    ]
  }
}
