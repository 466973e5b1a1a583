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
/// A row that is higher than the box shows its beginning. The local state of a row ends when the
/// row scrolls out of the box: what has to last belongs into the items.
///
/// Enter and Space go to the first control of the current row, if nothing else answers them.
public struct List<Data: RandomAccessCollection>: LiveComponent
where Data.Index == Int, Data.Element: Identifiable, Data.Element.ID: Sendable {
  public typealias Item = Data.Element

  private let data: Data
  private let select: Item.ID?
  private let onKey: (@MainActor (Key, Item) throws -> Bool)?
  private let onSelect: (@MainActor (Item) throws -> Void)?
  private let row: @MainActor (Item) throws -> Node
  /// The key and the content of a row. Made where the types are known: it is called for every row.
  private let makeRow: @MainActor (Int) throws -> (NodeKey, Node)
  private let rendering: ListRendering
  @Local private var model = ListModel<Item.ID>()
  @Local private var rows = ListRows()
  @Local private var changes = 0

  /// - Parameters:
  ///   - data: what to list. Ids must be unique.
  ///   - marker: stands before the current row; the other rows are indented as far.
  ///   - select: makes the item with this id the current one, each time that this id changes.
  ///   - onKey: asked about keys, with the current item, before the list itself.
  ///   - onSelect: called when a row becomes the current one by a key or the mouse.
  ///   - row: what to show for an item.
  @MainActor
  @inlinable
  public init(
    _ data: Data, marker: String = "› ", select: Item.ID? = nil,
    onKey: (@MainActor (Key, Item) throws -> Bool)? = nil,
    onSelect: (@MainActor (Item) throws -> Void)? = nil,
    @NodeBuilder row: @escaping @MainActor (Item) throws -> Node
  ) {
    self.init(data, marker, select, onKey, onSelect, row) { index in
      let item = data[data.startIndex + index]
      return (NodeKey(item.id), try row(item))
    }
  }

  @MainActor
  @usableFromInline
  init(
    _ data: Data, _ marker: String, _ select: Item.ID?,
    _ onKey: (@MainActor (Key, Item) throws -> Bool)?,
    _ onSelect: (@MainActor (Item) throws -> Void)?,
    _ row: @escaping @MainActor (Item) throws -> Node,
    makeRow: @escaping @MainActor (Int) throws -> (NodeKey, Node)
  ) {
    self.data = data
    self.select = select
    self.onKey = onKey
    self.onSelect = onSelect
    self.row = row
    self.makeRow = makeRow
    rendering = ListRendering(marker: marker)
  }

  public func body(in context: RenderContext) throws -> Node {
    guard context.isInteractive else { return try everyRow() }
    _ = changes
    let model = model
    model.adopt(select: select, data)
    let shown = model.window(count: data.count)
    let window = LayoutStyle.element {
      $0.direction = .column
      $0.overflow = .clip
      $0.position = .absolute
      $0.inset = .zero
    }
    let learning = Handlers {
      $0.laidOut = { report, _ in if model.learn(report, count: data.count) { changes += 1 } }
    }
    // What scrolled out above still has its place, so that the rows that stay do not move.
    let lead = LayoutStyle.element {
      $0.height = .cells(Double(model.lead))
      $0.shrink = 0
    }
    let rows = rows
    rows.touched = { try setCurrent($0, in: model) }
    let shownRows = try rows.update(
      rendering, gutter: context.columns(of: rendering.marker), shown, current: model.current,
      hasFocus: model.hasFocus,
      make: makeRow)
    let children = [Node(Element(Container(), style: lead))] + shownRows
    // Whatever is in it, it takes the room that is left, and a line at least.
    let style = LayoutStyle.element {
      $0.grow = 1
      $0.overflow = .scroll
      $0.minHeight = data.isEmpty ? 0 : 1
    }
    var looks = Looks()
    looks.isFocusable = !data.isEmpty
    return Node(
      Element(
        Container(), style: style, looks: looks, handlers: handlers(of: model),
        children: [
          Node(
            Element(
              Container(), style: window, offset: CellPoint(x: 0, y: model.offset),
              handlers: learning, children: children))
        ]))
  }

  @MainActor private func everyRow() throws -> Node {
    Node(
      Element(
        Container(), style: .element { $0.direction = .column },
        children: try data.map { try row($0).key($0.id) }))
  }

  @MainActor private func handlers(of model: ListModel<Item.ID>) -> Handlers {
    Handlers {
      $0.key = { key, context in
        if let item = currentItem(of: model), let onKey, try onKey(key, item) { return true }
        if let target = model.target(of: key, count: data.count) {
          // An arrow in a control of a row goes on in the list.
          if context.focusIsInside { context.takeFocus() }
          try setCurrent(target, in: model)
          return true
        }
        guard key == .enter || key == .space, !context.focusIsInside else { return false }
        return context.activateFirstControl()
      }
      $0.wheel = { lines, _ in
        guard model.scroll(by: lines, count: data.count) else { return false }
        model.remember(data)
        changes += 1
        return true
      }
      $0.focusChanged = { hasFocus in
        model.hasFocus = hasFocus
        changes += 1
      }
    }
  }

  @MainActor private func currentItem(of model: ListModel<Item.ID>) -> Item? {
    guard model.current < data.count else { return nil }
    return data[data.startIndex + model.current]
  }

  @MainActor private func setCurrent(_ index: Int, in model: ListModel<Item.ID>) throws {
    guard index < data.count, model.setCurrent(index) else { return }
    model.remember(data)
    changes += 1
    try onSelect?(data[data.startIndex + index])
  }
}
