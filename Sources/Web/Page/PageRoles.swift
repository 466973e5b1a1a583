import MillraceRender
import MillraceTerminal
import MillraceWidgets

/// The facts about a list that a page needs to describe it and its rows.
struct PageList: Equatable {
  /// The index, among all rows, of the last row that has an element. It is only compared: if it
  /// changes, the indices of the rows have changed.
  private let last: Int
  /// The number of all rows.
  let count: Int
  /// Whether rows contain controls. The list is then a grid, because ARIA permits no controls in an
  /// option.
  let hasControls: Bool

  /// - Parameters:
  ///   - rows: The element that contains the rows.
  ///   - previous: The facts of the last call, if the rows have not changed since then.
  /// - Returns: Nil if there is no row.
  @MainActor
  init?(_ rows: TerminalNode, in host: TerminalHost, _ previous: PageList?) {
    guard let child = rows.children.lastIndex(where: \.isRow) else { return nil }
    let number = host.numberInSet(ofChild: child, in: rows)
    (last, count) = (number?.row ?? 0, number?.count ?? 0)
    hasControls =
      previous?.hasControls
      ?? rows.children.contains { row in
        row.isRow && row.descendant { $0 !== row && $0.isFocusable } != nil
      }
  }
}

extension TerminalNode {
  /// Whether the element is a row of a list, which can be current or selected.
  var isRow: Bool { properties.rowStates != nil }

  /// The element that assistive technology reads as the row: the row itself or, in a tree, its
  /// content.
  var rowItem: TerminalNode { semantics == nil ? children.first ?? self : self }

  /// The nearest ancestor with a role. For a row, this is its list.
  var around: TerminalNode? {
    var node = parent
    while let ancestor = node, ancestor.semantics == nil { node = ancestor.parent }
    return node
  }

  /// The table around a list; nil if the element is not the list of a table.
  private var tableAround: TerminalNode? {
    guard semantics?.role == .list else { return nil }
    return around.flatMap { $0.semantics?.role == .table ? $0 : nil }
  }

  /// The list that contains the rows of this table; nil if the element is not a table with a list.
  var listInside: TerminalNode? {
    semantics?.role == .table ? descendant { $0.semantics?.role == .list } : nil
  }

  /// For a table or its list, the table; nil for other elements. In the terminal, the list takes
  /// the focus. On the page, the table takes it, with the role `grid`: the list has the role
  /// `rowgroup`, and ARIA does not let a `rowgroup` refer to a current row.
  var pageStop: TerminalNode? { tableAround ?? (listInside == nil ? nil : self) }

  /// The element's role in ARIA; nil if it has none.
  func pageRole(_ list: PageList?) -> String? {
    let hasControls = list?.hasControls == true
    switch semantics?.role {
    case nil: return children.contains(where: \.isCell) ? "row" : nil
    case .table where listInside != nil: return "grid"
    case .list where tableAround != nil: return "rowgroup"
    case .list where isFocusable || list != nil: return hasControls ? "grid" : "listbox"
    case .listItem where isRow:
      return hasControls || around?.tableAround != nil ? "row" : "option"
    case .cell where isRow, .row where isCell: return "gridcell"
    // A grid without child elements, such as a calendar month, draws its cells itself. For ARIA, it
    // is one value that keys change.
    case .grid where children.isEmpty: return "spinbutton"
    // A line between the rows of a table has no meaning for assistive technology.
    case .separator where parent?.semantics?.role == .table: return nil
    case let role?: return role.rawValue
    }
  }

  /// Whether the element is a cell of a table: a column header, or a row without children, which is
  /// its own only cell.
  private var isCell: Bool {
    semantics?.role == .columnHeader || semantics?.role == .row && children.isEmpty
  }
}

extension TerminalHost {
  /// Whether an element takes typed text, and not only keys.
  func takesText(_ node: TerminalNode) -> Bool {
    handlers(of: node.id).contains { $0.paste != nil && $0.takesTyping }
  }

  /// The list that an element has opened in a layer above it.
  func popup(of node: TerminalNode) -> TerminalNode? {
    guard let parent = node.parent else { return nil }
    return layers.dropFirst().flatMap(\.children).last { path(to: $0.id).contains(parent.id) }?
      .descendant { $0.semantics?.role == .list }
  }
}
