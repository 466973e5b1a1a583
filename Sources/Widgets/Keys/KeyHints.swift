import MillraceRender

/// The keys that do something where the focus is, on one line: as many as there is room for.
///
/// Inner ones come first. It is made of ``Bind``s; what a control or `onKey` answers besides is not in it. On
/// a page of plain text it shows nothing.
public struct KeyHints: LiveComponent, Equatable {
  public init() {}

  public func body(in context: RenderContext) -> Node {
    guard context.isInteractive else { return .empty }
    // What does not fit goes on a line below, which the height cuts off.
    return Row(gap: 2, wraps: true) {
      for binding in context.keyBindings where binding.isShown {
        Row(gap: 1) {
          Text(binding.keys[0].description).bold().shrink(0)
          Text(binding.title).truncate()
        }
      }
    }
    .height(1).shrink(0)
  }
}

/// All keys that do something where the focus is, in groups by the titles of their scopes: keys on the left,
/// what they do on the right.
///
/// A dialog that takes the focus has only the bindings in it and around the place where it was written: for
/// those of the control that had the focus, show this where nothing can have the focus. On a page of plain
/// text it shows nothing.
public struct KeyHelp: LiveComponent, Equatable {
  public init() {}

  public func body(in context: RenderContext) -> Node {
    guard context.isInteractive else { return .empty }
    let bindings = context.keyBindings
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
}

extension KeyBinding {
  fileprivate var keyTexts: String { keys.map(\.description).joined(separator: ", ") }
}
