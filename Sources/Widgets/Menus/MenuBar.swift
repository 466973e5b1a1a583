import MillraceLayout
import MillraceRender

/// A row of menus above the content to which their commands apply.
///
/// ```swift
/// MenuBar([
///   Menu("File") { Bind("ctrl+n", "New") { text = "" } },
///   Menu("Edit") { Bind([], "In capitals") { text = text.uppercased() } },
/// ]) {
///   TextField($text, placeholder: "A note")
/// }
/// ```
/// F10, a binding named `menu.bar`, opens the first menu; Alt with the underlined letter of a
/// title, or a click on the title, opens its menu. In an open menu, Left and Right move to the
/// adjacent menu. The titles are not Tab stops. The keys of all commands are bound on the content;
/// a control that handles one of these keys, or Alt and a letter, takes precedence. In plain-text
/// output, only the content is shown.
public struct MenuBar: Component {
  private let menus: [Menu]
  private let content: Node
  @Local private var opened: Int?
  @Environment(\.isEnabled) private var isEnabled
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - menus: the menus, from left to right. If several titles start with the same letter, Alt
  ///     with that letter opens the first of them.
  ///   - content: shown below, in a column.
  public init(_ menus: [Menu], @NodeBuilder content: () throws -> Node) rethrows {
    self.menus = menus
    self.content = try content()
  }

  public var body: Node {
    let letters = letters
    let bar = Row {
      for index in menus.indices { title(index, letters[index]).key(index) }
    }
    .height(1).shrink(0).semantics(.menuBar)
    var node = Column {
      bar
      content
    }.node
    guard isEnabled else { return node }
    // All these bindings are on one element. A footer lists those of the last call of `keys` first,
    // so the call for the first menu must follow the calls for the other menus.
    for menu in menus.reversed() { node = node.keys(menu) }
    return node.keys("Menus") {
      Bind("f10", "Menus", name: "menu.bar", isShown: false, isEnabled: !menus.isEmpty) {
        opened = 0
      }
      for (index, letter) in letters.enumerated() {
        if let letter { Bind(.alt(letter), menus[index].title, isShown: false) { opened = index } }
      }
    }
    .onChange(of: isEnabled) { _, _ in opened = nil }
  }

  /// The first letter of each title, unless an earlier title has the same.
  private var letters: [Character?] {
    let all = menus.map { $0.title.lowercased().first }
    return all.indices.map { all.firstIndex(of: all[$0]) == $0 ? all[$0] : nil }
  }

  @MainActor private func title(_ index: Int, _ letter: Character?) -> Node {
    let (menu, isOpen) = (menus[index], opened == index)
    let title = Text {
      " "
      TextSpan(String(menu.title.prefix(1))).underline(letter != nil && isEnabled)
      String(menu.title.dropFirst()) + " "
    }
    .truncate().style(isEnabled ? theme.text : theme.muted).inverse(isOpen)
    .semantics(.menuItem, menu.title, states: isOpen ? .expanded : .collapsed)
    .onClick { if isEnabled { opened = isOpen ? nil : index } }
    // Reacts to motion, not to hovering: a press on a title also begins a hover. The menu would
    // then open at the press, and the click handler would close it again.
    let hovered = title.onPointer(opened == nil ? nil : .motion) { event in
      if event.phase == .move, opened != nil { opened = index }
      return false
    }
    return hovered.popover(isOpen && isEnabled, onClose: { close(index) }) {
      MenuList(
        items: menu.items, close: { close(index) },
        onLeft: { opened = (index + menus.count - 1) % menus.count },
        onRight: { opened = (index + 1) % menus.count })
    }
  }

  /// Closes a menu, unless another one has opened in the meantime.
  @MainActor private func close(_ index: Int) { if opened == index { opened = nil } }
}
