import MillraceLayout
import MillraceRender

/// How a row looks, besides what is in it.
struct RowLook: Equatable {
  /// Stands before the current row.
  var marker = ""
  /// The columns of the marker.
  var gutter = 0
  /// The style of the marker, and of the whole row where that is highlighted.
  var current = Style()
  var highlightsRow = false
  /// The style of the marker where the focus is elsewhere.
  var muted = Style()
}

/// The rows of a ``Viewport``, without the type of what they show.
@MainActor
class RowSource {
  /// How rows look, besides what is in them.
  final var look = RowLook()

  nonisolated init() {}

  var count: Int { 0 }
  /// What identifies a row. Unique.
  func key(at row: Int) -> NodeKey { NodeKey(row) }
  /// Where the row with a key is now; it is looked for at a place first.
  func row(of key: NodeKey, near row: Int) -> Int? { row < count ? row : nil }
  /// What a row shows, without its frame.
  func content(at row: Int) throws -> Node { .empty }
  /// The element of a row.
  func element(_ content: Node, _ marks: Marks) -> Element {
    Element(Container(), style: .element, children: [content])
  }
  /// How a row stands among the others.
  func marks(at row: Int) -> Marks { [] }
  /// Whether a row is the header of those after it.
  func isHeader(_ row: Int) -> Bool { false }
  var hasHeaders: Bool { false }
  /// Whether rows are found by their keys without a search.
  var findsKeys: Bool { false }
  /// Whether it is known that no row has a key.
  func isGone(_ key: NodeKey) -> Bool { false }
  /// The keys of rows that an older source had and this one lacks; nil where that is not known.
  /// - Complexity: as many as changed.
  func removedKeys(since old: RowSource) -> [NodeKey]? { nil }

  /// The header of the section that a row is in, itself perhaps.
  /// - Complexity: O(*n*) in the rows between both.
  func header(of row: Int) -> Int? {
    guard hasHeaders, row < count else { return nil }
    return (0...row).last(where: isHeader)
  }
}
