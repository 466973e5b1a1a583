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
  /// Whether an empty list takes the focus: the widget around it has keys of its own.
  let canBeEmpty: Bool
  /// How a grid shows the items; nil: one on each row.
  let grid: GridRows.Cells?
  @Local private var model = ListModel()
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameter rows: makes the source of the rows at each rendering.
  init<Item>(
    options: RowOptions<Item>, select: NodeKey? = nil, in grid: GridRows.Cells? = nil,
    canBeEmpty: Bool = false,
    rows: @escaping @MainActor () -> ListRows
  ) where Item.ID: Sendable {
    self.rows = rows
    (self.grid, self.canBeEmpty) = (grid, canBeEmpty)
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
      let lines = try source.page(in: context)
      return lines.isEmpty ? .empty : Text(lines.joined(separator: "\n")).node
    }
    let model = model
    source.appearance = RowAppearance(
      marker: marker, gutter: context.columns(of: marker), current: theme.selection,
      highlightsRow: highlightsRow, muted: theme.muted)
    source.handlers = Handlers {
      // Rows keep these handlers while their content stays equal.
      $0.mouseDown = { [weak model] held, context in
        guard let model, model.isEnabled,
          let row = model.viewport.mountedRows.row(atPlace: context.index)
        else { return }
        try model.rows.press(row, held)
      }
    }
    model.isEnabled = isEnabled
    model.viewport.followsEnd = followsEnd
    model.update(source, select: select, in: grid)
    model.update(keyMap)
    // The list takes the remaining space regardless of its content, and at least one line.
    let style = LayoutStyle.element {
      $0.grow = 1
      $0.overflow = .scroll
      $0.minHeight = source.count == 0 ? 0 : 1
    }
    var properties = ElementProperties()
    model.viewport.focusPolicy = !isEnabled ? .never : canBeEmpty ? .always : .whileFilled
    properties.style = isEnabled ? Style() : theme.muted
    if isEnabled, canMove { properties.pointer = .drags }
    if grid != nil {
      properties.semantics = Semantics(.grid, states: isEnabled ? [] : .disabled)
    } else {
      properties.semantics = source.rowSemantics == nil ? Semantics(.tree) : .list
    }
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
        $0.bindings = model.keys?.bindings ?? []
        if takesCounts, model.keys?.hasCounts == true {
          $0.counted = { count, key, context in
            guard key.text != nil, let (command, extends) = model.keys?.command(of: key), !extends,
              let target = model.target(of: command, times: count)
            else { return false }
            if context.focusIsInside { context.takeFocus() }
            try model.setCurrent(target)
            return true
          }
        }
        $0.chord = { chord, context in
          try perform(model.keys?.command(of: chord), context)
        }
      }
      $0.wheel = { distance, _ in model.viewport.wheel(by: CellPoint(x: 0, y: distance.y)) }
      $0.focusChanged = {
        model.hasFocus = $0
        if !$0, model.rows.count == 0 { model.viewport.invalidate() }
      }
      if isEnabled, canMove { $0.pointer = { event, _ in try model.rows.drag(event) } }
    }
  }

  @MainActor private func handle(_ key: Key, _ context: EventContext) throws -> Bool {
    let model = model
    let rows = model.rows
    if model.current < rows.count, try rows.handle(key, at: model.current) { return true }
    if try perform(model.keys?.command(of: key), context) { return true }
    guard key == .enter || key == .space, !context.focusIsInside else { return false }
    if key == .enter, model.current < rows.count, try rows.activate(model.current) { return true }
    return context.activateFirstControl()
  }

  @MainActor private func perform(
    _ command: (command: ListCommand, extends: Bool)?, _ context: EventContext
  ) throws -> Bool {
    guard let (command, extends) = command else { return false }
    let model = model
    if try model.rows.select(by: command, extends: extends, in: context) { return true }
    if extends { return false }
    let (row, lines) = (model.current / model.columns, model.lines(of: command))
    if !context.focusIsInside, lines != 0, model.viewport.scroll(inside: row, by: lines) {
      return true
    }
    guard let target = model.target(of: command) else { return false }
    // An arrow key that a control in a row does not handle moves in the list.
    if context.focusIsInside { context.takeFocus() }
    try model.setCurrent(target)
    return true
  }
}
