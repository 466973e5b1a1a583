import MillraceLayout
import MillraceRender

/// The rows of an open menu, which closes when the focus leaves it.
struct MenuList: LiveComponent {
  let items: [MenuItem]
  /// Closes this menu and its parent menus.
  let close: @MainActor () -> Void
  /// The action of Left; nil: none.
  var onLeft: (@MainActor () -> Void)?
  /// The action of Right in a row without a submenu; nil: none.
  var onRight: (@MainActor () -> Void)?
  /// Closes only this submenu; nil if this is not a submenu.
  var onBack: (@MainActor () -> Void)?
  /// A focus handle for each item, including separators.
  @Local private var focusHandles: [FocusHandle] = []
  /// The row whose submenu is open.
  @Local private var opened: Int?
  @Environment(\.keyMap) private var map
  @Environment(\.theme) private var theme

  func body(in context: RenderContext) -> Node {
    _focusHandles.settle {
      while $0.count < items.count { $0.append(FocusHandle()) }
    }
    let rows = items.map { texts(of: $0) }
    let titleWidth = rows.map { context.columns(of: $0.title) }.max() ?? 0
    let keyWidth = rows.map { context.columns(of: $0.keys) }.max() ?? 0
    let isEmpty = !items.contains { $0.isEnabled }
    return ScrollView {
      Column {
        for (index, item) in items.enumerated() {
          if item.isSeparator {
            Divider()
          } else {
            let row = rows[index]
            let space = spaces(titleWidth - context.columns(of: row.title) + (keyWidth > 0 ? 2 : 0))
            let end = spaces(keyWidth - context.columns(of: row.keys))
            node(
              of: item, index,
              Text {
                row.title + space
                TextSpan(end + row.keys).style(item.isEnabled ? theme.muted : Style())
              }
              .truncate().grow())
          }
        }
      }
    }
    .semantics(.menu).focusable(isEmpty).autofocus(isEmpty)
    .keys("Menu") {
      Bind(.enter, "Choose", isEnabled: !isEmpty) { try choose(current) }
      Bind(.escape, "Close") { dismiss() }
    }
    .onFocusChange { if !$0 { dismiss() } }
  }

  @MainActor private func dismiss() { onBack.map { $0() } ?? close() }

  /// The title of a row with its check mark, and the text at its end.
  @MainActor private func texts(of item: MenuItem) -> (title: String, keys: String) {
    let hasChecks = items.contains { $0.bind?.isChecked != nil }
    let check = item.bind?.isChecked == true ? "✓ " : hasChecks ? "  " : ""
    let key = item.bind?.binding(in: map, nil).keys.first?.description ?? ""
    return (check + item.title, item.submenu == nil ? key : "▸")
  }

  @MainActor private func node(of item: MenuItem, _ index: Int, _ text: Node) -> Node {
    var states: SemanticStates = item.isEnabled ? [] : .disabled
    if item.bind?.isChecked == true { states.insert(.checked) }
    let first = items.firstIndex { $0.isEnabled }
    return Row {
      text
      if let menu = item.submenu {
        // A popover is placed below its anchor. This anchor is two lines above the row, to the
        // right of the menu's border. So the submenu's border is one line above the row, and the
        // submenu's first row is next to this row.
        Row {}.absolute(left: .percent(100), top: -2).margin(left: 2).width(0).height(1)
          .popover(opened == index, onClose: { opened = nil }) {
            MenuList(
              items: menu.items, close: close, onLeft: { opened = nil }, onRight: onRight,
              onBack: { opened = nil })
          }
      }
    }
    .style(item.isEnabled ? theme.text : theme.muted)
    .focusStyle(Style(attributes: .inverse))
    .focusable(item.isEnabled).autofocus(index == first).focus(focusHandles[index])
    .semantics(.menuItem, item.title, states: states)
    .onKey { try handle($0, at: index) }
    .onHover { if $0, item.isEnabled, opened == nil { focusHandles[index].focus() } }
    .onClick { try choose(index) }
    .key(index)
  }

  @MainActor private var current: Int? { items.indices.first { focusHandles[$0].isFocused } }

  @MainActor private func handle(_ key: Key, at index: Int) throws -> Bool {
    let enabled = items.indices.filter { items[$0].isEnabled }
    guard opened == nil, let enabledIndex = enabled.firstIndex(of: index) else { return false }
    let count = enabled.count
    switch key {
    case .down: focusHandles[enabled[(enabledIndex + 1) % count]].focus()
    case .up: focusHandles[enabled[(enabledIndex + count - 1) % count]].focus()
    case .home: focusHandles[enabled[0]].focus()
    case .end: focusHandles[enabled[count - 1]].focus()
    case .space: try choose(index)
    case .right:
      if items[index].submenu != nil { opened = index } else { onRight?() }
    case .left: onLeft?()
    default:
      // A combining mark alone folds to an empty text, with which every title would start.
      guard let letter = key.text.map({ FoldedText("\($0)") }), !letter.isEmpty else {
        return false
      }
      let following = enabled[(enabledIndex + 1)...] + enabled[...enabledIndex]
      let found = following.first { FoldedText(items[$0].title).starts(with: letter) }
      if let found { focusHandles[found].focus() }
    }
    return true
  }

  @MainActor private func choose(_ index: Int?) throws {
    guard let index, items.indices.contains(index), items[index].isEnabled else { return }
    guard let bind = items[index].bind else { return opened = opened == index ? nil : index }
    close()
    try bind.action()
  }
}
