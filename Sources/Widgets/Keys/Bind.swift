import MillraceRender

/// A key, what it does in words, and what it does.
///
/// ```swift
/// view.keys("Items") {
///   Bind("d", "Delete", name: "delete", isEnabled: !items.isEmpty) { dispatch(.remove(id)) }
/// }
/// ```
/// A key is written as one character (`"d"`, `"?"`) or as ``Key/description`` writes it (`"ctrl+s"`, `"pageup"`).
/// Text that names no key stops the program. Keys that are pressed one after the other stand with a space between
/// them: `"g g"`, `"ctrl+x ctrl+s"`. After each, the next one may take ``EnvironmentValues/chordTimeout``; a key that
/// also does something alone does it then, or with a next key that does not go on. ``KeyHints`` shows what was
/// pressed and what may follow; Escape forgets it, and so does a focus that moves.
public struct Bind {
  let keys: [KeyChord]
  let title: String
  let name: String?
  private let isShown: Bool
  let isEnabled: Bool
  /// Nil: it is neither on nor off.
  private(set) var isChecked: Bool?
  let action: @MainActor () throws -> Void

  /// - Parameters:
  ///   - key: what is pressed.
  ///   - title: what it does, for a footer and a help screen.
  ///   - name: by which a ``KeyMap`` gives it other keys; nil keeps those that are written here.
  ///   - isShown: whether ``KeyHints`` shows it; ``KeyHelp`` and a ``Palette`` always do.
  ///   - isEnabled: if not, it does nothing, nobody shows it, and the key goes to the elements around.
  ///   - action: called when the key is pressed. What it throws is reported.
  public init(
    _ key: KeyChord, _ title: String, name: String? = nil, isShown: Bool = true,
    isEnabled: Bool = true,
    action: @escaping @MainActor () throws -> Void
  ) {
    self.init(
      [key], title, name: name, isShown: isShown, isEnabled: isEnabled, action: action)
  }

  /// - Parameter keys: each of them does it; ``KeyHints`` shows the first. Without any, a ``Palette`` alone
  ///   has it.
  public init(
    _ keys: [KeyChord], _ title: String, name: String? = nil, isShown: Bool = true,
    isEnabled: Bool = true, action: @escaping @MainActor () throws -> Void
  ) {
    self.keys = keys
    self.title = title
    self.name = name
    self.isShown = isShown
    self.isEnabled = isEnabled
    self.action = action
  }

  /// Shows a mark before the title in a ``Menu`` while something is on.
  public func checked(_ isOn: Bool) -> Bind {
    var bind = self
    bind.isChecked = isOn
    return bind
  }

  /// The binding under the keys that a map gives it.
  func binding(in map: KeyMap, _ scope: String?) -> KeyBinding {
    var binding = KeyBinding(name.flatMap { map[$0] } ?? keys, title)
    binding.scope = scope
    binding.isShown = isShown
    binding.run = action
    return binding
  }
}

/// Builds a list of ``Bind``s from statements: expressions, `if`, `switch`, `for`.
@resultBuilder
public enum KeysBuilder {
  public static func buildExpression(_ bind: Bind) -> [Bind] { [bind] }

  public static func buildBlock(_ parts: [Bind]...) -> [Bind] { parts.flatMap(\.self) }

  public static func buildOptional(_ binds: [Bind]?) -> [Bind] { binds ?? [] }

  public static func buildEither(first binds: [Bind]) -> [Bind] { binds }

  public static func buildEither(second binds: [Bind]) -> [Bind] { binds }

  public static func buildArray(_ parts: [[Bind]]) -> [Bind] { parts.flatMap(\.self) }
}

extension NodeConvertible {
  /// Binds keys, for ``KeyHints``, ``KeyHelp`` and a ``Palette`` to show. On a container: keys that
  /// nothing inside used up. On a control: before the control itself is asked.
  ///
  /// Of bindings with one key, the inner one has it. Two in one list are reported, and the first has it.
  /// - Parameters:
  ///   - scope: the title of the group under which ``KeyHelp`` shows them.
  ///   - binds: the bindings, in the order in which they are shown.
  public func keys(_ scope: String? = nil, @KeysBuilder _ binds: () -> [Bind]) -> Node {
    wrapped { Keys(scope: scope, binds: binds(), content: $0).node }
  }
}

/// A component, because the keys depend on the environment.
private struct Keys: LiveComponent, WrappingComponent {
  let scope: String?
  let binds: [Bind]
  var content: Node
  @Environment(\.keyMap) var map

  func body(in context: RenderContext) -> Node {
    let enabled = binds.filter(\.isEnabled)
    let map = map
    let bindings = enabled.map { $0.binding(in: map, scope) }
    var places: [KeyChord: Int] = [:]
    for (place, binding) in bindings.enumerated() {
      for key in binding.keys {
        if let first = places[key], first != place {
          context.reportOnce(.clashingKeys(key, bindings[first].title, binding.title))
        } else {
          places[key] = place
        }
      }
    }
    let handlers = Handlers {
      $0.bindings = bindings
      $0.key = { key, _ in
        guard let place = places[KeyChord(key)] else { return false }
        try enabled[place].action()
        return true
      }
    }
    return content.modified(by: .handlers(handlers))
  }
}
