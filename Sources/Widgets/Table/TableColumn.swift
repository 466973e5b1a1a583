import MillraceRender

/// The width of a ``Table``'s column unless the user has changed it. The two empty cells between
/// columns are not part of it.
///
/// The title of a column that can be sorted needs two cells more than its text, for the arrow that
/// shows the sort order; in a narrower column, the arrow is not visible.
public enum TableWidth: Hashable, Sendable {
  /// The width of the widest of its title, its sum and its texts shown so far, within limits in
  /// cells.
  case content(min: Int = 3, max: Int = 40)
  /// A fixed number of cells.
  case cells(Int)
  /// A minimum in cells, plus a share of the space that is left when each such column has its
  /// minimum. If the minimum does not fit, the last columns are out of view.
  case share(Double = 1, min: Int = 20)
}

/// A column of a ``Table``: its title, its cells and its sort order.
///
/// ```swift
/// let columns: [TableColumn<Price>] = [
///   TableColumn("Name", sortedBy: \.name) { $0.name },
///   TableColumn("Cents", sortedBy: \.cents) { "\($0.cents)" },
/// ]
/// ```
/// Its closures are `@Sendable`, because many rows are sorted and summed off the main actor. In
/// these closures, the compiler rejects `@Local` and `@Environment` properties and methods of the
/// main actor: “capture of 'self' with non-Sendable type”. Capture the value instead:
///
/// ```swift
/// TableColumn("Dollars", align: .trailing) { [rate] price in
///   "\(Double(price.cents) / 100 * rate, format: .fixed(2))"
/// }
/// ```
/// The closures are called for visible rows only, except for sorting, sums, exports and plain-text
/// output.
public struct TableColumn<Row: Sendable>: Identifiable, Sendable {
  /// Returns the indices of rows in the sort order of the column.
  @usableFromInline typealias Sorting = @Sendable ([Row], _ isDescending: Bool) -> [Int32]

  public let id: String
  let title: String
  let width: TableWidth
  let alignment: TextAlignment
  let style: (@Sendable (Row) -> Style)?
  let number: (@Sendable (Row) -> Double)?
  @usableFromInline var sorting: Sorting?
  let text: @Sendable (Row) -> String

  /// Creates a column that cannot be sorted.
  /// - Parameters:
  ///   - title: shown in the header. Columns with the same title need different ids.
  ///   - id: identifies the column in a ``TableState``. Default: the title.
  ///   - width: its width until the user changes it. Default: that of its title and texts.
  ///   - align: the alignment of the title, and of texts narrower than the column.
  ///   - style: the style of a cell, applied over the style of its row.
  ///   - number: the value of a cell, for the sum in the footer; nil: no sum.
  ///   - text: the text of a cell, on one line.
  public init(
    _ title: String, id: String? = nil, width: TableWidth = .content(),
    align: TextAlignment = .leading, style: (@Sendable (Row) -> Style)? = nil,
    number: (@Sendable (Row) -> Double)? = nil, text: @escaping @Sendable (Row) -> String
  ) {
    (self.id, self.title, self.width, alignment) = (id ?? title, title, width, align)
    (self.style, self.number, self.text) = (style, number, text)
  }

  /// Creates a column that can be sorted.
  /// - Parameters:
  ///   - title: shown in the header. Columns with the same title need different ids.
  ///   - id: identifies the column in a ``TableState``. Default: the title.
  ///   - width: its width until the user changes it. Default: that of its title and texts.
  ///   - align: the alignment of the title, and of texts narrower than the column.
  ///   - style: the style of a cell, applied over the style of its row.
  ///   - number: the value of a cell, for the sum in the footer; nil: no sum.
  ///   - key: the value by which rows are compared: a key path, such as `\.name`, or a closure.
  ///     Rows with equal keys keep their given order.
  ///   - text: the text of a cell, on one line.
  @inlinable
  public init<Key: Comparable & SendableMetatype>(
    _ title: String, id: String? = nil, width: TableWidth = .content(),
    align: TextAlignment = .leading, style: (@Sendable (Row) -> Style)? = nil,
    number: (@Sendable (Row) -> Double)? = nil, sortedBy key: @escaping @Sendable (Row) -> Key,
    text: @escaping @Sendable (Row) -> String
  ) {
    self.init(
      title, id: id, width: width, align: align, style: style, number: number, text: text)
    // The closure compares every row. The compiler can specialize it, because this initializer is
    // inlinable.
    sorting = { rows, isDescending in
      var pairs: [(key: Key, index: Int32)] = []
      pairs.reserveCapacity(rows.count)
      for row in rows { pairs.append((key(row), Int32(truncatingIfNeeded: pairs.count))) }
      // The standard library's sort is stable. A key that does not equal itself is not a number:
      // it comes last.
      if isDescending {
        pairs.sort { $1.key < $0.key || $1.key != $1.key && $0.key == $0.key }
      } else {
        pairs.sort { $0.key < $1.key || $1.key != $1.key && $0.key == $0.key }
      }
      return pairs.map(\.index)
    }
  }

  /// The indices of rows in the sort order of the column; nil if the column cannot be sorted.
  /// - Parameters:
  ///   - rows: the rows to compare.
  ///   - isDescending: whether the largest value comes first.
  /// - Complexity: O(*n* log *n*)
  public func order(of rows: [Row], isDescending: Bool = false) -> [Int32]? {
    sorting?(rows, isDescending)
  }
}
