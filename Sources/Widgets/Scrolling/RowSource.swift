import MillraceLayout
import MillraceRender

/// The marker and the styles that a viewport adds to the content of a row.
struct RowAppearance: Equatable {
  /// The text before the current row.
  var marker = ""
  /// The width of the marker in columns.
  var gutter = 0
  /// The style of the marker, and, if `highlightsRow` is true, of the whole current row.
  var current = Style()
  var highlightsRow = false
  /// The style of the marker when the focus is elsewhere.
  var muted = Style()
}

/// A type-erased source of rows for a ``Viewport``.
@MainActor
class RowSource: CustomStringConvertible {
  final var appearance = RowAppearance()

  nonisolated init() {}

  /// The same text for all sources; an inspector shows it with the state of a viewport.
  nonisolated var description: String { "rows" }

  /// A source without rows.
  nonisolated static let empty = RowSource()

  var count: Int { 0 }
  /// The unique key of a row.
  func key(at row: Int) -> NodeKey { NodeKey(row) }
  /// The index of the row that has a key; nil if there is none. The given index is tried first.
  func row(of key: NodeKey, near row: Int) -> Int? { row < count ? row : nil }
  /// The content of a row, without the element around it.
  func content(at row: Int) throws -> Node { .empty }
  /// The element around the content of a row.
  func element(_ content: Node, _ rowStates: RowStates) -> Element {
    Element(Container(), style: .element, children: [content])
  }
  /// What shows instead of rows while the viewport has the focus and there are no rows.
  var focusPlaceholder: Element? { nil }
  /// The states of a row: current, active, selected.
  func rowStates(at row: Int) -> RowStates { [] }
  /// The items of a list; nil in other viewports.
  var items: ListRows? { nil }
  /// Whether the content of a row depends on the row's states, as the cells of a grid do.
  var showsRowStatesInContent: Bool { false }
  /// Whether a row is the header of the rows after it.
  func isHeader(_ row: Int) -> Bool { false }
  // A stored property, because each key press reads it.
  final var hasHeaders = false
  /// Whether rows are found by their keys without a search.
  var findsKeys: Bool { false }
  /// Whether the source certainly has no row with a key; false if finding out would take a search.
  func isKnownAbsent(_ key: NodeKey) -> Bool { false }
  /// The keys that `old` has and this source lacks; nil if unknown.
  /// - Complexity: O(number of changes).
  func removedKeys(since old: RowSource) -> [NodeKey]? { nil }

  /// The header of a row's section; the row itself if it is a header; nil if there is none.
  /// - Complexity: O(*n*) in the number of rows between the row and its header.
  func header(of row: Int) -> Int? {
    guard hasHeaders, row < count else { return nil }
    return (0...row).last(where: isHeader)
  }
}
