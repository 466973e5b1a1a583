import MillraceRender

/// The commands of a widget, with their names in a ``KeyMap``, their titles and standard keys. The
/// handlers of the widget, its help and ``WidgetKeys`` are made from this table.
///
/// `Command` has no protocol requirements here, because the Swift runtime would look up each
/// conformance at the start of a program.
struct CommandTable<Command: Sendable>: Sendable {
  struct Row: Sendable {
    let command: Command
    /// The name in a ``KeyMap``, such as `list.up`.
    let name: String
    let title: String
    let keys: [KeyChord]
    /// The name in a ``KeyMap`` of the keys that perform the command and extend the selection; nil
    /// if the command cannot extend the selection.
    let extendingName: String?
  }

  let rows: [Row]
  /// The title under which a help screen shows the keys.
  let scope: String
}

extension CommandTable where Command: RawRepresentable<String> & Equatable {
  /// - Parameters:
  ///   - widget: the part of each name before the dot, such as `list`.
  ///   - scope: the title under which a help screen shows the keys.
  ///   - moves: the commands that extend the selection with Shift.
  ///   - rows: each command with its title and its standard keys.
  init(
    _ widget: String, _ scope: String, moves: [Command] = [],
    _ rows: [(command: Command, title: String, keys: [KeyChord])]
  ) {
    self.scope = scope
    self.rows = rows.map { command, title, keys in
      let name = command.rawValue
      let extending = "\(widget).extend\(name.prefix(1).uppercased())\(name.dropFirst())"
      return Row(
        command: command, name: "\(widget).\(name)", title: title, keys: keys,
        extendingName: moves.contains(command) ? extending : nil)
    }
  }
}

/// The keys of a widget's commands: those that a ``KeyMap`` assigns, and the standard keys of the
/// other commands.
///
/// A key that the user assigns to one command stops being the standard key of another. With Shift,
/// the keys of a move extend the selection. The map can assign other keys for this: the keys of
/// `list.extendUp`, for example, replace Shift-Up.
struct CommandKeys<Command: Sendable> {
  let map: KeyMap
  /// The bindings, which a help screen shows but a footer does not.
  let bindings: [KeyBinding]
  /// Whether the map assigns a character to a command. If so, digits typed before a command's key
  /// are a count for the command, as in vi.
  let hasCounts: Bool
  private let rows: [CommandTable<Command>.Row]
  /// This is an array, because a linear search among so few commands is cheaper than a dictionary.
  private let entries: [KeyEntry]

  /// - Parameters:
  ///   - excluded: standard keys that do nothing in this widget.
  ///   - takesUnnamed: whether the keys of the commands that `isNamed` leaves out are removed from
  ///     outer bindings in help screens.
  ///   - isNamed: whether a help screen lists a command whose keys the map does not change.
  init(
    _ table: CommandTable<Command>, in map: KeyMap, without excluded: [KeyChord] = [],
    takesUnnamed: Bool = false, isNamed: (Command) -> Bool = { _ in true }
  ) {
    var own: [KeyEntry] = []
    var (standard, shifted) = (own, own)
    var bindings: [KeyBinding] = []
    // The keys of the commands that are not listed, as one binding.
    var unlisted: [KeyChord] = []
    func bind(_ keys: [KeyChord], _ title: String, isMove: Bool, isListed: Bool = true) {
      var binding = KeyBinding(keys, title)
      binding.scope = table.scope
      (binding.isShown, binding.isMove, binding.isListed) = (false, isMove, isListed)
      bindings.append(binding)
    }
    for (index, row) in table.rows.enumerated() {
      let mapped = map[row.name]
      let keys = mapped ?? row.keys.filter { !excluded.contains($0) }
      let found = keys.map { KeyEntry(keys: $0, row: index, extends: false) }
      if mapped == nil { standard += found } else { own += found }
      if mapped != nil || isNamed(row.command) {
        bind(keys, row.title, isMove: row.extendingName != nil)
      } else if takesUnnamed {
        unlisted += keys
      }
      guard let name = row.extendingName else { continue }
      if let keys = map[name] {
        own += keys.map { KeyEntry(keys: $0, row: index, extends: true) }
        bind(keys, "Extend the selection: \(row.title)", isMove: true)
      } else {
        for chord in keys + row.keys where chord.following.isEmpty {
          let keys = KeyChord(chord.first.shifted)
          shifted.append(KeyEntry(keys: keys, row: index, extends: true))
        }
      }
    }
    if !unlisted.isEmpty { bind(unlisted, "", isMove: true, isListed: false) }
    hasCounts = own.contains { $0.keys.following.isEmpty && $0.keys.first.text != nil }
    entries = own + standard + shifted
    (self.map, self.bindings, rows) = (map, bindings, table.rows)
  }

  /// The command of a key, and whether it extends the selection.
  func command(of key: Key) -> (command: Command, extends: Bool)? {
    // Loops over indices, because a loop over the elements would retain the keys of each.
    for index in entries.indices
    where entries[index].keys.first == key && entries[index].keys.following.isEmpty {
      return (rows[entries[index].row].command, entries[index].extends)
    }
    return nil
  }

  func command(of chord: KeyChord) -> (command: Command, extends: Bool)? {
    entries.first { $0.keys == chord }.map { (rows[$0.row].command, $0.extends) }
  }

  /// Installs handlers and bindings for the keys.
  /// - Parameter perform: receives a command and whether it extends the selection. It returns
  ///   whether it handled the command; if not, the next handler gets the key.
  @MainActor func install(
    in handlers: Handlers,
    _ perform: @escaping @MainActor (Command, _ extends: Bool) throws -> Bool
  ) {
    handlers.bindings = bindings
    handlers.key = { key, _ in try command(of: key).map(perform) ?? false }
    handlers.chord = { chord, _ in try command(of: chord).map(perform) ?? false }
  }
}

/// Keys, and the index of their command in the rows of a table.
private struct KeyEntry {
  let keys: KeyChord
  let row: Int
  let extends: Bool
}

extension Key {
  /// The key with Shift, as terminals report it: a letter becomes a capital letter.
  fileprivate var shifted: Key {
    guard case .character(let letter) = code, modifiers.isEmpty, letter.isLowercase else {
      return with(.shift)
    }
    let capital = letter.uppercased()
    return capital.count == 1 ? .character(Character(capital)) : with(.shift)
  }
}
