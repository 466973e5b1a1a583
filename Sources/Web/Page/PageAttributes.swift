import MillraceRender
import MillraceTerminal
import MillraceWidgets

/// The HTML tag, ARIA role and attributes of one element of the tree.
@MainActor
struct PageAttributes {
  let tag: String
  private(set) var values: [String: String] = [:]
  /// Whether the element's name depends on other elements, and so can change when the element does
  /// not.
  private(set) var dependsOnOthers = false
  /// Whether the element's own drawing adds no information: borders, a marker, or the words of its
  /// label.
  private(set) var isDecoration = false

  init(_ node: TerminalNode, in host: TerminalHost) {
    let semantics = node.semantics
    let isField = node.content(as: FieldContent.self) != nil
    switch semantics?.role {
    case _ where isField: tag = "input"
    case .button: tag = "button"
    case .dialog: tag = "dialog"
    default: tag = "div"
    }
    var classes: [String] = []
    if node.isHidden { classes.append("gone") }
    if host.isOpaque(node) { classes.append("opaque") }
    if node.marks.contains(.current) { classes.append("current") }
    if !classes.isEmpty { values["class"] = classes.joined(separator: " ") }
    if node.isFocusable { values["tabindex"] = "-1" }
    if isField {
      addField(node)
    } else if node.isFocusable, takesText(node, host) {
      values["data-text"] = "1"
    }
    if let semantics { add(semantics, node, host) }
    addPlace(node, host)
    isDecoration =
      !node.showsText && (semantics?.label.isEmpty ?? true || semantics?.role == .image)
    if node.isFocusable || isField || needsName(semantics?.role), values["aria-label"] == nil,
      !isNamedByContent(semantics?.role, node)
    {
      if semantics == nil { values["role"] = "group" }
      values["aria-label"] = name(of: node)
      dependsOnOthers = true
    }
  }

  private mutating func addField(_ node: TerminalNode) {
    values["type"] = "text"
    values["autocomplete"] = "off"
    values["spellcheck"] = "false"
    if let field = node.content(as: FieldContent.self) { values["placeholder"] = field.placeholder }
    if node.properties.isFocusable == false { values["disabled"] = "" }
  }

  private func takesText(_ node: TerminalNode, _ host: TerminalHost) -> Bool {
    host.handlers(of: node.id).contains { $0.paste != nil && $0.takesTyping }
  }

  private mutating func add(_ semantics: Semantics, _ node: TerminalNode, _ host: TerminalHost) {
    let role = role(semantics, node)
    let isNative =
      tag == "button" && role == "button" || tag == "dialog" || tag == "input" && role == "textbox"
    if !isNative { values["role"] = role }
    if tag == "dialog" { (values["open"], values["aria-modal"]) = ("", "true") }
    let label = SafeText.visible(semantics.label)
    if !label.isEmpty { values["aria-label"] = label }
    let states = semantics.states
    switch semantics.role {
    case .checkbox, .switch, .radio:
      values["aria-checked"] = states.contains(.checked) ? "true" : "false"
    case .slider, .spinButton, .progressBar, .meter:
      let value = SafeText.visible(semantics.value)
      values["aria-valuetext"] = value
      values["aria-valuenow"] = Self.number(in: value)
    case .heading:
      values["aria-level"] =
        semantics.level > 0 ? "\(semantics.level)" : Self.number(in: semantics.value)
    case .treeItem where semantics.level > 0: values["aria-level"] = "\(semantics.level)"
    case .image where !semantics.value.isEmpty:
      values["aria-label"] = "\(label): \(SafeText.visible(semantics.value))"
    default: break
    }
    if semantics.role == .menuItem, states.contains(.checked) {
      values["role"] = "menuitemcheckbox"
      values["aria-checked"] = "true"
    }
    if states.contains(.selected) {
      values[role == "link" ? "aria-current" : "aria-selected"] = "true"
    }
    if states.contains(.expanded) { values["aria-expanded"] = "true" }
    if states.contains(.collapsed) || semantics.role == .comboBox && !states.contains(.expanded) {
      values["aria-expanded"] = "false"
    }
    if states.contains(.disabled), tag != "input" { values["aria-disabled"] = "true" }
    if states.contains(.busy) { values["aria-busy"] = "true" }
    if states.contains(.invalid) { values["aria-invalid"] = "true" }
    if states.contains(.readOnly) { values["aria-readonly"] = "true" }
    if states.contains(.multiline) { values["aria-multiline"] = "true" }
  }

