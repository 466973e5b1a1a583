import MillraceLayout
import MillraceRender

/// A type-erased source of a ``List``'s rows.
@MainActor
class ListRows: RowSource {
  /// The handlers shared by all rows.
  final var handlers: Handlers?
  /// The state and the viewport of the list that shows the rows.
  final var state: LocalReference<ListState>?
  final weak var viewport: ViewportHandle?
  final var isEnabled = true
  /// The semantics of a row; nil if the content of the row has semantics, as in a tree.
  final var rowSemantics: Semantics? = .listItem
  var canSelect: Bool { false }
  func isSelected(_ row: Int) -> Bool { false }
  func handle(_ key: Key, at row: Int) throws -> Bool { false }
  /// Runs the action of Enter.
  /// - Returns: whether the row has such an action.
  func activate(_ row: Int) throws -> Bool { false }
  /// Notifies the program that the user made another row current.
  func notifySelected(_ row: Int) throws {}
  /// Sets the program's binding to the current item.
  /// - Returns: whether the binding has that item now; nil if there is no binding.
  func notifyCurrent(_ row: Int?) -> Bool? { nil }
  /// The item in the program's binding.
  var boundCurrent: NodeKey? { nil }
  func select(by command: ListCommand, extends: Bool, in context: EventContext) throws -> Bool {
    false
  }
  func press(_ row: Int, _ modifiers: KeyModifiers) throws {}
  func drag(_ event: PointerEvent) throws -> Bool { false }
  /// All rows as text. Builds one row at a time.
  func plainText(in context: RenderContext) throws -> [String] { [] }

  override final var items: ListRows? { self }

  /// The index of the current item.
  final var current: Int { state?.value.current ?? 0 }
  /// The row of the current item; in a grid, a row has several items.
  final var line: Int { state?.value.row ?? 0 }

  /// Changes the state without rendering the list, because the host draws the current row and the
  /// selected rows by their ``RowStates``.
  final func changeWithoutRendering(_ change: (inout ListState) -> Void) {
    state?.change {
      change(&$0)
      return false
    }
  }

  override final func rowStates(at row: Int) -> RowStates {
    var rowStates: RowStates = []
    if row == current {
      rowStates.insert(.current)
      if viewport?.state.hasFocus == true { rowStates.insert(.active) }
    }
    if isSelected(row) { rowStates.insert(.selected) }
    return rowStates
  }

  override final func element(_ content: Node, _ rowStates: RowStates) -> Element {
    makeRowElement(content, rowStates, appearance, rowSemantics, handlers)
  }

  /// A row with the marker alone, for a list without rows that has the focus.
  override final var focusPlaceholder: Element? {
    makeRowElement(.empty, [.current, .active], appearance, nil, nil) { $0.height = 1 }
  }
}

/// Wraps content in an element with a marker, for a row or a cell.
@MainActor
func makeRowElement(
  _ content: Node, _ rowStates: RowStates, _ appearance: RowAppearance, _ semantics: Semantics?,
  _ handlers: Handlers?,
  _ change: (inout LayoutStyle) -> Void = { _ in }
) -> Element {
  var properties = ElementProperties()
  properties.rowStates = rowStates
  properties.semantics = semantics
  var style = LayoutStyle.element
  style.direction = .column
  style.shrink = 0
  style.overflow = .clip
  style.padding.left = .cells(Double(appearance.gutter))
  change(&style)
  if appearance.highlightsRow { properties.currentStyle = appearance.current }
  return Element(
    ListRowContent(appearance: appearance), style: style,
    properties: properties, handlers: handlers,
    children: [content])
}

/// Draws the marker of a list's row.
package struct ListRowContent: ElementContent, Equatable {
  let appearance: RowAppearance

  /// The marker before the row, and the style of the marker.
  package func marker(for rowStates: RowStates) -> (text: String, style: Style) {
    let isCurrent = rowStates.contains(.current)
    let style =
      !isCurrent ? Style() : rowStates.contains(.active) ? appearance.current : appearance.muted
    let text = isCurrent ? appearance.marker : ""
    guard rowStates.contains(.selected), appearance.gutter > 0 else { return (text, style) }
    // The last column of the gutter shows the selection, so that a row can be current and selected.
    let before =
      isCurrent ? String(text.dropLast()) : spaces(appearance.gutter - 1)
    return (before + "•", style)
  }
}
