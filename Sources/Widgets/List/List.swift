import MillraceIdentifiedList
import MillraceLayout
import MillraceRender

/// Rows of a collection, one of them current, as many as there is room for.
///
/// Only the rows that show exist: what a list costs follows the height of its box, not the length
/// of the collection. Rows may be of different heights. Up, Down, PgUp, PgDn, Home and End change
/// the current row and bring it into view, and so does a click. The wheel and the bar scroll, and leave the
/// current row where it is. Tab stops at the list and then at the controls of its current row.
///
/// Another current row is no rendering: the host draws the marker and the style of two rows. What is to show
/// more in the current row reads ``EnvironmentValues/isCurrentRow``, and is rendered then.
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
public struct List<Data: RandomAccessCollection>: NodeConvertible
where Data.Element: Identifiable, Data.Element.ID: Sendable {
  public typealias Item = Data.Element

  public let node: Node

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
  ///   - highlightsRow: whether the theme's style of what is selected is that of the whole current row, while the
  ///     list has the focus. By default it is that of the marker: a row whose text looks the same is not
  ///     written again.
  ///   - isHeader: whether an item is the header of those after it, up to the next header. It sticks to the top
  ///     while they show, and is never the current row. Finding it costs as many calls as there are items
  ///     between.
  ///   - onReachEnd: called when the last item comes into view, once for each number of items: to load
  ///     more.
  ///   - onMove: makes rows draggable: called while the left mouse button drags a row over others, with its
  ///     item and the place among the items, as they were shown last, where it is to stand afterwards, counted
  ///     from 0. The list shows the order that the data has then. A row that is dragged out of the list goes on
  ///     by one place with each motion.
  ///   - followsEnd: whether the list stays at its end, once there, when items are added or the last one grows: for a
  ///     chat. The last item is the current one then.
  ///   - isAtEnd: is set to whether the end of the last item shows.
  ///   - row: what to show for an item.
  @MainActor
  @inlinable
  public init(
    _ data: Data, marker: String = "› ", select: Item.ID? = nil,
    onKey: (@MainActor (Key, Item) throws -> Bool)? = nil,
    onSelect: (@MainActor (Item) throws -> Void)? = nil,
    current: Binding<Item.ID?>? = nil, selection: Binding<Set<Item.ID>>? = nil, bar: Bool = false,
    highlightsRow: Bool = false, isHeader: (@MainActor (Item) -> Bool)? = nil,
    onReachEnd: (@MainActor () -> Void)? = nil,
    onMove: (@MainActor (_ item: Item, _ to: Int) throws -> Void)? = nil,
    followsEnd: Bool = false, isAtEnd: Binding<Bool>? = nil,
    @NodeBuilder row: @escaping @MainActor (Item) throws -> Node
  ) {
    let options = ListOptions<Item>(
      onKey: onKey, onSelect: onSelect, current: current, selection: selection,
      isHeader: isHeader, onMove: onMove, followsEnd: followsEnd, isAtEnd: isAtEnd)
    // Made where the types are known: they are called for every row.
    self.init(
      data, marker, select, bar, highlightsRow, onReachEnd, options,
      key: { NodeKey(data.item($0).id) },
      content: { try row(data.item($0)) })
  }

  @MainActor
  @usableFromInline
  init(
    _ data: Data, _ marker: String, _ select: Item.ID?, _ bar: Bool,
    _ highlightsRow: Bool, _ onReachEnd: (@MainActor () -> Void)?, _ options: ListOptions<Item>,
    key: @escaping @MainActor (Int) -> NodeKey, content: @escaping @MainActor (Int) throws -> Node
  ) {
    let source = ListSource(data, options, key: key, content: content)
    node =
      ListView(
        source: source, marker: marker, select: select.map { NodeKey($0) }, hasBar: bar,
        highlightsRow: highlightsRow, onReachEnd: onReachEnd, followsEnd: options.followsEnd,
        isAtEnd: options.isAtEnd
      ).node
  }
}

/// What few lists want.
@usableFromInline
struct ListOptions<Item: Identifiable> {
  let onKey: (@MainActor (Key, Item) throws -> Bool)?
  let onSelect: (@MainActor (Item) throws -> Void)?
  let current: Binding<Item.ID?>?
  let selection: Binding<Set<Item.ID>>?
  let isHeader: (@MainActor (Item) -> Bool)?
  let onMove: (@MainActor (Item, Int) throws -> Void)?
  let followsEnd: Bool
  let isAtEnd: Binding<Bool>?

  @usableFromInline
  init(
    onKey: (@MainActor (Key, Item) throws -> Bool)?,
    onSelect: (@MainActor (Item) throws -> Void)?, current: Binding<Item.ID?>?,
    selection: Binding<Set<Item.ID>>?, isHeader: (@MainActor (Item) -> Bool)?,
    onMove: (@MainActor (Item, Int) throws -> Void)?, followsEnd: Bool = false,
    isAtEnd: Binding<Bool>? = nil
  ) {
    self.onKey = onKey
    self.onSelect = onSelect
    self.current = current
    self.selection = selection
    self.isHeader = isHeader
    self.onMove = onMove
    self.followsEnd = followsEnd
    self.isAtEnd = isAtEnd
  }
}

extension RandomAccessCollection {
  /// The element so many places from the first.
  @inlinable
  package func item(_ place: Int) -> Element { self[index(startIndex, offsetBy: place)] }
}
