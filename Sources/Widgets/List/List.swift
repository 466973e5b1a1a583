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
/// of two rows. A row whose content depends on whether it is current reads
/// ``EnvironmentValues/isCurrentRow``, and is then rendered again.
///
/// A list takes the remaining space of its container, whatever its rows contain. The size of the
/// container must therefore not depend on the list: give the container a size, for example by
/// `grow()`.
///
/// A current row that is taller than the box scrolls by lines. A row that scrolls out of view
/// disappears, and its tasks end. Its local state is kept as long as its item is in the collection.
/// In a collection without lookup by id, such as an array, only the 1,000 rows last seen keep their
/// local state.
///
/// A list without rows can have the focus, too, so that the keys of the views around it work.
///
/// Enter and Space activate the first control of the current row if nothing else handles them. The
/// keys' names in a ``KeyMap`` are `list.up`, `list.down`, `list.pageUp`, `list.pageDown`,
/// `list.first`, `list.last`, `list.select` and `list.selectAll`.
///
/// The current item, the selection, sections and the other options are modifiers: see ``RowsView``.
public struct List<Data: RandomAccessCollection>: LinearRowsView
where Data.Element: Identifiable, Data.Element.ID: Sendable {
  /// An element of the data.
  public typealias Item = Data.Element

  private let rows: @MainActor (RowOptions<Item>) -> ListRows
  public var rowOptions = RowOptions<Item>()

  /// - Parameters:
  ///   - data: the items: an array, an ``IdentifiedList`` or another collection of `Identifiable`
  ///     elements. Ids must be unique.
  ///   - row: builds the content of an item's row.
  @MainActor
  @inlinable
  public init(_ data: Data, @NodeBuilder row: @escaping @MainActor (Item) throws -> Node) {
    // The closures are called for every row: in this inlinable initializer, the compiler can
    // specialize them.
    self.init(
      data, key: { NodeKey(data.item($0).id) }, content: { try row(data.item($0)) })
  }

  @MainActor
  @usableFromInline
  init(
    _ data: Data, key: @escaping @MainActor (Int) -> NodeKey,
    content: @escaping @MainActor (Int) throws -> Node
  ) {
    rows = { ListSource(data, $0, key: key, content: content) }
  }

  public var node: Node {
    ListView(options: rowOptions) { [rowOptions, rows] in rows(rowOptions) }.node
  }
}

extension RandomAccessCollection {
  /// The element at a distance from the first.
  @inlinable
  package func item(_ offset: Int) -> Element { self[index(startIndex, offsetBy: offset)] }
}
