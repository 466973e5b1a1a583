import MillraceLayout
import MillraceRender

/// The rows of a ``LazyGrid``: each row shows several items of a list's source as cells.
@MainActor
final class GridRows: RowSource {
  /// The arrangement of the cells in a grid.
  struct Cells {
    /// The number of cells side by side.
    var columns: Int
    /// The size of a cell, including its marker.
    var size: CellSize
    /// The number of terminal columns between two cells.
    var gap: Int
  }

  private let list: ListRows
  private let cells: Cells

  init(_ items: ListRows, _ cells: Cells) {
    (list, self.cells) = (items, cells)
  }

  override var count: Int { (list.count + cells.columns - 1) / cells.columns }
  override var items: ListRows? { list }
  override var showsRowStatesInContent: Bool { true }
  override var focusPlaceholder: Element? { list.focusPlaceholder }

  override func content(at row: Int) throws -> Node {
    let first = row * cells.columns
    let nodes = try (first..<min(first + cells.columns, list.count)).map { try cell($0) }
    let style = LayoutStyle.element {
      ($0.columnGap, $0.height, $0.shrink) = (Length(cells.gap), Length(cells.size.height), 0)
    }
    return Node(Element(Container(), style: style, children: nodes)).semantics(.row)
  }

  private func cell(_ index: Int) throws -> Node {
    let (key, rowStates) = (list.key(at: index), list.rowStates(at: index))
    let handlers = Handlers { [weak viewport = list.viewport] in
      $0.mouseDown = { held, _ in
        guard let rows = viewport?.items, rows.isEnabled else { return }
        if let item = rows.row(of: key, near: index) { try rows.press(item, held) }
      }
    }
    let states: SemanticStates = rowStates.contains(.selected) ? .selected : []
    let element = makeRowElement(
      try list.content(at: index), rowStates, list.appearance, Semantics(.cell, states: states),
      handlers
    ) {
      ($0.width, $0.height) = (Length(cells.size.width), Length(cells.size.height))
    }
    var node = Node(element)
    node.key = key
    return node
  }
}
