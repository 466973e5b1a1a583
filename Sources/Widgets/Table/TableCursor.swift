/// The scroll position, the current column, the selection and a mouse drag in the columns of a
/// ``Table``.
struct TableCursor: Equatable {
  /// A mouse drag that started on a header.
  enum Drag: Equatable {
    /// Resizes a column.
    case resize(String, from: Int, width: Int)
    /// Moves a column. If the column has not moved at the end of the drag, sorts by it.
    case move(String, hasMoved: Bool)
  }

  /// The number of columns to scroll out at the left.
  private(set) var first = 0
  /// Whether the layout scrolls the current column into view. False after the user has scrolled.
  private(set) var isRevealed = false
  /// The index of the current column among those that are not hidden; `anchor` is the other end of
  /// the selection.
  private(set) var current = 0
  private var anchor = 0
  var drag: Drag?

  /// The columns that are current or selected.
  var selected: ClosedRange<Int> { min(current, anchor)...max(current, anchor) }

  /// The cursor, limited to the first `count` columns.
  func limited(to count: Int) -> TableCursor {
    var cursor = self
    cursor.current = min(current, max(0, count - 1))
    cursor.anchor = min(anchor, max(0, count - 1))
    return cursor
  }

  mutating func scroll(to first: Int) { (self.first, isRevealed) = (first, false) }

  /// Makes another column current.
  /// - Parameter first: the number of columns that are currently scrolled out.
  mutating func setCurrent(_ column: Int, isSelecting: Bool, first: Int) {
    current = max(0, column)
    if !isSelecting { anchor = current }
    (self.first, isRevealed) = (first, true)
  }
}
