import MillraceLayout
import MillraceRender

/// The screen in words, for somebody who cannot see it: what each thing is, what it is called, and how it stands.
package struct ScreenDescription: Equatable {
  /// What stands on the screen, from top to bottom: a line for each row of a list, each control and each text.
  package var lines: [String] = []
  /// What has the focus; nil if nothing has it.
  package var focus: String?
}

extension TerminalHost {
  /// The screen in words. A dialog hides what is below it.
  /// - Complexity: O(nodes).
  package func describe() -> ScreenDescription {
    let dialog = layers[Layer.dialog.rawValue].children.last
    let below = dialog.map { [$0] } ?? layers[Layer.base.rawValue].children
    let above = [Layer.popover, .toast].flatMap { layers[$0.rawValue].children }
    var description = ScreenDescription()
    description.lines = (below + above).flatMap { lines(of: $0) }
    if let focused, let node = nodes[focused] {
      // Of a list, its current row is what keys go to.
      let row = node.descendant { $0.marks.contains(.current) }
      let phrases =
        [node.semantics.map { Self.phrase($0, label: $0.label) } ?? ""]
        + [row.map(line)].compactMap(\.self)
      description.focus = phrases.filter { !$0.isEmpty }.joined(separator: ": ")
      if row == nil, node.semantics == nil || !node.children.isEmpty {
        description.focus = line(node)
      }
    }
    return description
  }

  /// The lines that a node and what is in it are read as.
  private func lines(of node: TerminalNode) -> [String] {
    if node.isHidden { return [] }
    if node.children.isEmpty || node.isOneLine {
      let line = line(node)
      return line.isEmpty ? [] : line.split(separator: "\n").map(String.init)
    }
    let inside = node.childrenInOrder.flatMap(lines)
    guard let semantics = node.semantics else { return inside }
    let own = Self.phrase(semantics, label: semantics.label)
    switch semantics.role {
    // Nobody asks what kind of container text stands in.
    case .group, .scrollArea, .listItem: return inside
    default: return [own] + inside
    }
  }

  /// A node and all in it on one line.
  private func line(_ node: TerminalNode) -> String {
    if node.isHidden { return "" }
    let inside = node.childrenInOrder.map(line).filter { !$0.isEmpty }.joined(separator: " ")
    let selected = node.marks.contains(.selected) ? ", selected" : ""
    guard let semantics = node.semantics else {
      if case .text(let text) = node.drawn.plainText { return SafeText.visible(text) }
      return inside + selected
    }
    // A row is what is in it.
    if semantics.role == .listItem || semantics.role == .group, semantics.label.isEmpty {
      return inside + selected + Self.states(semantics.states)
    }
    return Self.phrase(semantics, label: semantics.label.isEmpty ? inside : semantics.label)
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
  /// What it is called in a sentence.
  fileprivate var words: String {
    switch self {
    case .image: "image"
    case .listItem: "item"
    case .scrollArea: "area"
    case .spinButton: "number field"
    case .textField: "text field"
    case .comboBox: "choice"
    case .columnHeader: "column"
    case .menuBar: "menu bar"
    case .menuItem: "menu item"
    case .progressBar: "progress"
    case .radioGroup: "choices"
    case .tabList: "tabs"
    case .tabPanel: "page"
    case .treeItem: "item"
    default: rawValue
    }
  }
}

extension TerminalNode {
  fileprivate var semantics: Semantics? { looks.semantics ?? drawn.semantics }

  /// Whether it is read as one line, whatever is in it.
  fileprivate var isOneLine: Bool {
    if let semantics {
      switch semantics.role {
      case .button, .cell, .checkbox, .columnHeader, .comboBox, .heading, .link, .listItem,
        .menuItem, .meter, .progressBar, .radio, .row, .status, .switch, .tab, .treeItem:
        return true
      default: return false
      }
    }
    // A row whose content says what it is.
    if looks.marks != nil { return true }
    // What stands beside each other is read together, unless there are lists in it.
    return style.direction == .row && children.allSatisfy { $0.children.isEmpty || $0.isOneLine }
      && !children.contains { $0.semantics?.role == .tab || $0.isFocusable }
  }

  fileprivate func descendant(where isWanted: (TerminalNode) -> Bool) -> TerminalNode? {
    for child in children {
      if isWanted(child) { return child }
      if let found = child.descendant(where: isWanted) { return found }
    }
    return nil
  }
}
