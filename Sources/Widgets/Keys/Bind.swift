import MillraceRender

/// A key binding: keys, a title and an action.
///
/// ```swift
/// Column {
///   Text("\(cards.count) cards").focusable().grow()
///   KeyHints()
/// }
/// .keys("Cards") {
///   Bind("a", "Add", name: "add") { cards.append("Card") }
///   Bind(["d", "delete"], "Delete", name: "delete", isEnabled: !cards.isEmpty) {
///     cards.removeLast()
///   }
///   Bind("g g", "Remove all") { cards = [] }
/// }
/// ```
/// If the environment's ``KeyMap`` contains the `name`, the map's keys for this name replace those
/// in the code. The code needs no keys if the map always contains the name, for example because of
/// the `defaultKeys` of a settings file: `Bind([], "Add", name: "add") { … }`.
///
/// The library's own bindings have names, too, such as `submit` and `cancel` of a ``Form``. Do not
/// give these names to other commands; the article “Keys, focus and the mouse” lists them.
///
/// A key is written as one character (`"d"`, `"?"`) or in the format of ``Key/description``
/// (`"ctrl+s"`, `"pageup"`). A literal that is not a key is reported as an issue. The keys of a
/// sequence are separated by a space: `"g g"`, `"ctrl+x ctrl+s"`. Each next key must follow within
/// ``EnvironmentValues/chordTimeout``. If the keys pressed so far also have a binding of their own,
/// it runs after that time, or when the next key does not continue the sequence. ``KeyHints`` shows
/// the keys pressed so far and the keys that may follow; Escape or a change of focus cancels the
/// sequence.
public struct Bind {
  let keys: [KeyChord]
  let title: String
  let name: String?
  private let isShown: Bool
  let isEnabled: Bool
  /// The on/off state; nil if the binding has none.
  private(set) var isChecked: Bool?
  let action: @MainActor () throws -> Void

  /// - Parameters:
  ///   - key: the key or key sequence.
  ///   - title: describes the action in a footer and a help screen.
  ///   - name: the name by which a ``KeyMap`` assigns other keys; nil makes the keys fixed.
  ///   - isShown: whether ``KeyHints`` shows it; ``KeyHelp`` and a ``Palette`` always do.
  ///   - isEnabled: if false, the binding is inactive and not shown, and its keys go to the
  ///     surrounding elements.
  ///   - action: called when the key is pressed. An error that it throws is reported.
  public init(
    _ key: KeyChord, _ title: String, name: String? = nil, isShown: Bool = true,
    isEnabled: Bool = true,
    action: @escaping @MainActor () throws -> Void
  ) {
    self.init(
      [key], title, name: name, isShown: isShown, isEnabled: isEnabled, action: action)
  }

  /// - Parameters:
  ///   - keys: any of them runs the action; ``KeyHints`` shows the first. If empty, the keys are
  ///     those of `name` in the ``KeyMap``; without any, the action is available in a ``Palette``
  ///     and a ``Menu`` only.
  ///   - title: describes the action in a footer and a help screen.
  ///   - name: the name by which a ``KeyMap`` assigns other keys; nil makes the keys fixed.
  ///   - isShown: whether ``KeyHints`` shows it; ``KeyHelp`` and a ``Palette`` always do.
  ///   - isEnabled: if false, the binding is inactive and not shown, and its keys go to the
  ///     surrounding elements.
  ///   - action: called when the key is pressed. An error that it throws is reported.
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

  /// Sets the on/off state, which a ``Menu`` shows as a check mark before the title.
  public func checked(_ isOn: Bool) -> Bind {
    var bind = self
    bind.isChecked = isOn
    return bind
  }

  /// The binding with the keys that a map assigns to it, or else with its own keys.
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
  /// Binds keys, which ``KeyHints``, ``KeyHelp`` and a ``Palette`` show. On a container, a binding
  /// runs if nothing inside handles the key. On a control, a binding takes precedence over the
  /// control's own key.
  ///
  /// If several bindings have the same key, the innermost one runs. If they are in one list, an
  /// issue is reported, and the first of them runs.
  /// - Parameters:
  ///   - scope: the title of the group under which ``KeyHelp`` shows the bindings.
  ///   - binds: the bindings, in the order in which they are shown.
  public func keys(_ scope: String? = nil, @KeysBuilder _ binds: () -> [Bind]) -> Node {
    wrapped { Keys(scope: scope, binds: binds(), content: $0).node }
  }
}

/// Binds keys in a component, because the keys depend on the environment.
private struct Keys: LiveComponent, WrappingComponent {
  let scope: String?
  let binds: [Bind]
  var content: Node
  @Environment(\.keyMap) var map

  func body(in context: RenderContext) -> Node {
    let enabled = binds.filter(\.isEnabled)
    let map = map
    let bindings = enabled.map { bind in
      var binding = bind.binding(in: map, scope)
      for case let text? in binding.keys.map(\.unknownText) {
        context.reportOnce(.unknownKey(Key.unknown(text)))
        binding.keys.removeAll { $0.unknownText == text }
      }
      return binding
    }
    var indices: [KeyChord: Int] = [:]
    for (index, binding) in bindings.enumerated() {
      for key in binding.keys {
        let first = indices[key, default: index]
        indices[key] = first
        if first == index { continue }
        context.reportOnce(.clashingKeys(key, bindings[first].title, binding.title))
      }
    }
    let handlers = Handlers {
      $0.bindings = bindings
      $0.key = { key, _ in
        guard let index = indices[KeyChord(key)] else { return false }
        try enabled[index].action()
        return true
      }
    }
    return content.modified(by: .handlers(handlers))
  }
}
