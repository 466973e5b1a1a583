import MillraceLayout
import MillraceRender

/// Shows the items of a collection in cells of one size, as many side by side as fit.
///
/// ```swift
/// LazyGrid(photos, cellWidth: 12) { photo in Text(photo.title).truncate() }
///   .selection($chosen)
/// ```
///
/// Only the visible cells exist. One item is current: arrows, PgUp, PgDn, Home, End and a click
/// change it and scroll it into view. Left in the first cell of a row goes to the previous row, and
/// Right in the last cell goes to the next row. The keys' names in a ``KeyMap`` are `grid.up`,
/// `grid.down`, `grid.left`, `grid.right`, `grid.pageUp`, `grid.pageDown`, `grid.first`,
/// `grid.last`, `grid.select` and `grid.selectAll`. The options of a grid are modifiers: see
/// ``RowsView``. A range of selected items follows the reading order; it is not a rectangle.
///
/// The grid takes the remaining space of its container. A cell keeps its local state as long as it
/// is in the same row; of the rows out of view, only the 1,000 last seen keep theirs. A cell may
/// read ``EnvironmentValues/isCurrentRow``.
public struct LazyGrid<Data: RandomAccessCollection>: Component, RowsView
where Data.Element: Identifiable, Data.Element.ID: Sendable {
  /// An element of the data.
  public typealias Item = Data.Element

  private let data: Data
  private let cell: CellSize
  private let gap: Int
  private let content: @MainActor (Item) throws -> Node
  public var rowOptions = RowOptions<Item>()

  /// - Parameters:
  ///   - data: the items. Ids must be unique.
  ///   - cellWidth: the width of a cell in columns, including the marker.
  ///   - cellHeight: the height of a cell in rows.
  ///   - gap: columns between cells.
  ///   - content: builds the cell of an item.
  @MainActor
  public init(
    _ data: Data, cellWidth: Int, cellHeight: Int = 1, gap: Int = 1,
    @NodeBuilder content: @escaping @MainActor (Item) throws -> Node
  ) {
    (self.data, self.gap, self.content) = (data, max(0, gap), content)
    cell = CellSize(width: max(1, cellWidth), height: max(1, cellHeight))
    (rowOptions.hasBar, rowOptions.highlightsRow) = (true, true)
  }

  public var body: Node {
    SizeReader(initialSize: CellSize(width: 80, height: 24)) { list($0.width) }.grow()
  }

  @MainActor private func list(_ width: Int) -> Node {
    // Reserves one column for the scroll bar.
    let columns = max(1, (width - 1 + gap) / (cell.width + gap))
    let cells = GridRows.Cells(columns: columns, size: cell, gap: gap)
    return ListView(options: rowOptions, in: cells) { [data, rowOptions, content] in
      ListSource(
        data, rowOptions, key: { NodeKey(data.item($0).id) },
        content: { try content(data.item($0)) })
    }.node
  }
}
