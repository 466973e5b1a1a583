import MillraceIdentifiedList
import MillraceLayout
import MillraceRender

/// A scrolling list of a collection's items. One row is current.
///
/// Only the visible rows exist: the cost of a list depends on the height of its box, not on the
/// length of the collection. Rows may have different heights. Up, Down, PgUp, PgDn, Home, End and a
/// click change the current row and scroll it into view. The wheel and the scroll bar scroll
/// without changing the current row. Tab stops at the list, then at the controls of its current
/// row.
///
/// A change of the current row does not render anything: the host redraws the marker and the style
/// of two rows. Content that depends on being current reads ``EnvironmentValues/isCurrentRow`` and
/// is rendered again.
///
/// A list takes the remaining space of its container, whatever its rows contain: the container must
/// have that space itself, for example through `grow()`.
///
/// A current row that is taller than the box scrolls by lines. A row that scrolls out of view
/// disappears, and its tasks end. Its local state is kept as long as its item is in the collection;
/// for collections without lookup by id, such as an array, for the 1,000 rows last seen.
///
/// Enter and Space go to the first control of the current row if nothing else handles them.
///
/// The keys' names in a ``KeyMap`` are `list.up`, `list.down`, `list.pageUp`, `list.pageDown`,
/// `list.first`, `list.last`, `list.select`, `list.selectAll`, `list.extendUp`, `list.extendDown`,
/// `list.extendPageUp`, `list.extendPageDown`, `list.extendFirst` and `list.extendLast`.
public struct List<Data: RandomAccessCollection>: NodeConvertible
where Data.Element: Identifiable, Data.Element.ID: Sendable {
  /// An element of the data.
  public typealias Item = Data.Element

  public let node: Node

  /// - Parameters:
  ///   - data: the items. Ids must be unique.
  ///   - marker: shown before the current row; the other rows are indented by its width. Its last
  ///     column, a space, marks selected rows.
  ///   - select: the id of the item to make current; applied each time it changes.
  ///   - onKey: called with keys and the current item before the list handles them.
  ///   - onSelect: called when a key or the mouse makes another row current; not when the data
  ///     moves the current row.
  ///   - current: the id of the current item, whatever changed it; nil if there is no item. The
  ///     program makes another item current by setting it: at once, or as soon as the item exists.
  ///   - selection: the ids of the selected items. Space and Ctrl-click toggle an item; Ctrl-A
  ///     selects all. With Shift, arrows, PgUp, PgDn, Home, End and a click select the range from
  ///     the anchor to the new current row. Many terminals do not forward Shift-clicks.
  ///   - bar: whether a scroll bar is shown at the right.
  ///   - highlightsRow: whether the theme's selection style applies to the whole current row while
  ///     the list has the focus. By default it applies only to the marker, so that a row with
  ///     unchanged text is not written to the terminal again.
  ///   - isHeader: whether an item is the header of the items after it, up to the next header. A
  ///     header stays at the top while its items are visible, and is never current. To find the
  ///     header of an item, the list calls this for each item from there up to the header.
  ///   - onReachEnd: called when the last item comes into view, for example to load more items.
  ///     Called once for each number of items.
  ///   - onMove: makes rows draggable. Called while the left mouse button drags a row over others,
  ///     with the item and its new index among the items last shown. The list then shows the order
  ///     of the new data. A row dragged out of the list moves on by one index with each mouse
  ///     motion.
  ///   - followsEnd: whether a list scrolled to its end stays there when items are added or the
  ///     last one grows, as in a chat. The last item is then current.
  ///   - isAtEnd: set to whether the end of the last item is visible.
  ///   - row: builds the content of an item's row.
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
    // The closures are called for every row: in this inlinable initializer, the compiler can
    // specialize them.
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

/// Options that few lists use.
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
  /// The element at a distance from the first.
  @inlinable
  package func item(_ place: Int) -> Element { self[index(startIndex, offsetBy: place)] }
}
