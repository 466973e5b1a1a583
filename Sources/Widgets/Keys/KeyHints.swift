import MillraceLayout
import MillraceRender

/// The key bindings that are active at the focus, on one line: as many as fit.
///
/// Inner bindings come first. If not all fit, “…” replaces some in the middle; the last three stay
/// if they fit, because they usually include help and quitting. While a ``KeyChord`` is incomplete,
/// the line shows the keys so far and all keys that may follow. Otherwise it shows ``Bind``s, and
/// Escape in a ``Dialog``, but not keys that a control or `onKey` handles. In plain-text output, it
/// is empty.
public struct KeyHints: LiveComponent, Equatable {
  /// The measured width of the line, in columns.
  @Local(reason: .size) private var width = 80

  /// Makes a footer.
  public init() {}

  public func body(in context: RenderContext) -> Node {
    let pending = context.pendingKeys
    var hints: [Hint] = []
    for binding in context.keyBindings where binding.isShown || !pending.isEmpty {
      guard let keys = binding.keys.first(where: { $0.continues(pending) }) else { continue }
      let remaining = KeyChord(Array(keys.keys.dropFirst(pending.count))) ?? keys
      let width = context.columns(of: "\(remaining) \(binding.title)")
      let node = Row(gap: 1) {
        Text("\(remaining)").bold().shrink(0)
        Text(binding.title).truncate()
      }
      hints.append((node.node, width))
    }
    let prefix = KeyChord(pending).map { "\($0) …" }
    let room = prefix.map { context.columns(of: $0) + 2 } ?? 0
    var nodes = Self.fitting(hints, in: width - room)
    if let prefix { nodes.insert(Text(prefix).inverse().shrink(0), at: 0) }
    let measured = Handlers {
      $0.layoutChanged = { report, _ in if report.size.width != width { width = report.size.width }
      }
    }
    let style = LayoutStyle.element {
      ($0.width, $0.height, $0.shrink) = (.percent(100), 1, 0)
      ($0.columnGap, $0.overflow) = (2, .clip)
    }
    return Node(Element(Container(), style: style, handlers: measured, children: nodes))
  }

  private typealias Hint = (node: Node, width: Int)

  /// The hints that fit, with “…” instead of those that do not.
  @MainActor private static func fitting(_ hints: [Hint], in width: Int) -> [Node] {
    let nodes = hints.map { $0.node }
    if hints.reduce(-2, { $0 + $1.width + 2 }) <= width { return nodes }
    // Leaves one column for “…”.
    var free = width - 1
    var last = hints.count
    while last > max(0, hints.count - 3), hints[last - 1].width + 2 <= free {
      last -= 1
      free -= hints[last].width + 2
    }
    var first = 0
    while first < last, hints[first].width + 2 <= free {
      free -= hints[first].width + 2
      first += 1
    }
    return Array(nodes[..<first]) + [Text("…").shrink(0)] + Array(nodes[last...])
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

  public func body(in context: RenderContext) -> Node { keyGroups(context.keyBindings) }
}

/// A dialog with all key bindings that were active at the focus when it opened.
///
/// ```swift
/// Column {
///   Text("Press ? for help").focusable()
///   HelpDialog(isHelping) { isHelping = false }
/// }
/// .keys("Program") { Bind("?", "Help") { isHelping = true } }
/// ```
public struct HelpDialog: LiveComponent, Equatable {
  private let isShown: Bool
  @Handler private var onClose: @MainActor () throws -> Void
  @Local private var opened: [KeyBinding]?

  /// - Parameters:
  ///   - isShown: whether the dialog is open. Keep a closed dialog in the tree, so that it can read
  ///     the bindings before it takes the focus.
  ///   - onClose: called on Escape.
  public init(_ isShown: Bool, onClose: @escaping @MainActor () throws -> Void) {
    self.isShown = isShown
    _onClose = Handler(wrappedValue: onClose)
  }

  public func body(in context: RenderContext) throws -> Node {
    guard let bindings = _opened.bindings(isShown, context) else { return .empty }
    return Dialog("Keys", onClose: { try onClose() }) { keyGroups(bindings) }.node
  }
}

extension Local<[KeyBinding]?> {
  /// The bindings that were active when a dialog opened. The program's bindings come before those
  /// of widgets, because users often know the keys of widgets already.
  /// - Returns: nil while the dialog is closed.
  @MainActor func bindings(_ isShown: Bool, _ context: RenderContext) -> [KeyBinding]? {
    // Reads the bindings before the dialog takes the focus.
    settle { shown in
      guard isShown else { return shown = nil }
      if shown != nil { return }
      let all = context.keyBindings
      shown = all.filter { $0.run != nil } + all.filter { $0.run == nil }
    }
    return wrappedValue
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