  /// The role's name in ARIA. A list whose rows can be current is a list box, and its rows are
  /// options.
  private func role(_ semantics: Semantics, _ node: TerminalNode) -> String {
    switch semantics.role {
    case .list where node.isFocusable: "listbox"
    case .listItem where node.properties.marks != nil: "option"
    case .cell where node.properties.marks != nil: "gridcell"
    default: semantics.role.rawValue
    }
  }

  /// Sets the index of a row and the number of rows.
  private mutating func addPlace(_ node: TerminalNode, _ host: TerminalHost) {
    guard node.properties.marks != nil, let list = node.parent else { return }
    if node.semantics == nil { values["role"] = "option" }
    if node.marks.contains(.selected) { values["aria-selected"] = "true" }
    guard let child = list.children.firstIndex(where: { $0 === node }),
      let (row, count) = host.numberInSet(ofChild: child, in: list)
    else { return }
    let isRow = node.semantics?.role == .row
    values[isRow ? "aria-rowindex" : "aria-posinset"] = "\(row + 1)"
    if !isRow { values["aria-setsize"] = "\(count)" }
  }

  private func isNamedByContent(_ role: SemanticRole?, _ node: TerminalNode) -> Bool {
    switch role {
    case .tab, .link, .menuItem, .radio, .cell, .row, .listItem, .treeItem, .columnHeader, .heading:
      !node.words.isEmpty
    default: false
    }
  }

  /// Whether an element of this role needs a name even if it cannot take the focus, because it is
  /// disabled or only shows a value.
  private func needsName(_ role: SemanticRole?) -> Bool {
    switch role {
    case .checkbox, .comboBox, .meter, .progressBar, .slider, .spinButton, .switch, .textField: true
    default: false
    }
  }

  /// The name of a control without a label: the text before it or, for a checkbox or switch, the
  /// text after it. If there is no such text, the name is its role.
  private func name(of node: TerminalNode) -> String {
    let role = node.semantics?.role
    let fallback = role?.rawValue ?? "area"
    switch role {
    // The text beside a list or a similar container is often not its name.
    case .list, .tabList, .table, .tree, .grid, .menu, .menuBar, .scrollArea, .log: return fallback
    case .checkbox, .switch:
      return Self.text(beside: node, isBefore: false, levels: 1)
        ?? Self.text(beside: node, isBefore: true, levels: 3) ?? fallback
    default:
      return Self.text(beside: node, isBefore: true, levels: 3)
        ?? Self.text(beside: node, isBefore: false, levels: 1) ?? fallback
    }
  }

  /// The nearest text before or after an element, in its parent or in a higher ancestor, at most
  /// `levels` levels up.
  private static func text(beside node: TerminalNode, isBefore: Bool, levels: Int) -> String? {
    var around = node
    for _ in 0..<levels {
      guard let parent = around.parent,
        let place = parent.children.firstIndex(where: { $0 === around })
      else { return nil }
      let siblings = parent.children
      let beside = isBefore ? Array(siblings[..<place].reversed()) : Array(siblings[(place + 1)...])
      for sibling in beside where isText(sibling) {
        if let name = short(sibling.words) { return name }
      }
      // Text beyond another control may be the name of that control.
      if beside.contains(where: { !isText($0) }) { return nil }
      around = parent
    }
    return nil
  }

  private static func isText(_ node: TerminalNode) -> Bool {
    !node.isFocusable && node.semantics == nil && node.children.allSatisfy(isText)
  }

  /// The text, or nil if it is empty or too long for a name.
  private static func short(_ text: String) -> String? {
    text.isEmpty || text.utf8.count > 80 ? nil : text
  }

  /// The first number in a text; 0 where there is none.
  private static func number(in text: String) -> String {
    let digits = text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber }
    return digits.isEmpty ? "0" : String(digits)
  }
}
