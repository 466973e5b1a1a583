import MillraceRender

/// The keys of a control's commands: the keys that the user's ``KeyMap`` assigns to
/// `control.command`, or the standard keys.
struct ControlKeys<Command: RawRepresentable<String> & Hashable> {
  private let commands: [(command: Command, binding: KeyBinding)]

  /// - Parameters:
  ///   - control: the prefix before the dot, in lower case.
  ///   - scope: the title under which a help screen shows the keys.
  ///   - standard: each command with its standard keys and its title.
  init(
    _ control: String, _ scope: String, _ map: KeyMap, _ standard: [(Command, [KeyChord], String)]
  ) {
    commands = standard.map { command, keys, title in
      var binding = KeyBinding(map["\(control).\(command.rawValue)"] ?? keys, title)
      binding.scope = scope
      binding.isShown = false
      return (command, binding)
    }
  }

  /// Installs handlers and bindings for the keys.
  /// - Parameter perform: returns whether the command was handled; if not, the key is passed on.
  @MainActor func install(
    in handlers: Handlers, _ perform: @escaping @MainActor (Command) throws -> Bool
  ) {
    handlers.bindings = commands.map(\.binding)
    let answer = { @MainActor (keys: KeyChord) throws -> Bool in
      guard let found = commands.first(where: { $0.binding.keys.contains(keys) }) else {
        return false
      }
      return try perform(found.command)
    }
    handlers.key = { key, _ in try answer(KeyChord(key)) }
    handlers.chord = { chord, _ in try answer(chord) }
  }
}
