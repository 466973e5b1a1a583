import MillraceLayout
import MillraceRender

/// Rows of a collection, one of them current, as many as there is room for.
///
/// Only the rows that show exist: what a list costs follows the height of its box, not the length
/// of the collection. Rows may be of different heights. Up, Down, PgUp, PgDn, Home and End change
/// the current row, and so does a click; the wheel scrolls. Tab stops at the list and then at the
/// controls of its current row.
///
/// A row that is higher than the box shows its beginning. The local state of a row ends when the
/// row scrolls out of the box: what has to last belongs into the items.
///
/// Enter and Space go to the first control of the current row, if nothing else answers them.
public struct List<Data: RandomAccessCollection>: LiveComponent
where Data.Index == Int, Data.Element: Identifiable, Data.Element.ID: Sendable {
  public typealias Item = Data.Element

  let data: Data
  let marker: String
  let select: Item.ID?
  let onKey: (@MainActor (Key, Item) -> Bool)?
  let onSelect: (@MainActor (Item) -> Void)?
  let row: @MainActor (Item) -> Node
  @Local private var model = ListModel<Item.ID>()
  @Local private var changes = 0

  /// - Parameters:
  ///   - data: what to list. Ids must be unique.
  ///   - marker: stands before the current row; the other rows are indented as far.
  ///   - select: makes the item with this id the current one, each time that this id changes.
  ///   - onKey: asked about keys, with the current item, before the list itself.
  ///   - onSelect: called when a row becomes the current one by a key or the mouse.
  ///   - row: what to show for an item.
  public init(
    _ data: Data, marker: String = "› ", select: Item.ID? = nil,
    onKey: (@MainActor (Key, Item) -> Bool)? = nil,
    onSelect: (@MainActor (Item) -> Void)? = nil,
    @NodeBuilder row: @escaping @MainActor (Item) -> Node
  ) {
    self.data = data
    self.marker = marker
    self.select = select
    self.onKey = onKey
    self.onSelect = onSelect
    self.row = row
  }

  public func body(in context: RenderContext) -> Node {
    guard context.isInteractive else { return everyRow }
    _ = changes
    let model = model
    model.adopt(select: select, data)
    let shown = model.window(count: data.count)
    let gutter = displayWidth(of: SafeText.visible(marker))
    let rows = shown.map { index in
      let item = data[data.startIndex + index]
      return wrapped(
        row(item), isCurrent: index == model.current, gutter: gutter,
        touched: { setCurrent(index, in: model) }
      ).key(item.id)
    }

    // Two boxes: the inner one asks for a line a row, gives up what there is no room for, and
    // fills the outer one, which may have any place and size that a program gives it.
    var inner = LayoutStyle.element
    inner.direction = .column
    inner.overflow = .clip
    inner.basis = .cells(Double(max(data.count, model.knownHeight ?? 0)))
    inner.minHeight = data.isEmpty ? 0 : 1
    inner.grow = 1
    inner.justifyContent = model.isAtBottom ? .end : .start
    var outer = LayoutStyle.element
    outer.direction = .column
    outer.overflow = .clip
    outer.minHeight = inner.minHeight
    var attributes = TerminalAttributes()
    attributes.isFocusable = !data.isEmpty
    var learning = TerminalHandlers()
    learning.laidOut = { report in
      if model.learn(report, count: data.count) { changes += 1 }
    }
    let window = Element(
      BoxContent(isElastic: true), style: inner, handlers: learning, children: rows)
    return Node(
      Element(
        BoxContent(), style: outer, attributes: attributes, handlers: handlers(of: model),
        children: [Node(window)]))
  }

  @MainActor private var everyRow: Node {
    var style = LayoutStyle.element
    style.direction = .column
    return Node(Element(BoxContent(), style: style, children: data.map { row($0).key($0.id) }))
  }

  @MainActor private func wrapped(
    _ row: Node, isCurrent: Bool, gutter: Int, touched: @escaping @MainActor () -> Void
  ) -> Node {
    var style = LayoutStyle.element
    style.direction = .row
    style.shrink = 0
    style.overflow = .clip
    var attributes = TerminalAttributes()
    attributes.tabStops = isCurrent ? .all : TerminalAttributes.TabStops.none
    if isCurrent && model.hasFocus { attributes.style = Style(attributes: .bold) }
    var handlers = TerminalHandlers()
    handlers.touched = { _ in touched() }
    var children: [Node] = []
    if gutter > 0 {
      let sign = isCurrent ? Text(marker).dim(!model.hasFocus) : Text("").node
      children.append(sign.width(.cells(Double(gutter))).shrink(0))
    }
    children.append(row.layout(\.grow, 1))
    return Node(
      Element(
        BoxContent(), style: style, attributes: attributes, handlers: handlers,
        children: children))
  }

  @MainActor private func handlers(of model: ListModel<Item.ID>) -> TerminalHandlers {
    var handlers = TerminalHandlers()
    handlers.key = { key, context in
      if let item = currentItem(of: model), let onKey, onKey(key, item) { return true }
      if let target = model.target(of: key, count: data.count) {
        // An arrow in a control of a row goes on in the list.
        if context.focusIsInside { context.takeFocus() }
        setCurrent(target, in: model)
        return true
      }
      guard key == .enter || key == .space, !context.focusIsInside else { return false }
      return context.activateFirstControl()
    }
    handlers.wheel = { lines, _ in
      guard model.scroll(by: lines, count: data.count) else { return false }
      model.remember(data)
      changes += 1
      return true
    }
    handlers.focusChanged = { hasFocus in
      model.hasFocus = hasFocus
      changes += 1
    }
    return handlers
  }

  @MainActor private func currentItem(of model: ListModel<Item.ID>) -> Item? {
    guard model.current < data.count else { return nil }
    return data[data.startIndex + model.current]
  }

  @MainActor private func setCurrent(_ index: Int, in model: ListModel<Item.ID>) {
    guard index < data.count, model.setCurrent(index) else { return }
    model.remember(data)
    changes += 1
    onSelect?(data[data.startIndex + index])
  }
}
