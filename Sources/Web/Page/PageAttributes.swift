import MillraceRender
import MillraceTerminal
import MillraceWidgets

/// The HTML tag, ARIA role and attributes of one element of the tree.
@MainActor
struct PageAttributes {
  let tag: String
  private(set) var values: [String: String] = [:]
  /// Whether the element's name depends on other elements. The name can then change when the
  /// element itself does not.
  private(set) var dependsOnOthers = false
  /// Whether assistive technology can ignore the element's own drawing. It can if the drawing is
  /// not text, and the element has no label, as borders and markers do, or is an image with a
  /// label.
  private(set) var isDecoration = false

  /// - Parameter list: The facts about the list, if the element is a list with rows, a row, or the
  ///   content of a row.
  init(_ node: TerminalNode, in host: TerminalHost, list: PageList?) {
    let semantics = node.semantics
    let field = node.content(as: FieldContent.self)
    switch semantics?.role {
    case _ where field != nil: tag = "input"
    case _ where node.isFocusable && host.takesText(node), .textField: tag = "textarea"
    case .button: tag = "button"
    case .dialog: tag = "dialog"
    default: tag = "div"
    }
    var classes: [String] = []
    if node.isHidden { classes.append("gone") }
    if host.isOpaque(node) { classes.append("opaque") }
    if node.rowStates.contains(.current) { classes.append("current") }
    if node.properties.pointer == .drags { classes.append("drags") }
    if !classes.isEmpty { values["class"] = classes.joined(separator: " ") }
    let role = node.pageRole(list)
    let isFocusable = node.pageStop == nil ? node.isFocusable : node.pageStop === node
    if isFocusable { values["tabindex"] = "-1" }
    if let field {
      values["placeholder"] = field.placeholder
      if node.properties.isFocusable == false { values["disabled"] = "" }
    }
    if let semantics, let role { add(semantics, role, node, host) } else { values["role"] = role }
    addSet(node, role, list, host)
    isDecoration =
      !node.showsText && (semantics?.label.isEmpty ?? true || semantics?.role == .image)
    let kind = semantics?.role
    let needsName =
      isFocusable || field != nil || Self.named.contains(kind)
      || [.list, .table].contains(kind) && ["listbox", "grid"].contains(role)
    let isNamedByContent = Self.namedByContent.contains(kind) && !node.words.isEmpty
    if needsName, !isNamedByContent, values["aria-label"] == nil {
      if role == nil { values["role"] = "group" }
      values["aria-label"] = name(of: node)
      dependsOnOthers = true
    }
  }

  private mutating func add(
    _ semantics: Semantics, _ role: String, _ node: TerminalNode, _ host: TerminalHost
  ) {
    if tag == "dialog" {
      (values["open"], values["aria-modal"]) = ("", "true")
    } else if role != Self.roles[tag] {
      values["role"] = role
    }
    let (label, value) = (SafeText.visible(semantics.label), SafeText.visible(semantics.value))
    if !label.isEmpty { values["aria-label"] = label }
    let states = semantics.states
    var expands = states.contains(.expanded) ? "true" : states.contains(.collapsed) ? "false" : nil
    switch semantics.role {
    case .checkbox, .switch, .radio:
      values["aria-checked"] = states.contains(.checked) ? "true" : "false"
    case .separator:
      expands = nil
      if node.isFocusable { addValue(value) }
    case .slider, .spinButton, .progressBar, .meter: addValue(value)
    case .grid where role == "spinbutton": addValue(value)
    case .comboBox:
      expands = expands ?? "false"
      // The text of a field is sent separately.
      if tag != "input" { (values["aria-haspopup"], values["value"]) = ("listbox", value) }
      values["aria-controls"] =
        expands == "true" ? host.popup(of: node).map { "\($0.id.value)" } : nil
    case .heading:
      values["aria-level"] =
        semantics.level > 0 ? "\(semantics.level)" : Self.digits(in: semantics.value) ?? "2"
    case .menuItem where states.contains(.checked):
      (values["role"], values["aria-checked"]) = ("menuitemcheckbox", "true")
    case .treeItem where semantics.level > 0: values["aria-level"] = "\(semantics.level)"
    case .image where !value.isEmpty: values["aria-label"] = "\(label): \(value)"
    case .textField where tag == "textarea": values["value"] = value
    default: break
    }
    if states.contains(.selected) {
      values[role == "link" ? "aria-current" : "aria-selected"] = "true"
    } else if role == "tab" {
      values["aria-selected"] = "false"
    }
    values["aria-expanded"] = expands
    let list = node.listInside?.semantics ?? semantics
    let flags: KeyValuePairs = [
      "aria-disabled": states.contains(.disabled) && tag != "input",
      "aria-busy": states.contains(.busy), "aria-invalid": states.contains(.invalid),
      "aria-readonly": states.contains(.readOnly),
      "aria-multiline": states.contains(.multiline) && tag != "textarea",
      "aria-multiselectable": role != "rowgroup" && list.states.contains(.multiSelectable),
    ]
    for (name, isSet) in flags where isSet { values[name] = "true" }
  }

