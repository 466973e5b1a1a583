import MillraceLayout
import MillraceRender

/// A searchable list of the key bindings that were active when it opened. Choosing a binding runs
/// it.
///
/// ```swift
/// Column {
///   Text("\(pages) pages").focusable()
///   Palette(isSearching) { isSearching = false }
/// }
/// .keys("Pages") {
///   Bind("ctrl+p", "Commands", isShown: false) { isSearching = true }
///   Bind("n", "New page") { pages += 1 }
/// }
/// ```
/// It lists all ``Bind``s, even those without a key or with a key that another binding uses, and
/// the commands of the widget that has the focus, except commands that move. Disabled bindings are
/// left out. ``FuzzyMatch`` filters and ranks the bindings. Up, Down, PgUp and PgDn move, as do the
/// keys that a ``KeyMap`` assigns to these moves in a ``List``; Enter or a click runs the binding.
///
/// In plain-text output, it is empty.
public struct Palette: LiveComponent, Equatable {
  private let isShown: Bool
  @Handler private var onClose: @MainActor () throws -> Void
  @Local private var opened: [KeyBinding]?
  /// The binding that was chosen last, which runs when the palette has closed.
  @Local private var chosen: KeyBinding?

  /// - Parameters:
  ///   - isShown: whether the palette is open. Keep a closed palette in the tree, so that it can
  ///     read the bindings before it takes the focus.
  ///   - onClose: called on Escape and when a binding is chosen. After the palette has closed and
  ///     the focus has returned, the newest version of the chosen binding runs; if the binding no
  ///     longer exists, nothing runs.
  public init(_ isShown: Bool, onClose: @escaping @MainActor () throws -> Void) {
    self.isShown = isShown
    _onClose = Handler(wrappedValue: onClose)
  }

  public func body(in context: RenderContext) -> Node {
    guard let bindings = _opened.bindings(isShown, context) else { return .empty }
    // A choice that did not close the palette must not run when it closes later for another reason.
    _chosen.settle { $0 = nil }
    return PaletteDialog(
      bindings: bindings.filter { !$0.isMove && ($0.run != nil || !$0.keys.isEmpty) }
    ) {
      binding in
      chosen = binding
      try onClose()
    }
    .onDisappear {
      if let chosen { context.run(chosen) }
      _chosen.change {
        $0 = nil
        return false
      }
    }
  }
}

/// The palette while it is open.
private struct PaletteDialog: Component {
  let bindings: [KeyBinding]
  /// Called with the chosen binding; nil if none was chosen.
  let close: @MainActor (KeyBinding?) throws -> Void
  @Local var pattern = ""
  @Local var current = 0
  @Environment(\.theme) var theme
  @Environment(\.keyMap) var keyMap

  private struct Entry: Identifiable {
    let id: Int
    let binding: KeyBinding
    let match: FuzzyMatch
  }

  var body: Node {
    let pattern = FuzzyPattern(pattern)
    let found = bindings.enumerated().compactMap { index, binding in
      pattern.match(in: binding.title).map { Entry(id: index, binding: binding, match: $0) }
    }
    .sorted { ($1.match.score, $0.id) < ($0.match.score, $1.id) }
    let current = min(current, max(0, found.count - 1))
    let keys = CommandKeys(ListCommand.table, in: keyMap)
    let standard = CommandKeys(ListCommand.table, in: KeyMap())
    Dialog(
      box: Box(title: "Commands") {
        TextField(
          self.pattern, placeholder: "Search",
          onChange: { (self.pattern, self.current) = ($0, 0) },
          onSubmit: { if found.indices.contains(current) { try close(found[current].binding) } }
        ).shrink(0)
        if found.isEmpty { Text("No matching commands").style(theme.muted) }
        List(found) { entry in
          row(entry, isCurrent: entry.id == found[current].id)
        }
        .select(found.isEmpty ? nil : found[current].id)
        .onSelect { entry in self.current = found.firstIndex { $0.id == entry.id } ?? 0 }
        .focusable(false)
      }
      .padding(horizontal: 1).width(60)
      .height(.cells(Double(min(max(1, bindings.count), 12) + 3)))
      .onKey { key in
        // Arrows always move, even if the map assigns other keys, because the text field handles
        // keys that type, such as `j`.
        guard
          let step = (keys.command(of: key) ?? standard.command(of: key))?.command.step
        else { return false }
        self.current = min(max(0, current + step), max(0, found.count - 1))
        return true
      }, "Commands"
    ) { try close(nil) }
  }

  @MainActor private func row(_ entry: Entry, isCurrent: Bool) -> Node {
    let matched = Set(entry.match.offsets)
    return Row(gap: 1) {
      Text {
        for (offset, character) in entry.binding.title.enumerated() {
          TextSpan(String(character)).style(matched.contains(offset) ? theme.accent : Style())
        }
      }.truncate()
      if let scope = entry.binding.scope { Text(scope).truncate().style(theme.muted) }
      Spacer()
      if let key = entry.binding.keys.first {
        Text(key.description).style(theme.muted).shrink(0)
      }
    }
    .style(isCurrent ? theme.selection : Style()).onClick { try close(entry.binding) }
  }
}

extension ListCommand {
  /// The number of rows that the command moves in a palette. Page Up and Page Down move ten rows.
  fileprivate var step: Int? {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -10
    case .pageDown: 10
    default: nil
    }
  }
}
