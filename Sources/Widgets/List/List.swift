import MillraceIdentifiedList
import MillraceLayout
import MillraceRender

/// Rows of a collection, one of them current, as many as there is room for.
///
/// Only the rows that show exist: what a list costs follows the height of its box, not the length
/// of the collection. Rows may be of different heights. Up, Down, PgUp, PgDn, Home and End change
/// the current row, and so does a click; the wheel scrolls. Tab stops at the list and then at the
/// controls of its current row.
///
/// A list takes the room that is left in its container, whatever its rows hold: a container that is to
/// give it room takes that itself, by `grow()` say.
///
/// A row that is higher than the box scrolls by lines while it is the current one. A row that scrolls out
/// disappears, and its tasks end; its local state waits for it as long as its item is in the collection
/// (where items are not found by id, as in an array, that of the 1,000 rows last seen).
///
/// Enter and Space go to the first control of the current row, if nothing else answers them.
///
/// A ``KeyMap`` in the environment gives the list other keys, by the names `list.up`, `list.down`,
/// `list.pageUp`, `list.pageDown`, `list.first`, `list.last`, `list.select`, `list.selectAll`,
/// `list.extendUp`, `list.extendDown`, `list.extendPageUp`, `list.extendPageDown`, `list.extendFirst` and
/// `list.extendLast`.
public struct List<Data: RandomAccessCollection>: LiveComponent
where Data.Element: Identifiable, Data.Element.ID: Sendable {
  public typealias Item = Data.Element

  let data: Data
  private let select: Item.ID?
  private let onKey: (@MainActor (Key, Item) throws -> Bool)?
  private let onSelect: (@MainActor (Item) throws -> Void)?
  let options: ListOptions<Item>
  private let row: @MainActor (Item) throws -> Node
  /// The key and the content of a row. Made where the types are known: it is called for every row.
  private let makeRow: @MainActor (Int) throws -> (NodeKey, Node)
  private let rendering: ListRendering
  @Local private var model = ListModel<Item.ID>()
  @Local private var rows = ListRows()
  @Local private var shelf = StateShelf()
  @Local var changes = 0
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - data: what to list. Ids must be unique.
  ///   - marker: stands before the current row; the other rows are indented as far. Its last column, a
  ///     space, shows what is selected.
  ///   - select: makes the item with this id the current one, each time that this id changes.
  ///   - onKey: asked about keys, with the current item, before the list itself.
  ///   - onSelect: called when a row becomes the current one by a key or the mouse; not when the data
  ///     moves it.
  ///   - current: is set to the id of the current item, whatever makes it that: nil where there is no item.
  ///   - selection: the ids of the selected items, of which there may be many. Space selects the current
  ///     item, or no longer, and so does a click with Ctrl; Ctrl-A selects all. With Shift, arrows, PgUp, PgDn,
  ///     Home, End and a click select all from the row where that began to the new current one. Many
  ///     terminals keep clicks with Shift to themselves.
  ///   - bar: whether a bar at the right shows the place in the list.
  ///   - onReachEnd: called when the last item comes into view, once for each number of items: to load
  ///     more.
  ///   - onMove: makes rows draggable: called while the left mouse button drags a row over others, with its
  ///     item and the place among the items, as they were shown last, where it is to stand afterwards, counted
  ///     from 0. The list shows the order that the data has then. A row that is dragged out of the list goes on
  ///     by one place with each motion.
  ///   - row: what to show for an item.
  @MainActor
  @inlinable
  public init(
    _ data: Data, marker: String = "› ", select: Item.ID? = nil,
    onKey: (@MainActor (Key, Item) throws -> Bool)? = nil,
    onSelect: (@MainActor (Item) throws -> Void)? = nil,
    current: Binding<Item.ID?>? = nil, selection: Binding<Set<Item.ID>>? = nil, bar: Bool = false,
    onReachEnd: (@MainActor () -> Void)? = nil,
    onMove: (@MainActor (_ item: Item, _ to: Int) throws -> Void)? = nil,
    @NodeBuilder row: @escaping @MainActor (Item) throws -> Node
  ) {
    let options = ListOptions<Item>(
      current: current, selection: selection, bar: bar, onReachEnd: onReachEnd, onMove: onMove)
    self.init(data, marker, select, onKey, onSelect, options, row) { index in
      let item = data.item(index)
      return (NodeKey(item.id), try row(item))
    }
  }

  @MainActor
  @usableFromInline
  init(
    _ data: Data, _ marker: String, _ select: Item.ID?,
    _ onKey: (@MainActor (Key, Item) throws -> Bool)?,
    _ onSelect: (@MainActor (Item) throws -> Void)?, _ options: ListOptions<Item>,
    _ row: @escaping @MainActor (Item) throws -> Node,
    makeRow: @escaping @MainActor (Int) throws -> (NodeKey, Node)
  ) {
    self.data = data
    self.select = select
    self.onKey = onKey
    self.onSelect = onSelect
    self.options = options
    self.row = row
    self.makeRow = makeRow
    rendering = ListRendering(marker: marker)
  }

  public func body(in context: RenderContext) throws -> Node {
    guard context.isInteractive else { return try page(in: context) }
    _ = changes
    let model = model
    model.adopt(keyMap)
    model.adopt(select: select, data)
    let shown = model.window(count: data.count)
    let window = LayoutStyle.element {
      $0.direction = .column
      $0.overflow = .clip
      $0.position = .absolute
      $0.inset = Edges(right: options.bar ? 1 : 0)
    }
    let learning = Handlers {
      $0.laidOut = { report, _ in
        if model.learn(report, count: data.count) { changes += 1 }
        if let onReachEnd = options.onReachEnd, model.reachesEnd(count: data.count) {
          onReachEnd()
        }
      }
    }
    // What scrolled out above still has its place, so that the rows that stay do not move.
    let lead = LayoutStyle.element {
      $0.height = .cells(Double(model.lead))
      $0.shrink = 0
    }
    let rows = rows
    rows.touched = { if isEnabled { try touch($0, $1, in: model) } }
    if rows.rendering !== rendering {
      shelf.isGone = { model.isGone($0, in: data) }
      shelf.limit = data is any IdentifiedCollection<Item> ? .max : 1_000
      shelf.prune()
    }
    let selection = options.selection?.wrappedValue ?? []
    let shownRows = try rows.update(
      rendering, gutter: context.columns(of: rendering.marker), shown, current: model.current,
      hasFocus: model.hasFocus,
      isSelected: { !selection.isEmpty && selection.contains(data.item($0).id) }, theme: theme,
      make: makeRow)
    let children = [Node(Element(Container(), style: lead))] + shownRows
    // Whatever is in it, it takes the room that is left, and a line at least.
    let style = LayoutStyle.element {
      $0.grow = 1
      $0.overflow = .scroll
      $0.minHeight = data.isEmpty ? 0 : 1
      if options.bar { $0.padding.right = 1 }
    }
    var looks = Looks()
    // The focus stays where it is when the last item goes.
    looks.isFocusable = isEnabled && (!data.isEmpty || model.hasFocus)
    looks.style = isEnabled ? Style() : theme.muted
    if isEnabled, options.onMove != nil { looks.pointer = .drags }
    return Node(
      Element(
        Container(), style: style, looks: looks, handlers: handlers(of: model),
        children: [
          Node(
            Element(
              Container(), style: window, offset: CellPoint(x: 0, y: model.offset),
              handlers: learning, shelf: shelf, children: children)),
          options.bar
            ? scrollBar(
              .vertical, start: model.visible.lowerBound, shown: max(1, model.visible.count),
              total: data.count, length: model.height
            ) { start in
              _ = try moved(in: model) { model.show(from: start, count: data.count) }
            }
            : .empty,
        ])
    )
    .onAppear { tell(model.currentID) }
    .onChange(of: model.currentID) { _, id in tell(id) }
  }

  @MainActor private func tell(_ id: Item.ID?) {
    guard let current = options.current, current.wrappedValue != id else { return }
    current.wrappedValue = id
  }

  /// All rows, each made, printed and let go.
  @MainActor private func page(in context: RenderContext) throws -> Node {
    var lines: [String] = []
    // By an iterator, which finds the next element sooner than a place does.
    for item in data { lines += try context.lines(of: try row(item)) }
    return lines.isEmpty ? .empty : Text(lines.joined(separator: "\n")).node
  }

  @MainActor private func handlers(of model: ListModel<Item.ID>) -> Handlers {
    Handlers {
      $0.key = { key, context in
        guard isEnabled else { return false }
        if let item = currentItem(of: model), let onKey, try onKey(key, item) { return true }
        if let command = model.keys.command(of: key) {
          if try select(by: command, in: model, context) { return true }
          if !context.focusIsInside, model.scrollRow(by: model.lines(of: command)) {
            changes += 1
            return true
          }
          if let target = model.target(of: command, count: data.count) {
            // An arrow in a control of a row goes on in the list.
            if context.focusIsInside { context.takeFocus() }
            try setCurrent(target, in: model)
            return true
          }
        }
        guard key == .enter || key == .space, !context.focusIsInside else { return false }
        return context.activateFirstControl()
      }
      $0.wheel = { distance, _ in
        guard distance.y != 0 else { return false }
        return try moved(in: model) { model.scroll(by: distance.y, count: data.count) }
      }
      $0.focusChanged = { hasFocus in
        model.hasFocus = hasFocus
        changes += 1
      }
      if isEnabled, let onMove = options.onMove {
        $0.pointer = { event, _ in try drag(event, in: model, onMove) }
      }
    }
  }

  /// Takes note of a scroll, which may have made another row the current one.
  @MainActor private func moved(
    in model: ListModel<Item.ID>, _ scroll: () -> Bool
  ) throws -> Bool {
    let old = model.current
    guard scroll() else { return false }
    model.remember(data)
    changes += 1
    if model.current != old {
      tell(model.currentID)
      try onSelect?(data.item(model.current))
    }
    return true
  }

  @MainActor func currentItem(of model: ListModel<Item.ID>) -> Item? {
    guard model.current < data.count else { return nil }
    return data.item(model.current)
  }

  @MainActor func setCurrent(_ index: Int, in model: ListModel<Item.ID>) throws {
    model.range = nil
    guard index >= 0, index < data.count, model.setCurrent(index) else { return }
    model.remember(data)
    changes += 1
    tell(model.currentID)
    try onSelect?(data.item(index))
  }
}

/// What few lists want.
@usableFromInline
struct ListOptions<Item: Identifiable> {
  let current: Binding<Item.ID?>?
  let selection: Binding<Set<Item.ID>>?
  let bar: Bool
  let onReachEnd: (@MainActor () -> Void)?
  let onMove: (@MainActor (Item, Int) throws -> Void)?

  @usableFromInline
  init(
    current: Binding<Item.ID?>?, selection: Binding<Set<Item.ID>>?, bar: Bool,
    onReachEnd: (@MainActor () -> Void)?, onMove: (@MainActor (Item, Int) throws -> Void)?
  ) {
    self.current = current
    self.selection = selection
    self.bar = bar
    self.onReachEnd = onReachEnd
    self.onMove = onMove
  }
}
