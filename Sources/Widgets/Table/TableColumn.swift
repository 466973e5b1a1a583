import MillraceRender

/// How wide a column of a ``Table`` is, where nobody has dragged it.
public enum TableWidth: Hashable, Sendable {
  /// As wide as its title and the widest text that has shown so far, between limits.
  case content(min: Int = 3, max: Int = 40)
  /// So many cells.
  case cells(Int)
  /// A share of the columns that the others leave free, and this many at least.
  case share(Double = 1, min: Int = 8)
}

/// A column of a ``Table``: what it is called, what stands in it, and by what it is sorted.
///
/// ```swift
/// TableColumn("Name", width: .share(), sortedBy: \.name) { $0.name }
/// TableColumn("Size", align: .trailing, number: { Double($0.size) }, sortedBy: \.size) { "\($0.size)" }
/// ```
/// What it is made of is called on any thread, and for rows that show alone, but for sorting, sums and exports.
public struct TableColumn<Row: Sendable>: Identifiable, Sendable {
  /// Gives, for rows, the places of the rows in the order of the column.
  @usableFromInline typealias Sorting = @Sendable ([Row], _ isDescending: Bool) -> [Int32]

  public let id: String
  let title: String
  let width: TableWidth
  let alignment: TextAlignment
  let style: (@Sendable (Row) -> Style)?
  let number: (@Sendable (Row) -> Double)?
  let sorting: Sorting?
  let text: @Sendable (Row) -> String

  /// A column that cannot be sorted.
  /// - Parameters:
  ///   - title: stands in the header. Columns of one title need ids of their own.
  ///   - id: names the column in a ``TableState``; the title, where there is none.
  ///   - width: how wide it is.
  ///   - align: where texts stand that are narrower.
  ///   - style: how a cell looks, over the style of its row.
  ///   - number: what a cell counts, for the sum in the footer.
  ///   - text: what stands in a cell, on one line.
  public init(
    _ title: String, id: String? = nil, width: TableWidth = .content(),
    align: TextAlignment = .leading, style: (@Sendable (Row) -> Style)? = nil,
    number: (@Sendable (Row) -> Double)? = nil, text: @escaping @Sendable (Row) -> String
  ) {
    self.init(title, id, width, align, style, number, nil, text)
  }

  /// A column that can be sorted.
  /// - Parameter key: what rows are compared by. Rows of equal keys stay in the order in which they are given.
  @inlinable
  public init<Key: Comparable & SendableMetatype>(
    _ title: String, id: String? = nil, width: TableWidth = .content(),
    align: TextAlignment = .leading, style: (@Sendable (Row) -> Style)? = nil,
    number: (@Sendable (Row) -> Double)? = nil, sortedBy key: @escaping @Sendable (Row) -> Key,
    text: @escaping @Sendable (Row) -> String
  ) {
    // Made where the types are known: it compares every row.
    self.init(
      title, id, width, align, style, number,
      { rows, isDescending in
        var pairs: [(key: Key, place: Int32)] = []
        pairs.reserveCapacity(rows.count)
        for row in rows { pairs.append((key(row), Int32(truncatingIfNeeded: pairs.count))) }
        // The standard library's sort is stable.
        if isDescending {
          pairs.sort { $1.key < $0.key }
        } else {
          pairs.sort { $0.key < $1.key }
        }
        return pairs.map(\.place)
      }, text)
  }

  /// The places of rows in the order of the column; nil if it has none. What a table does when it is sorted.
  /// - Complexity: O(*n* log *n*)
  public func order(of rows: [Row], isDescending: Bool = false) -> [Int32]? {
    sorting?(rows, isDescending)
  }

  @usableFromInline
  init(
    _ title: String, _ id: String?, _ width: TableWidth, _ align: TextAlignment,
    _ style: (@Sendable (Row) -> Style)?, _ number: (@Sendable (Row) -> Double)?,
    _ sorting: Sorting?, _ text: @escaping @Sendable (Row) -> String
  ) {
    self.id = id ?? title
    self.title = title
    self.width = width
    alignment = align
    self.style = style
    self.number = number
    self.sorting = sorting
    self.text = text
  }
}
