import MillraceLayout
import MillraceRender

/// A description of the screen for users who cannot see it: the role, name and state of each part.
package struct ScreenDescription: Equatable {
  struct Line: Equatable {
    /// Identifies a line across descriptions: an element, and the index of the line in it.
    struct ID: Hashable {
      let element: ElementID
      let number: Int
    }

    let id: ID
    let text: String
    /// For a row of a list: the element that contains the rows, and the number of all rows,
    /// including hidden ones.
    var list: (id: ElementID, count: Int)?
    /// Whether the line disappears without the user's action, such as a message or a line of a log.
    var isTransient = false

    static func == (one: Line, other: Line) -> Bool {
      one.id == other.id && one.text == other.text
    }
  }

  /// The contents of the screen or of the open dialog, then of popovers, then of toasts: a line for
  /// each row of a list, each control and each text.
  var all: [Line] = []
  /// The description of the focused element; nil if no element has the focus.
  package var focus: String?
  /// The focused element, and its current row.
  var focused: [ElementID] = []
  /// The dialog that hides the other elements.
  var dialog: ElementID?

  package var lines: [String] { all.map(\.text) }
}

extension TerminalHost {
  /// Describes the screen. A dialog hides the elements below it.
  /// - Complexity: O(nodes).
  package func describe() -> ScreenDescription {
    let dialog = layers[Layer.dialog.rawValue].children.last
    let below = dialog.map { [$0] } ?? layers[Layer.base.rawValue].children
    var description = ScreenDescription()
    description.dialog = dialog?.id
    description.all = (below + layers[Layer.popover.rawValue].children).flatMap { lines(of: $0) }
    description.all += transient(layers[Layer.toast.rawValue].children.flatMap { lines(of: $0) })
    if let focused, let node = nodes[focused] {
      // In a list, keys go to the current row.
      let row = node.descendant { $0.rowStates.contains(.current) }
      description.focused = [node, row].compactMap { $0?.id }
      let phrases =
        [node.semantics.map { Self.phrase($0, label: $0.label) } ?? ""]
        + [row.map { line($0) + position($0) }].compactMap(\.self)
      description.focus = phrases.filter { !$0.isEmpty }.joined(separator: ": ")
      if row == nil, node.semantics == nil || !node.children.isEmpty && node.semantics?.role != .log
      {
        description.focus = line(node)
      }
    }
    return description
  }

  /// The position of a row among all rows, including hidden ones.
  private func position(_ row: TerminalNode) -> String {
    guard let list = row.parent, let child = list.index(of: row),
      let (number, count) = numberInSet(ofChild: child, in: list)
    else { return "" }
    return ", \(number + 1) of \(count)"
  }

  /// The index of a child among all rows, from 0, and the number of rows, including hidden ones.
  package func numberInSet(ofChild child: Int, in list: TerminalNode) -> (row: Int, count: Int)? {
    var number: (Int, Int)?
    renderer?.notify(list.id) { handlers, _ in number = handlers.numberInSet?(child) ?? number }
    return number
  }

  private func transient(_ lines: [ScreenDescription.Line]) -> [ScreenDescription.Line] {
    lines.map { line in
      var line = line
      line.isTransient = true
      return line
    }
  }

  /// The lines that describe a node and its descendants.
  private func lines(of node: TerminalNode) -> [ScreenDescription.Line] {
    func own(_ text: String) -> [ScreenDescription.Line] {
      text.split(separator: "\n").enumerated().map { number, text in
        .init(id: .init(element: node.id, number: number), text: String(text))
      }
    }
    if node.isHidden { return [] }
    if node.children.isEmpty || node.isOneLine { return own(line(node)) }
    var inside = node.childrenInOrder.flatMap { lines(of: $0) }
    if let row = node.children.lastIndex(where: { $0.properties.rowStates != nil }),
      let count = numberInSet(ofChild: row, in: node)?.count
    {
      for index in inside.indices { inside[index].list = (node.id, count) }
    }
    guard let semantics = node.semantics else { return inside }
    let phrase = own(Self.phrase(semantics, label: semantics.label))
    switch semantics.role {
    // The kind of container around a text is not useful to the user.
    case .group, .scrollArea, .listItem: return inside
    case .status where semantics.label.isEmpty && !semantics.states.contains(.busy): return inside
    // A picture is described only by its name and value.
    case .image: return phrase
    case .log: return phrase + transient(inside)
    default: return phrase + inside
    }
  }

