import MillraceLayout
import MillraceRender

/// A button that opens a list of commands.
///
/// ```swift
/// let edit = Menu("Edit") {
///   Bind("ctrl+d", "Duplicate", name: "duplicate") { duplicate() }
///   Bind("w", "Wrap lines") { isWrapping.toggle() }.checked(isWrapping)
///   Divider()
///   Menu("Export") { Bind([], "as CSV") { export() } }
/// }
/// Column(align: .start) { edit }.keys(edit)
/// ```
/// The commands are ``Bind``s: a row shows the key that the user's ``KeyMap`` assigns to it.
/// `keys(_:)` binds the keys of all rows on another node, grouped under the menu's title; on the
/// menu's button they are always bound.
///
/// Enter, Space, Alt-Down and a click open the list. In the list, arrows, Home and End move between
/// rows and skip disabled ones; the first letter of a title moves to that row. Right opens a
/// submenu and Left closes it. Enter, Space and a click choose; Escape closes. The chosen command
/// runs at once; with the next frame, the list is closed and the focus has returned. In plain-text
/// output, a menu is empty. A ``MenuBar`` shows several menus, and
/// ``NodeConvertible/contextMenu(_:_:)`` opens a menu at the mouse pointer.
public struct Menu: Component {
  let title: String
  let items: [MenuItem]
  @Local private var isOpen = false
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - title: shown on the button, in a menu bar, or in the row of another menu.
  ///   - items: the rows: commands, submenus and separators.
  public init(_ title: String, @MenuBuilder items: () throws -> [MenuItem]) rethrows {
    self.title = title
    self.items = try items()
  }

  var binds: [Bind] { items.flatMap(\.binds) }

  public var body: Node {
    Button("\(title) ▾") { isOpen.toggle() }
      .onKey { key in
        guard isEnabled, key == Key.down.with(.alt) else { return false }
        isOpen = true
        return true
      }
      .semantics(.button, title, states: isOpen ? .expanded : .collapsed)
      .onChange(of: isEnabled) { _, _ in isOpen = false }
      .keys(isEnabled ? self : Menu(title) {})
      .popover(isOpen && isEnabled, onClose: { isOpen = false }) {
        MenuList(items: items, close: { isOpen = false })
      }
  }
}

extension NodeConvertible {
  /// Binds the keys of a menu's commands, under its title.
  public func keys(_ menu: Menu) -> Node { keys(menu.title) { for bind in menu.binds { bind } } }

  /// Opens a menu at the mouse when the node or its content is right-clicked, and below the node on
  /// Shift-F10, a binding named `menu.context`. The keys of the menu's commands are bound on the
  /// node.
  /// - Parameters:
  ///   - title: the title of the keys' group in a help screen.
  ///   - items: the rows, as in ``Menu``.
  public func contextMenu(
    _ title: String = "Menu", @MenuBuilder _ items: () throws -> [MenuItem]
  ) rethrows -> Node {
    let menu = try Menu(title, items: items)
    return wrapped { ContextMenu(menu: menu, content: $0).node }
  }
}

private struct ContextMenu: Component {
  let menu: Menu
  let content: Node
  /// The position of the mouse; nil: the menu is placed below the content.
  @Local var point: CellPoint?
  @Local var isOpen = false
  @Environment(\.isEnabled) var isEnabled
  @Environment(\.popoverLayer) var layer

  var body: Node {
    guard isEnabled else { return content }
    let anchor = content.keys(menu)
      .keys(menu.title) {
        Bind("shift+f10", "Menu", name: "menu.context", isShown: false) { open(at: nil) }
      }
      .onPointer(nil) { event in
        guard event.button == .right else { return false }
        if event.phase == .release, event.isInside { open(at: event.screenPosition) }
        return event.phase == .press
      }
      .popover(isOpen && point == nil, onClose: { isOpen = false }) { list }
    return .fragment([anchor, atMouse])
  }

  @MainActor private var atMouse: Node {
    guard isOpen, let point else { return .empty }
    return Portal(to: layer) {
      Row {}.absolute(left: Length(point.x), top: Length(point.y)).width(0).height(1)
        .popover(true, onClose: { isOpen = false }) { list }
    }
    .node.key("\(point.x) \(point.y)")
  }

  @MainActor private var list: MenuList { MenuList(items: menu.items, close: { isOpen = false }) }

  @MainActor private func open(at point: CellPoint?) {
    self.point = point
    isOpen = true
  }
}
