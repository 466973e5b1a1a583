import MillraceRender

/// A view of a collection's items, one of which is current: ``List``, ``Table``, ``Tree`` and
/// ``LazyGrid``.
///
/// ```swift
/// List(items) { Text($0.title) }
///   .current($current)
///   .selection($chosen)
///   .onActivate { open($0) }
///   .grow()
/// ```
/// All of these views have the modifiers below, which come before those of a node, such as
/// `grow()`.
public protocol RowsView: NodeConvertible {
  /// An element of the data.
  associatedtype Item: Identifiable where Item.ID: Sendable
  /// The options that the modifiers have set.
  var rowOptions: RowOptions<Item> { get set }
}

/// A ``RowsView`` with an item on each row: ``List``, ``Table`` and ``Tree``.
public protocol LinearRowsView: RowsView {}

/// The options that the modifiers of a ``RowsView`` have set.
public struct RowOptions<Item: Identifiable>: Sendable where Item.ID: Sendable {
  var marker = "› "
  // Type-erased: with an `Item.ID`, the layout of this struct would depend on the type of the
  // items.
  var select: NodeKey?
  var current: Binding<Item.ID?>?
  var selection: Binding<Set<Item.ID>>?
  var onKey: (@MainActor (Key, Item) throws -> Bool)?
  var onSelect: (@MainActor (Item) throws -> Void)?
  var onActivate: (@MainActor (Item) throws -> Void)?
  var isHeader: (@MainActor (Item) -> Bool)?
  var onMove: (@MainActor (Item, Int) throws -> Void)?
  var onReachEnd: (@MainActor () -> Void)?
  var followsEnd = false
  var isAtEnd: Binding<Bool>?
  var hasBar = false
  var highlightsRow = false
  /// Whether `onKey` uses typed letters and digits to find an item. Digits are then not counts.
  var findsByTyping = false

  /// Makes the options of a view without modifiers.
  public init() {}
}

extension RowsView {
  private func with(_ change: (inout RowOptions<Item>) -> Void) -> Self {
    var view = self
    change(&view.rowOptions)
    return view
  }

  /// Binds the id of the current item; nil if there is no item. The view sets the binding whenever
  /// the current item changes, for any reason. If the program sets it, that item becomes current:
  /// at once, or as soon as it exists. Without this modifier, the view stores the current item
  /// itself.
  public func current(_ id: Binding<Item.ID?>?) -> Self { with { $0.current = id } }

  /// Makes an item current each time the id changes. The user may make another one current.
  public func select(_ id: Item.ID?) -> Self {
    with { $0.select = id.map { NodeKey($0) } }
  }

  /// Binds the ids of the selected items. Without this modifier, no item can be selected. Space and
  /// Ctrl-click toggle an item; Ctrl-A selects all. Shift with movement keys or clicks selects a
  /// range: from the item that was current at the first of them to the new current item. Many
  /// terminals do not forward Shift-clicks.
  public func selection(_ ids: Binding<Set<Item.ID>>?) -> Self { with { $0.selection = ids } }

  /// Sets the text before the current item; the others are indented by its width. The text should
  /// end with a space, which is replaced by a dot if the item is selected. The default is `"› "`.
  public func marker(_ text: String) -> Self { with { $0.marker = text } }

  /// Applies the theme's selection style to the whole current row while the view has the focus. By
  /// default, the style applies only to the marker, so that a row with unchanged text is not
  /// written to the terminal again; in a ``Table`` in which rows are current, not cells, and in a
  /// ``LazyGrid``, it applies to the row or cell.
  public func highlightsRow(_ isOn: Bool = true) -> Self { with { $0.highlightsRow = isOn } }

  /// Shows a scroll bar at the right. A ``List`` has none by default; the other views have one.
  public func scrollBar(_ isShown: Bool = true) -> Self { with { $0.hasBar = isShown } }

  /// If the view is at its end when items are added or the last one grows, scrolls to the new end,
  /// as in a chat. An item added at the end becomes current.
  /// - Parameters:
  ///   - isOn: whether the view follows its end.
  ///   - isAtEnd: set to whether the end of the last item is visible.
  public func followsEnd(_ isOn: Bool = true, isAtEnd: Binding<Bool>? = nil) -> Self {
    with { ($0.followsEnd, $0.isAtEnd) = (isOn, isAtEnd) }
  }

  /// Adds an action for keys, called with the current item before the view handles the key.
  /// - Parameter action: returns whether it handled the key.
  public func onRowKey(_ action: (@MainActor (Key, Item) throws -> Bool)?) -> Self {
    with { $0.onKey = action }
  }

  /// Adds an action for when a key or the mouse makes another item current; not for when the data
  /// does.
  public func onSelect(_ action: (@MainActor (Item) throws -> Void)?) -> Self {
    with { $0.onSelect = action }
  }

  /// Adds an action for Enter on the current item; in a ``Tree``, for Enter and Space on a leaf.
  public func onActivate(_ action: (@MainActor (Item) throws -> Void)?) -> Self {
    with { $0.onActivate = action }
  }

  /// Adds an action for when the last item comes into view, for example to load more items. It is
  /// not called again while the number of items is the same as at the last call.
  public func onReachEnd(_ action: (@MainActor () -> Void)?) -> Self {
    with { $0.onReachEnd = action }
  }
}

extension LinearRowsView {
  /// Makes some items the headers of the items after them, up to the next header. A header stays at
  /// the top while its items are visible, and is never current or selected.
  /// - Parameter isHeader: called for each visible item, and for the items above it up to its
  ///   header.
  public func sections(isHeader: (@MainActor (Item) -> Bool)?) -> Self {
    var view = self
    view.rowOptions.isHeader = isHeader
    return view
  }
}

extension List {
  /// Makes rows draggable.
  /// - Parameter action: called while the left mouse button drags a row over others, with the item
  ///   and its new index among the items last shown. The list then shows the order of the new data.
  ///   A row dragged out of the list moves on by one index with each mouse motion.
  public func onMove(_ action: (@MainActor (_ item: Item, _ to: Int) throws -> Void)?) -> List {
    var list = self
    list.rowOptions.onMove = action
    return list
  }
}