  /// Describes a node and its descendants on one line.
  private func line(_ node: TerminalNode) -> String {
    if node.isHidden { return "" }
    var inside = node.childrenInOrder.map(line).filter { !$0.isEmpty }.joined(separator: " ")
    if node.drawn.semantics == nil, case .text(let text) = node.drawn.plainText {
      inside = SafeText.visible(text)
    }
    let selected = node.rowStates.contains(.selected) ? ", selected" : ""
    guard let semantics = node.semantics else { return inside + selected }
    // The contents of a row describe the row.
    if semantics.role == .listItem || semantics.role == .group, semantics.label.isEmpty {
      return inside + selected + Self.states(semantics.states)
    }
    // The text of a spinner has no meaning.
    let isNamed = !semantics.label.isEmpty || semantics.states.contains(.busy)
    return Self.phrase(semantics, label: isNamed ? semantics.label : inside)
  }

  private static func phrase(_ semantics: Semantics, label: String) -> String {
    var text = label.isEmpty ? semantics.role.words : "\(label), \(semantics.role.words)"
    if !semantics.value.isEmpty { text += " \(semantics.value)" }
    if semantics.level > 0 { text += ", level \(semantics.level)" }
    if semantics.role == .checkbox || semantics.role == .switch || semantics.role == .radio,
      !semantics.states.contains(.checked)
    {
      text += ", not checked"
    }
    return SafeText.visible(text + states(semantics.states))
  }

  private static func states(_ states: SemanticStates) -> String {
    let words: [(SemanticStates, String)] = [
      (.checked, "checked"), (.selected, "selected"), (.expanded, "expanded"),
      (.collapsed, "collapsed"), (.disabled, "disabled"), (.busy, "busy"), (.invalid, "invalid"),
      (.readOnly, "read only"),
    ]
    return words.filter { states.contains($0.0) }.map { ", " + $0.1 }.joined()
  }
}

extension SemanticRole {
  /// The role's ARIA name as words.
  fileprivate var words: String {
    switch self {
    case .image: "image"
    case .listItem: "list item"
    case .scrollArea: "scroll area"
    case .spinButton: "spin button"
    case .textField: "text field"
    case .comboBox: "combo box"
    case .columnHeader: "column header"
    case .menuBar: "menu bar"
    case .menuItem: "menu item"
    case .progressBar: "progress bar"
    case .radioGroup: "radio group"
    case .tabList: "tab list"
    case .tabPanel: "tab panel"
    case .treeItem: "tree item"
    default: rawValue
    }
  }
}

extension TerminalNode {
  /// Whether one line describes the node with all its descendants.
  fileprivate var isOneLine: Bool {
    if let semantics {
      switch semantics.role {
      case .button, .cell, .checkbox, .columnHeader, .comboBox, .heading, .link, .listItem,
        .menuItem, .meter, .progressBar, .radio, .row, .status, .switch, .tab, .treeItem:
        return true
      default: return false
      }
    }
    // The contents of a row describe it.
    if properties.rowStates != nil { return true }
    // Elements beside each other share a line, unless one of them is a tab, can have the focus, or
    // needs several lines.
    return traits.isRow && children.allSatisfy { $0.children.isEmpty || $0.isOneLine }
      && !children.contains { $0.semantics?.role == .tab || $0.isFocusable }
  }

  package func descendant(where isWanted: (TerminalNode) -> Bool) -> TerminalNode? {
    for child in children {
      if isWanted(child) { return child }
      if let found = child.descendant(where: isWanted) { return found }
    }
    return nil
  }
}
