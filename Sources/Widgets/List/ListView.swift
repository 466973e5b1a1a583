import MillraceLayout
import MillraceRender

/// The component behind ``List``: a viewport with a current row.
struct ListView: LiveComponent {
  let source: ListRows
  let marker: String
  let select: NodeKey?
  let hasBar: Bool
  let highlightsRow: Bool
  let onReachEnd: (@MainActor () -> Void)?
  var followsEnd = false
  var isAtEnd: Binding<Bool>?
  /// Whether an empty list can have the focus: the widget around it has keys of its own.
  var isFocusableWhenEmpty = false
  @Local private var model = ListModel()
  @Local private var changes = 0
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  func body(in context: RenderContext) throws -> Node {
    guard context.isInteractive else {
      let lines = try source.page(in: context)
      return lines.isEmpty ? .empty : Text(lines.joined(separator: "\n")).node
    }
    _ = changes
    let (model, source) = (model, source)
    source.appearance = RowAppearance(
      marker: marker, gutter: context.columns(of: marker), current: theme.selection,
      highlightsRow: highlightsRow, muted: theme.muted)
    source.handlers = Handlers {
      // Rows keep these handlers while their content stays equal.
      $0.mouseDown = { [weak model] held, context in
        guard let model, model.isEnabled,
          let row = model.viewport.mountedRows.row(atPlace: context.index)
        else {
          return
        }
        try model.rows.press(row, held)
      }
    }
    model.isEnabled = isEnabled
    model.update(keyMap)
    model.viewport.followsEnd = followsEnd
    model.update(source, select: select)
    // The list takes the remaining space regardless of its content, and at least one line.
    let style = LayoutStyle.element {
      $0.grow = 1
      $0.overflow = .scroll
      $0.minHeight = source.count == 0 ? 0 : 1
    }
    var properties = ElementProperties()
    // The list stays focusable when the last item is removed, so that the focus does not move.
    properties.isFocusable =
      isEnabled && (source.count > 0 || model.hasFocus || isFocusableWhenEmpty)
    properties.style = isEnabled ? Style() : theme.muted
    if isEnabled, source.canMove { properties.pointer = .drags }
    properties.semantics = source.rowSemantics == nil ? Semantics(.tree) : .list
    return Viewport(
      state: model.viewport, bars: hasBar ? .vertical : [], keepsRoomForBars: true, style: style,
      properties: properties, handlers: handlers
    ) { [weak model, onReachEnd, isAtEnd] in
      if let onReachEnd, model?.reachesEnd() == true { onReachEnd() }
      if let model, let isAtEnd, isAtEnd.wrappedValue != model.viewport.isAtEnd {
        isAtEnd.wrappedValue = model.viewport.isAtEnd
      }
    }
    .node
    .onAppear { model.notifyCurrent() }
    .onChange(of: model.pendingNotifications) { _, _ in model.notifyCurrent() }
  }

  @MainActor private var handlers: Handlers {
    let model = model
    return Handlers {
      if isEnabled {
        $0.key = { key, context in try handle(key, context) }
        $0.bindings = model.keys.chords
        $0.chord = { chord, context in
          try model.keys.command(of: chord).map { try perform($0, context) } ?? false
        }
      }
      $0.wheel = { distance, _ in model.viewport.wheel(by: CellPoint(x: 0, y: distance.y)) }
      $0.focusChanged = { hasFocus in
        model.hasFocus = hasFocus
        if !hasFocus, model.rows.count == 0 { changes += 1 }
      }
      if isEnabled, source.canMove { $0.pointer = { event, _ in try model.rows.drag(event) } }
    }
  }

  @MainActor private func handle(_ key: Key, _ context: EventContext) throws -> Bool {
    let model = model
    let rows = model.rows
    if model.current < rows.count, try rows.handle(key, at: model.current) { return true }
    if let command = model.keys.command(of: key), try perform(command, context) { return true }
    guard key == .enter || key == .space, !context.focusIsInside else { return false }
    return context.activateFirstControl()
  }

  @MainActor private func perform(_ command: ListCommand, _ context: EventContext) throws -> Bool {
    let model = model
    if try model.rows.select(by: command, in: context) { return true }
    let lines = model.lines(of: command)
    if !context.focusIsInside, lines != 0, model.viewport.scroll(inside: model.current, by: lines) {
      return true
    }
    guard let target = model.target(of: command) else { return false }
    // An arrow key that a control in a row does not handle moves in the list.
    if context.focusIsInside { context.takeFocus() }
    try model.setCurrent(target)
    return true
  }
}
