import MillraceLayout
import MillraceRender

/// A row of menus above the content that their commands are for.
///
/// ```swift
/// MenuBar([Menu("File") { … }, Menu("Edit") { … }]) { Content() }
/// ```
/// F10, a binding named `menu.bar`, opens the first menu, and Alt with the underlined letter opens that menu; a click
/// does, too. In an open menu, Left and Right lead to the menu beside it. The titles are no stops of Tab. The keys of
/// all commands are bound in the content; what a control in it does with one of these keys, or with Alt and a
/// letter, comes first. On a page of plain text only the content shows.
public struct MenuBar: LiveComponent {
  private let menus: [Menu]
  private let content: Node
  @Local private var opened: Int?
  @Environment(\.isEnabled) private var isEnabled
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - menus: from left to right. Titles begin with different letters, or the first one has the letter.
  ///   - content: what stands below, in a column.
  public init(_ menus: [Menu], @NodeBuilder content: () throws -> Node) rethrows {
    self.menus = menus
    self.content = try content()
  }

  public func body(in context: RenderContext) -> Node {
    guard context.isInteractive else { return content }
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
    // The keys of the outermost come first in a footer.
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

  /// The first letter of each title, where no title before it has the same.
  private var letters: [Character?] {
    var taken: Set<Character> = []
    return menus.map { menu in
      guard let letter = menu.title.lowercased().first, taken.insert(letter).inserted else {
        return nil
      }
      return letter
    }
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
    // Where the mouse moves, not where it enters: a press enters, too, and is for the click to answer.
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

  /// Another menu may be open by now.
  @MainActor private func close(_ index: Int) { if opened == index { opened = nil } }
}
