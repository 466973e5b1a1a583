import MillraceRender

/// The keys of a control's commands: those that a user's ``KeyMap`` gives to `control.command`, else its own.
struct ControlKeys<Command: RawRepresentable<String> & Hashable> {
  private let commands: [(command: Command, binding: KeyBinding)]

  /// - Parameters:
  ///   - control: the name before the dot, in lower case.
  ///   - scope: the title under which a help screen shows the keys.
  ///   - standard: each command with its own keys and its title.
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

  /// Has the keys answered, and says what they do.
  /// - Parameter perform: returns whether there was something to do; if not, the key goes further.
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
