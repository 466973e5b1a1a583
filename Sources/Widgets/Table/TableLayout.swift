/// The positions of a ``Table``'s columns, and the widths of the texts shown in them.
struct TableLayout {
  private(set) var grid = TableGrid()
  /// The width of the widest text of each column so far.
  private var contentWidths: [String: Int] = [:]
  /// Whether a text was wider than its column since the last placement.
  private(set) var needsWiderColumn = false

  /// Places the columns in a given width.
  /// - Parameters:
  ///   - sums: the texts in the footer.
  ///   - measure: returns the width of a text in cells.
  mutating func place<Row>(
    _ columns: [TableColumn<Row>], _ sums: [String], _ state: TableState, _ cursor: TableCursor,
    width: Int, columnsOf measure: (String) -> Int
  ) {
    needsWiderColumn = false
    let contents = zip(columns, sums).map { column, sum in
      // The sort indicator needs room after the title.
      let title = measure(column.title) + (column.sorting == nil ? 0 : 2)
      return max(title, contentWidths[column.id] ?? 0, measure(sum))
    }
    grid = TableGrid(
      columns, contents, state, width: width, first: cursor.first,
      current: cursor.isRevealed ? cursor.current : nil)
  }

  /// Takes the width of a shown text into account in the next placement.
  mutating func include<Row>(
    _ text: String, in column: TableColumn<Row>, _ position: TableGrid.Position,
    columnsOf measure: (String) -> Int
  ) {
    guard case .content(_, let most) = column.width else { return }
    let known = contentWidths[column.id] ?? 0
    // An ASCII text has at most as many columns as bytes: skips texts that cannot be wider.
    guard known < most, text.utf8.count > known || !text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return
    }
    let columns = min(measure(text), most)
    guard columns > known else { return }
    contentWidths[column.id] = columns
    if columns > position.width { needsWiderColumn = true }
  }
}
