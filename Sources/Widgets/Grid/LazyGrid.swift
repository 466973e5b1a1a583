import MillraceIdentifiedList
import MillraceLayout
import MillraceRender

/// Shows the items of a collection in cells of one size, as many side by side as fit.
///
/// ```swift
/// LazyGrid(photos, cellWidth: 16, cellHeight: 4, selection: $chosen) { photo in Thumbnail(photo) }
/// ```
///
/// Only the visible cells exist. One item is current: arrows, PgUp, PgDn, Home, End and a click
/// change it and scroll it into view; Left and Right continue in the previous and the next row.
/// With a `selection`, Space and Ctrl-click toggle the item; with Shift, moves and clicks select a
/// range in reading order; Ctrl-A selects all. The keys' names in a ``KeyMap`` are `grid.up`,
/// `grid.down`, `grid.left`, `grid.right`, `grid.pageUp`, `grid.pageDown`, `grid.first`,
/// `grid.last`, `grid.select`, `grid.selectAll`.
///
/// The grid takes the remaining space of its container. A cell keeps its local state as long as it
/// is visible and in the same row.
public struct LazyGrid<Data: RandomAccessCollection>: LiveComponent
where Data.Element: Identifiable, Data.Element.ID: Sendable {
  /// An element of the data.
  public typealias Item = Data.Element

  private let data: Data
  private let cell: CellSize
  private let gap: Int
  private let marker: String
  private let select: Item.ID?
  private let current: Binding<Item.ID?>?
  private let selection: Binding<Set<Item.ID>>?
  private let onKey: (@MainActor (Key, Item) throws -> Bool)?
  private let onSelect: (@MainActor (Item) throws -> Void)?
  private let content: @MainActor (Item) throws -> Node
  @Local private var model = LazyGridModel<Item.ID>()
  @Local private var changes = 0
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - data: the items. Ids must be unique.
  ///   - cellWidth: the width of a cell in columns, including the marker.
  ///   - cellHeight: the height of a cell in rows.
  ///   - gap: columns between cells.
  ///   - marker: shown before the current item. Its last column marks selected items.
  ///   - select: the id of the item to make current; applied each time it changes.
  ///   - current: the id of the current item. The program makes another item current by setting it.
  ///   - selection: the ids of the selected items.
  ///   - onKey: called with keys and the current item before the grid handles them. The grid's own
  ///     Enter activates the first control of the item, if there is one.
  ///   - onSelect: called when a key or the mouse makes another item current.
  ///   - content: builds the cell of an item. It may read ``EnvironmentValues/isCurrentRow``.
  @MainActor
  public init(
    _ data: Data, cellWidth: Int, cellHeight: Int = 1, gap: Int = 1, marker: String = "› ",
    select: Item.ID? = nil, current: Binding<Item.ID?>? = nil,
    selection: Binding<Set<Item.ID>>? = nil,
    onKey: (@MainActor (Key, Item) throws -> Bool)? = nil,
    onSelect: (@MainActor (Item) throws -> Void)? = nil,
    @NodeBuilder content: @escaping @MainActor (Item) throws -> Node
  ) {
    (self.data, self.gap, self.marker) = (data, max(0, gap), marker)
    cell = CellSize(width: max(1, cellWidth), height: max(1, cellHeight))
    (self.select, self.current, self.selection) = (select, current, selection)
    (self.onKey, self.onSelect, self.content) = (onKey, onSelect, content)
  }

  public func body(in context: RenderContext) throws -> Node {
    guard context.isInteractive else {
      let lines = try data.flatMap { try context.lines(of: content($0)) }
      return lines.isEmpty ? .empty : Text(lines.joined(separator: "\n")).node
    }
    _ = changes
    update()
    let gutter = context.columns(of: marker)
    return SizeReader(initialSize: CellSize(width: 80, height: 24)) { viewport(in: $0, gutter) }
      .grow()
      .onAppear { notifyCurrent() }
      .onChange(of: model.pendingNotifications) { _, _ in notifyCurrent() }
  }

  @MainActor private func viewport(in size: CellSize, _ gutter: Int) -> Node {
    // Reserves one column for the scroll bar.
    model.columns = max(1, (size.width - 1 + gap) / (cell.width + gap))
    show(gutter)
    var properties = ElementProperties()
    properties.isFocusable = isEnabled && (!data.isEmpty || model.viewport.hasFocus)
    properties.style = isEnabled ? Style() : theme.muted
    properties.semantics = Semantics(.grid, states: isEnabled ? [] : .disabled)
    let style = LayoutStyle.element {
      $0.grow = 1
      $0.overflow = .scroll
      $0.minHeight = data.isEmpty ? 0 : 1
    }
    return Viewport(
      state: model.viewport, bars: .vertical, keepsRoomForBars: true, style: style,
      properties: properties,
      handlers: handlers
    ).node
  }

  // MARK: - Items

  /// The current index of an item. The given index is tried first.
  private func index(of id: Item.ID, near index: Int) -> Int? {
    if index < data.count, data.item(index).id == id { return index }
    if let data = data as? any IdentifiedCollection<Item> {
      return data.index(id: id).map { $0 - data.startIndex }
    }
    return data.firstIndex { $0.id == id }.map { data.distance(from: data.startIndex, to: $0) }
  }

  /// Finds the current item in the new data, and applies a new `select`.
  @MainActor private func update() {
    let last = max(0, data.count - 1)
    if let id = model.currentID {
      model.current = index(of: id, near: model.current) ?? min(model.current, last)
    }
    let choice = current?.wrappedValue
    if choice == nil, model.bound != nil || model.isWaiting {
      // An item stays current, so the binding gets it again.
      (model.bound, model.notifiedCurrent) = (nil, nil)
    } else {
      follow(choice, \.bound, isOwn: choice == model.currentID)
    }
    model.isWaiting = choice != nil && choice != model.bound
    if model.isWaiting { model.bound = nil }
    follow(select, \.asked, isOwn: false)
    model.currentID = model.current < data.count ? data.item(model.current).id : nil
    if model.currentID != model.notifiedCurrent { model.pendingNotifications += 1 }
  }

  /// Makes an item current that the program chose, as soon as it exists.
  /// - Parameters:
  ///   - last: the choice that was followed last.
  ///   - isOwn: whether the grid made the item current itself.
  @MainActor private func follow(
    _ choice: Item.ID?, _ last: ReferenceWritableKeyPath<LazyGridModel<Item.ID>, Item.ID?>,
    isOwn: Bool
  ) {
    guard choice != model[keyPath: last] else { return }
    let found = choice.flatMap { index(of: $0, near: model.current) }
    if found != nil || choice == nil { model[keyPath: last] = choice }
    guard let found, !isOwn else { return }
    model.current = found
    model.needsReveal = true
  }

  /// Updates the rows of the viewport for the current number of columns.
  @MainActor private func show(_ gutter: Int) {
    let appearance = RowAppearance(
      marker: marker, gutter: gutter, current: theme.selection, highlightsRow: true,
      muted: theme.muted)
    let source = LazyGridRows(count: (data.count + model.columns - 1) / model.columns) {
      try cells(inRow: $0, appearance)
    }
    let row = model.current / model.columns
    model.viewport.update(source, pinnedRow: row)
    if model.needsReveal { model.viewport.reveal(row: row) }
    // Before the first layout, the number of columns is unknown: reveals the item again after that
    // layout.
    model.needsReveal = model.needsReveal && model.viewport.box.height == 0
  }

  @MainActor private func cells(inRow row: Int, _ appearance: RowAppearance) throws -> Node {
    let first = row * model.columns
    let selected = selection?.wrappedValue ?? []
    let cells = try (first..<min(first + model.columns, data.count)).map { index in
      let item = data.item(index)
      var marks: RowMarks = []
      if index == model.current {
        marks.insert(.current)
        if model.viewport.hasFocus { marks.insert(.active) }
      }
      let isSelected = !selected.isEmpty && selected.contains(item.id)
      if isSelected { marks.insert(.selected) }
      let handlers = Handlers {
        guard isEnabled else { return }
        $0.mouseDown = { modifiers, _ in try press(item.id, index, modifiers) }
      }
      let element = markedElement(
        try content(item), marks, appearance, Semantics(.cell, states: isSelected ? .selected : []),
        handlers
      ) {
        $0.width = Length(cell.width)
        $0.height = Length(cell.height)
      }
      return Node(element).key(item.id)
    }
    let style = LayoutStyle.element {
      $0.columnGap = Length(gap)
      $0.height = Length(cell.height)
      $0.shrink = 0
    }
    return Node(Element(Container(), style: style, children: cells)).semantics(.row)
  }

  // MARK: - Events

  /// Sets the program's binding to the item that the data made current, unless the program waits for
  /// another one.
  @MainActor private func notifyCurrent() {
    if let choice = current?.wrappedValue, choice != model.bound {
      model.notifiedCurrent = model.currentID
    } else {
      setBinding()
    }
  }

  @MainActor private func setBinding() {
    (model.notifiedCurrent, model.isWaiting) = (model.currentID, false)
    guard let current else { return }
    if current.wrappedValue != model.currentID { current.wrappedValue = model.currentID }
    // Read again: a later difference is a choice of the program.
    model.bound = current.wrappedValue
  }

  @MainActor private var handlers: Handlers {
    Handlers {
      $0.wheel = { distance, _ in model.viewport.wheel(by: CellPoint(x: 0, y: distance.y)) }
      $0.focusChanged = {
        model.viewport.hasFocus = $0
        changes += 1
      }
      guard isEnabled else { return }
      $0.bindings = LazyGridCommand.bindings(in: keyMap, selects: selection != nil)
      $0.key = { key, context in try handle(key, context) }
      $0.chord = { chord, context in try perform(chord, context) }
    }
  }

  @MainActor private func handle(_ key: Key, _ context: EventContext) throws -> Bool {
    guard model.current < data.count else { return false }
    if try onKey?(key, data.item(model.current)) == true { return true }
    if try perform(KeyChord(key), context) { return true }
    guard key == .enter || key == .space, !context.focusIsInside else { return false }
    return context.activateFirstControl()
  }

  @MainActor private func perform(_ keys: KeyChord, _ context: EventContext) throws -> Bool {
    guard model.current < data.count,
      let (command, extends) = LazyGridCommand.command(of: keys, in: keyMap)
    else { return false }
    let page = max(1, model.viewport.fullyVisibleRows.count - 1)
    let target = command.target(
      from: model.current, count: data.count, columns: model.columns, page: page)
    if let target, !extends || selection != nil {
      if context.focusIsInside { context.takeFocus() }
      try setCurrent(target, extends: extends)
      return true
    }
    if let selection, command == .select || command == .selectAll {
      model.anchor = nil
      if command == .selectAll { selection.wrappedValue = Set(data.lazy.map(\.id)) }
      if command == .select { toggle(data.item(model.current).id, in: selection) }
      return true
    }
    return target == nil && extends
  }

  @MainActor private func press(_ id: Item.ID, _ index: Int, _ modifiers: KeyModifiers) throws {
    guard let index = self.index(of: id, near: index) else { return }
    try setCurrent(index, extends: modifiers.contains(.shift) && selection != nil)
    if modifiers.contains(.control), let selection { toggle(id, in: selection) }
  }

  @MainActor private func toggle(_ id: Item.ID, in selection: Binding<Set<Item.ID>>) {
    selection.wrappedValue.formSymmetricDifference([id])
    changes += 1
  }

  /// Makes an item current and scrolls it into view.
  /// - Parameter extends: whether to select the range from the anchor.
  /// - Complexity: O(*n*) in the number of items in that range.
  @MainActor private func setCurrent(_ index: Int, extends: Bool) throws {
    let isOther = index != model.current
    if extends, let selection {
      let ids = selection.wrappedValue
      var anchor = LazyGridModel.Anchor(
        id: data.item(model.current).id, base: ids, selected: ids)
      var from = model.current
      // If the selection was changed elsewhere, or the anchor item is gone, a new range starts.
      if let old = model.anchor, old.selected == ids,
        let start = self.index(of: old.id, near: model.current)
      {
        (anchor, from) = (old, start)
      }
      let range = min(from, index)...max(from, index)
      anchor.selected = anchor.base.union(range.map { data.item($0).id })
      selection.wrappedValue = anchor.selected
      model.anchor = anchor
    } else {
      model.anchor = nil
    }
    (model.current, model.currentID) = (index, data.item(index).id)
    model.viewport.pinnedRow = index / model.columns
    model.viewport.reveal(row: index / model.columns)
    changes += 1
    guard isOther else { return }
    setBinding()
    try onSelect?(data.item(index))
  }
}

/// The current item of a grid and its scroll position.
@MainActor
private final class LazyGridModel<ID: Hashable & Sendable> {
  /// The first item of a range selection, the selection before the range, and the resulting
  /// selection.
  struct Anchor {
    let id: ID
    let base: Set<ID>
    var selected: Set<ID>
  }

  let viewport = ViewportState()
  /// Items in a row.
  var columns = 1
  var current = 0
  var currentID: ID?
  var asked: ID?
  /// The last item that the program's binding had.
  var bound: ID?
  /// Whether the binding has an item that does not exist yet.
  var isWaiting = false
  /// Whether to scroll the requested item into view.
  var needsReveal = false
  /// The current item that the program was last notified of, and the number of times the data
  /// changed the current item.
  var notifiedCurrent: ID?
  var pendingNotifications = 0
  var anchor: Anchor?

  nonisolated init() {}
}

/// The rows of a grid, by index.
@MainActor
private final class LazyGridRows: RowSource {
  private let rows: Int
  private let make: @MainActor (Int) throws -> Node

  init(count: Int, _ make: @escaping @MainActor (Int) throws -> Node) {
    (rows, self.make) = (count, make)
  }

  override var count: Int { rows }
  override func content(at row: Int) throws -> Node { try make(row) }
}
