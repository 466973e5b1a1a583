import MillraceLayout
import MillraceRender

/// The component behind ``List``: a viewport with a current row.
struct ListView: LiveComponent {
  let rows: @MainActor () -> ListRows
  let marker: String
  let select: NodeKey?
  let hasBar: Bool
  let highlightsRow: Bool
  let onReachEnd: (@MainActor () -> Void)?
  let followsEnd: Bool
  let isAtEnd: Binding<Bool>?
  let canMove: Bool
  let takesCounts: Bool
  /// The arrangement of the items in a grid; nil in a list.
  let grid: GridRows.Cells?
  let handle: ListHandle?
  @Local private var state = ListState()
  @Local private var viewport = ViewportHandle()
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameter rows: makes the source of the rows at each rendering.
  init<Item>(
    options: RowOptions<Item>, select: NodeKey? = nil, in grid: GridRows.Cells? = nil,
    handle: ListHandle? = nil,
    rows: @escaping @MainActor () -> ListRows
  ) where Item.ID: Sendable {
    self.rows = rows
    (self.grid, self.handle) = (grid, handle)
    marker = options.marker
    self.select = select ?? options.select
    (hasBar, highlightsRow) = (options.hasBar, options.highlightsRow)
    (onReachEnd, canMove) = (options.onReachEnd, options.onMove != nil)
    (followsEnd, isAtEnd) = (options.followsEnd, options.isAtEnd)
    takesCounts = !options.findsByTyping
  }

  func body(in context: RenderContext) throws -> Node {
    let source = rows()
    guard context.isInteractive else {
      let lines = try source.plainText(in: context)
      return lines.isEmpty ? .empty : Text(lines.joined(separator: "\n")).node
    }
    let viewport = viewport
    handle?.viewport = viewport
    source.appearance = RowAppearance(
      marker: marker, gutter: context.columns(of: marker), current: theme.selection,
      highlightsRow: highlightsRow, muted: theme.muted)
    (source.state, source.viewport, source.isEnabled) = (_state.reference, viewport, isEnabled)
    source.handlers = Handlers {
      // A row with equal content keeps the handlers of an earlier rendering, so these handlers look
      // up the newest rows in the viewport.
      $0.mouseDown = { [weak viewport] held, context in
        guard let viewport, let rows = viewport.items, rows.isEnabled,
          let row = viewport.rows.row(ofChild: context.index)
        else { return }
        try rows.press(row, held)
      }
    }
    let (isAtEnd, isRevealing) = (viewport.state.isAtEnd, viewport.state.isRevealing)
    _state.settle {
      $0.update(
        source, select: select, columns: grid?.columns, isFollowing: followsEnd && isAtEnd,
        isRevealing: isRevealing)
      $0.update(keyMap, canSelect: source.canSelect)
    }
    // The list takes the remaining space regardless of its content, and at least one line unless it
    // is empty.
    let style = LayoutStyle.element {
      $0.grow = 1
      $0.overflow = .scroll
      $0.minHeight = source.count == 0 ? 0 : 1
    }
    var properties = ElementProperties()
    properties.style = isEnabled ? Style() : theme.muted
    if isEnabled, canMove { properties.pointer = .drags }
    if grid != nil {
      properties.semantics = Semantics(.grid, states: isEnabled ? [] : .disabled)
    } else {
      properties.semantics =
        source.rowSemantics == nil
        ? Semantics(.tree) : source.canSelect ? .multiSelectableList : .list
    }
    return Viewport(
      handle: viewport, source: grid.map { GridRows(source, $0) } ?? source,
      settings: ViewportSettings(
        // A list without rows can have the focus, too, so that the keys of the widgets around it
        // work.
        focusPolicy: isEnabled ? .always : .never,
        followsEnd: followsEnd, pinnedRow: state.pinnedRow, target: state.target),
      bars: hasBar ? .vertical : [], reservesBarSpace: true, style: style,
      properties: properties, handlers: handlers(source)
    ) { [weak viewport, onReachEnd, isAtEnd = self.isAtEnd] in
      guard let viewport else { return }
      if let onReachEnd, let rows = viewport.items, rows.reachesEnd() { onReachEnd() }
      let isNowAtEnd = viewport.state.isAtEnd
      if let isAtEnd, isAtEnd.wrappedValue != isNowAtEnd { isAtEnd.wrappedValue = isNowAtEnd }
    }
    .node
    // Asks the viewport for its rows, which may be newer than this rendering.
    .onAppear { [weak viewport] in viewport?.items?.notifyCurrent() }
    .onChange(of: state.notice.number) { [weak viewport] _, _ in viewport?.items?.notifyCurrent() }
  }

  @MainActor private func handlers(_ rows: ListRows) -> Handlers {
    let (viewport, keys) = (viewport, state.keys)
    return Handlers {
      if isEnabled, let keys {
        $0.key = { key, context in try rows.handle(key, keys, context) }
        $0.bindings = keys.bindings
        if takesCounts, keys.hasCounts {
          $0.counted = { count, key, context in
            guard key.text != nil, let (command, extends) = keys.command(of: key), !extends,
              let target = rows.target(of: command, times: count)
            else { return false }
            if context.focusIsInside { context.takeFocus() }
            try rows.setCurrent(target)
            return true
          }
        }
        $0.chord = { chord, context in try rows.perform(keys.command(of: chord), context) }
      }
      $0.wheel = { distance, _ in
        viewport.change { $0.wheel(by: CellPoint(x: 0, y: distance.y)) }
      }
      $0.focusChanged = { hasFocus in
        viewport.change {
          $0.hasFocus = hasFocus
          return rows.count == 0
        }
        viewport.updateRowStates(of: rows.line)
      }
      if isEnabled, canMove { $0.pointer = { event, _ in try rows.drag(event) } }
    }
  }
}

/// Gives a widget access to the list that the widget contains.
@MainActor
final class ListHandle {
  // The reference is weak, because the rows of the list refer to the widget.
  weak var viewport: ViewportHandle?

  nonisolated init() {}

  /// The index of the current item.
  var current: Int { viewport?.items?.current ?? 0 }

  /// Makes an item current and scrolls it into view.
  func setCurrent(_ item: Int) throws { try viewport?.items?.setCurrent(item) }
}
