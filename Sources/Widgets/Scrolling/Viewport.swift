import MillraceLayout
import MillraceRender

/// The component behind ``List``, ``ScrollView`` and other scrolling widgets. Of a source's rows,
/// only these exist: the visible ones, the sticky header, and a row that has the focus or has
/// captured the mouse.
///
/// ``ViewportState`` computes the visible rows. A row that scrolls out of view disappears, and its
/// tasks end; its local state is kept as long as its key is in the source.
struct Viewport: LiveComponent {
  let handle: ViewportHandle
  let source: RowSource
  var settings: ViewportSettings
  /// The scroll bars to show if some content is out of view.
  let bars: ScrollBars
  /// Whether space is reserved for bars that are not shown.
  var reservesBarSpace = false
  /// The style of the element around the box.
  let style: LayoutStyle
  let properties: ElementProperties
  let handlers: Handlers
  /// Called after each layout, and when the end of the rows scrolls into view or out of view.
  var laidOut: @MainActor () -> Void = {}
  @Local private var state = ViewportState()

  func body(in context: RenderContext) throws -> Node {
    let rows = handle.rows
    handle.connect(_state.reference)
    rows.laidOut = laidOut
    var settings = settings
    settings.showsExtent = !bars.isEmpty || settings.focusPolicy == .whileLong
    _state.settle {
      // Unchanged rows keep their heights until the next layout reports them.
      if $0.update(source, settings), rows.areThose(of: source, at: $0.rows) { $0.confirmHeights() }
    }
    let state = state
    try rows.update(state)
    let shown = bars(shownIn: state)
    var style = style
    let room = reservesBarSpace ? bars : shown
    if room.contains(.vertical) { style.padding.right = 1 }
    if room.contains(.horizontal) { style.padding.bottom = 1 }
    var properties = properties
    // A focused viewport stays focusable when everything fits, so that the focus does not move.
    let isFocused = state.hasFocus && rows.box?.focusIsInside != true
    properties.isFocusable =
      switch settings.focusPolicy {
      case .never: false
      case .always: true
      case .whileLong: state.isLong || state.maximumX > 0 || isFocused
      }
    var box = LayoutStyle.element
    box.direction = .column
    if settings.isSizedByRows {
      box.grow = 1
      box.overflow = .scroll
    } else {
      box.overflow = .clip
      box.position = .absolute
      box.inset = Edges(right: room.contains(.vertical) ? 1 : 0)
    }
    // A spacer takes up lines above the rows, so that rows that stay visible keep their position in
    // the content.
    var lead = LayoutStyle.element
    lead.height = .cells(Double(state.leadingOffset))
    lead.shrink = 0
    let placeholder = state.hasFocus && source.count == 0 ? source.focusPlaceholder : nil
    let first = placeholder ?? Element(Container(), style: lead)
    let content = rows.nodes(after: Node(first), of: state)
    let window = Element(
      Container(), style: box, offset: state.offset,
      handlers: rows.handlers(of: handle), savedStates: rows.savedStates, children: content)
    let children = [Node(window), bar(.vertical, shown, state), bar(.horizontal, shown, state)]
    return Node(
      Element(
        Container(), style: style, properties: properties, handlers: handlers, children: children)
    )
    // Scrolling within one tall row causes no layout, so `laidOut` is called here.
    .onChange(of: state.isAtEnd) { _, _ in laidOut() }
  }

  @MainActor private func bars(shownIn state: ViewportState) -> ScrollBars {
    var shown = bars
    if !state.needsBar { shown.remove(.vertical) }
    if state.maximumX == 0 { shown.remove(.horizontal) }
    return shown
  }

  @MainActor private func bar(
    _ bar: ScrollBars, _ shown: ScrollBars, _ state: ViewportState
  ) -> Node {
    guard shown.contains(bar) || reservesBarSpace && bars.contains(bar) else { return .empty }
    let (handle, isVertical) = (handle, bar == .vertical)
    let cells = isVertical ? state.box.height : state.box.width
    let extent = isVertical ? state.extent : (start: state.x, total: state.contentWidth)
    return scrollBar(
      isVertical ? .vertical : .horizontal, start: extent.start, shown: cells, total: extent.total,
      end: shown == [.vertical, .horizontal] ? 1 : 0, length: cells
    ) { start in
      handle.change {
        isVertical ? $0.show(from: start) : $0.scroll(by: CellPoint(x: start - $0.x, y: 0))
      }
    }
  }
}

/// A box that hides the content behind it.
package struct CoveringContent: ElementContent, Equatable {}

struct ScrollBars: OptionSet {
  let rawValue: UInt8

  static let vertical = ScrollBars(rawValue: 1)
  static let horizontal = ScrollBars(rawValue: 2)
}
