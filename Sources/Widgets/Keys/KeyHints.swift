import MillraceRender

/// The key bindings that are active at the focus, on one line: as many as fit.
///
/// Inner bindings come first. While a ``KeyChord`` is incomplete, it shows the keys so far and all
/// that may follow. It shows ``Bind``s only, not keys that a control or `onKey` handles. In
/// plain-text output, it is empty.
public struct KeyHints: LiveComponent, Equatable {
  /// Makes a footer.
  public init() {}

  public func body(in context: RenderContext) -> Node {
    guard context.isInteractive else { return .empty }
    // Bindings that do not fit wrap onto a second line, which the height cuts off.
    let pending = context.pendingKeys
    return Row(gap: 2, wraps: true) {
      if let prefix = KeyChord(pending) { Text("\(prefix) …").inverse().shrink(0) }
      for binding in context.keyBindings where binding.isShown || !pending.isEmpty {
        if let keys = binding.keys.first(where: { $0.continues(pending) }) {
          Row(gap: 1) {
            Text((KeyChord(Array(keys.keys.dropFirst(pending.count))) ?? keys).description).bold()
              .shrink(0)
            Text(binding.title).truncate()
          }
        }
      }
    }
    .height(1).shrink(0)
  }
}

/// All key bindings that are active at the focus, grouped by scope: keys on the left, titles on the
/// right. In plain-text output, it is empty.
///
/// In a focused dialog, it shows the dialog's keys. To show the keys of the screen below, use a
/// ``HelpDialog``.
public struct KeyHelp: LiveComponent, Equatable {
  /// Makes the list of all keys.
  public init() {}

  public func body(in context: RenderContext) -> Node {
    context.isInteractive ? keyGroups(context.keyBindings) : .empty
  }
}

/// A dialog with all key bindings that were active at the focus when it opened.
///
/// ```swift
/// Column { … }.keys { Bind("?", "Help") { isHelping = true } }
/// HelpDialog(isHelping) { isHelping = false }
/// ```
public struct HelpDialog: LiveComponent, Equatable {
  private let isShown: Bool
  @Handler private var onClose: @MainActor () throws -> Void
  @Local private var opened = BindingsSnapshot()

  /// - Parameters:
  ///   - isShown: whether the dialog is open. Keep a closed dialog in the tree, so that it can read
  ///     the bindings before it takes the focus.
  ///   - onClose: called on Escape.
  public init(_ isShown: Bool, onClose: @escaping @MainActor () throws -> Void) {
    self.isShown = isShown
    _onClose = Handler(wrappedValue: onClose)
  }

  public func body(in context: RenderContext) throws -> Node {
    guard let bindings = opened.bindings(isShown, context) else { return .empty }
    return Dialog("Keys", onClose: { try onClose() }) { keyGroups(bindings) }.node
  }
}

/// The bindings that were active when a dialog opened.
@MainActor
final class BindingsSnapshot {
  private var bindings: [KeyBinding]?

  nonisolated init() {}

  /// - Returns: nil while the dialog is closed.
  func bindings(_ isShown: Bool, _ context: RenderContext) -> [KeyBinding]? {
    // Reads the bindings before the dialog takes the focus.
    bindings = isShown && context.isInteractive ? bindings ?? context.keyBindings : nil
    return bindings
  }
}

@MainActor private func keyGroups(_ bindings: [KeyBinding]) -> Node {
  let bindings = bindings.filter { !$0.keys.isEmpty }
  var scopes: [String?] = []
  for binding in bindings where !scopes.contains(binding.scope) { scopes.append(binding.scope) }
  return Column(gap: 1) {
    for scope in scopes {
      let bindings = bindings.filter { $0.scope == scope }
      Column {
        if let scope { Text(scope).truncate().bold() }
        Row(gap: 2) {
          Column { for binding in bindings { Text(binding.keyTexts).truncate() } }.shrink(0)
          Column { for binding in bindings { Text(binding.title).truncate() } }
        }
      }
      .shrink(0)
    }
  }.node
}

extension KeyBinding {
  fileprivate var keyTexts: String { keys.map(\.description).joined(separator: ", ") }
}