  /// The roles that these tags have without a `role` attribute.
  private static let roles = ["button": "button", "input": "textbox", "textarea": "textbox"]

  private mutating func addValue(_ value: String) {
    values["aria-valuetext"] = value
    values["aria-valuenow"] = Self.number(in: value) ?? "0"
  }

  /// Sets the states of a row, its index and the number of rows.
  private mutating func addSet(
    _ node: TerminalNode, _ role: String?, _ list: PageList?, _ host: TerminalHost
  ) {
    guard let list else { return }
    if role == "grid", list.count > 0 { values["aria-rowcount"] = "\(list.count)" }
    guard let row = node.isRow ? node : node.parent, row.isRow, row.rowItem === node,
      let parent = row.parent
    else { return }
    if node.isRow, list.hasControls { values["data-cell"] = "" }
    let isSelected =
      row.rowStates.contains(.selected)
      || row.rowStates.contains(.current)
        && row.around?.semantics?.states.contains(.multiSelectable) != true
    if role != nil { values["aria-selected"] = isSelected ? "true" : "false" }
    guard let child = parent.index(of: row),
      let number = host.numberInSet(ofChild: child, in: parent).map({ "\($0.row + 1)" })
    else { return }
    switch role {
    case "option": (values["aria-posinset"], values["aria-setsize"]) = (number, "\(list.count)")
    case "row": values["aria-rowindex"] = number
    default: break
    }
  }

  private static let namedByContent: Set<SemanticRole?> = [
    .tab, .link, .menuItem, .radio, .cell, .row, .listItem, .treeItem, .columnHeader, .heading,
  ]

  /// The roles that need a name even if the element cannot take the focus, because it is disabled
  /// or only shows a value.
  private static let named: Set<SemanticRole?> = [
    .checkbox, .comboBox, .meter, .progressBar, .slider, .spinButton, .switch, .textField,
  ]

  /// The name of a control without a label: the text before it, or else the text after it. For a
  /// checkbox or switch: the text after it, or else the text of a field beside it, or else the text
  /// before it. If there is no such text, and for containers such as lists, the name is the role.
  private func name(of node: TerminalNode) -> String {
    let role = node.semantics?.role
    let fallback = role?.rawValue ?? "area"
    switch role {
    // The text beside a list or a similar container is often not its name.
    case .list, .tabList, .table, .tree, .grid, .menu, .menuBar, .scrollArea, .log: return fallback
    case .checkbox, .switch:
      return Self.text(beside: node, isBefore: false, levels: 1)
        ?? node.parent?.children.lazy.compactMap { $0.content(as: FieldContent.self)?.line.text }
        .first.flatMap(Self.short)
        ?? Self.text(beside: node, isBefore: true, levels: 3) ?? fallback
    default:
      return Self.text(beside: node, isBefore: true, levels: 3)
        ?? Self.text(beside: node, isBefore: false, levels: 1) ?? fallback
    }
  }

  /// The nearest text before or after an element, in its parent or in a higher ancestor, at most
  /// `levels` levels up; nil if there is none.
  private static func text(beside node: TerminalNode, isBefore: Bool, levels: Int) -> String? {
    guard levels > 0, let parent = node.parent, let index = parent.index(of: node) else {
      return nil
    }
    let siblings = parent.children
    let beside = isBefore ? Array(siblings[..<index].reversed()) : Array(siblings[(index + 1)...])
    // Text beyond another control may be the name of that control.
    let texts = beside.prefix(while: isText)
    if let name = texts.lazy.compactMap({ short($0.words) }).first { return name }
    return texts.count == beside.count
      ? text(beside: parent, isBefore: isBefore, levels: levels - 1) : nil
  }

  private static func isText(_ node: TerminalNode) -> Bool {
    !node.isFocusable && node.semantics == nil && node.children.allSatisfy(isText)
  }

  /// The text, or nil if it is empty or too long for a name.
  private static func short(_ text: String) -> String? {
    text.isEmpty || text.utf8.count > 80 ? nil : text
  }

  /// The first number in a text, with its sign and fraction. The text may have a decimal comma; the
  /// result has a point.
  private static func number(in text: String) -> String? {
    guard let start = text.firstIndex(where: isDigit) else { return nil }
    let (before, rest) = (text[..<start], text[start...])
    let whole = rest.prefix(while: isDigit)
    let after = rest[whole.endIndex...]
    let fraction = after.dropFirst().prefix(while: isDigit)
    let hasFraction = (after.first == "." || after.first == ",") && !fraction.isEmpty
    // In `page-5`, the hyphen is not a sign.
    let isNegative = before.last == "-" && before.dropLast().last?.isLetter != true
    return (isNegative ? "-" : "") + whole + (hasFraction ? ".\(fraction)" : "")
  }

  /// The first digits in a text.
  private static func digits(in text: String) -> String? {
    text.split { !isDigit($0) }.first.map(String.init)
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}
