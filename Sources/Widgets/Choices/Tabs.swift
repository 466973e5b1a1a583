import MillraceLayout
import MillraceRender

/// A tab of ``Tabs``.
public struct TabItem<ID: Hashable & Sendable>: Identifiable, Equatable, Sendable {
  public let id: ID
  let title: String
  let count: Int?

  /// - Parameters:
  ///   - id: identifies the tab. Unique among the tabs.
  ///   - title: the label of the tab.
  ///   - count: shown after the title: the number of messages, for example.
  public init(_ id: ID, _ title: String, count: Int? = nil) {
    (self.id, self.title, self.count) = (id, title, count)
  }

  fileprivate var text: Text {
    Text {
      title
      if let count { TextSpan(" \(count)").dim() }
    }
  }
}

/// A row of titles, one of which is chosen. The program shows the content of the chosen tab.
///
/// ```swift
/// Tabs([TabItem(.inbox, "Inbox", count: 12), TabItem(.sent, "Sent")], selection: $folder)
/// ```
///
/// The row is one Tab stop. Left, Right, Home, End and a click choose a tab. At the first and the
/// last tab, Left and Right move the focus out of the row. If there is too little room, all titles
/// are truncated in proportion to their length. In plain-text output, only the chosen title is
/// shown.
public struct Tabs<ID: Hashable & Sendable>: Component, Equatable {
  private let items: [TabItem<ID>]
  private let selected: ID
  @Handler private var onSelect: @MainActor (ID) throws -> Void
  @Local private var hasFocus = false
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - items: the tabs.
  ///   - selected: the id of the chosen tab. The control does not store it.
  ///   - onSelect: called when another tab is chosen, to change the source of `selected`.
  public init(
    _ items: [TabItem<ID>], selected: ID, onSelect: @escaping @MainActor (ID) throws -> Void
  ) {
    self.items = items
    self.selected = selected
    _onSelect = Handler(wrappedValue: onSelect)
  }

  /// - Parameters:
  ///   - items: the tabs.
  ///   - selection: the id of the chosen tab.
  @MainActor public init(_ items: [TabItem<ID>], selection: Binding<ID>) {
    self.init(items, selected: selection.wrappedValue) { selection.wrappedValue = $0 }
  }

  public var body: Node {
    Row(gap: 2) {
      for item in items {
        let tab = item.text.truncate().style(style(of: item))
        (isEnabled ? tab.onClick { try select(item.id) } : tab).key(item.id)
          .semantics(.tab, states: item.id == selected ? .selected : [])
      }
    }
    .semantics(.tabList)
    .focusable(isEnabled).onFocusChange { hasFocus = $0 }.onKey { try handle($0) }
  }

  @MainActor private func style(of item: TabItem<ID>) -> Style {
    let style = isEnabled ? theme.text : theme.muted
    guard item.id == selected else { return style }
    return Style(attributes: hasFocus ? .inverse : .underline)
      .over(isEnabled ? theme.accent : style)
  }

  @MainActor private func handle(_ key: Key) throws -> Bool {
    let index = items.firstIndex { $0.id == selected }
    let target: Int? =
      switch key {
      case .left: index.map { $0 - 1 } ?? 0
      case .right: index.map { $0 + 1 } ?? 0
      case .home: 0
      case .end: items.count - 1
      default: nil
      }
    guard isEnabled, let target, items.indices.contains(target) else { return false }
    try select(items[target].id)
    return true
  }

  @MainActor private func select(_ id: ID) throws {
    if id != selected { try onSelect(id) }
  }
}
