import MillraceRender

/// The commands of a list's keys, named `list.up` and so on in a ``KeyMap``.
enum ListCommand: String, CaseIterable {
  case up, down, pageUp, pageDown, first, last, select, selectAll
  case extendUp, extendDown, extendPageUp, extendPageDown, extendFirst, extendLast

  /// The move that an extend command performs.
  var extended: ListCommand? {
    switch self {
    case .extendUp: .up
    case .extendDown: .down
    case .extendPageUp: .pageUp
    case .extendPageDown: .pageDown
    case .extendFirst: .first
    case .extendLast: .last
    default: nil
    }
  }

  /// The title that a help screen shows.
  fileprivate var title: String {
    switch self {
    case .up: "Up"
    case .down: "Down"
    case .pageUp: "A page up"
    case .pageDown: "A page down"
    case .first: "Go to the first row"
    case .last: "Go to the last row"
    case .select: "Select"
    case .selectAll: "Select all"
    default: "Extend the selection: \(extended?.title ?? "")"
    }
  }

  fileprivate var standardKey: Key {
    switch self {
    case .up: .up
    case .down: .down
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .first: .home
    case .last: .end
    case .select: .space
    case .selectAll: .control("a")
    default: extended.map { $0.standardKey.with(.shift) } ?? .escape
    }
  }
}

/// The keys of a list, including those that the user's ``KeyMap`` sets.
struct ListKeys {
  /// An array: with so few commands, a linear search is cheaper than a dictionary.
  private let commands: [(keys: KeyChord, command: ListCommand)]

  init(_ map: KeyMap) {
    var own: [(KeyChord, ListCommand)] = []
    var standard: [(KeyChord, ListCommand)] = []
    for command in ListCommand.allCases {
      if let keys = map["list.\(command.rawValue)"] {
        own += keys.map { ($0, command) }
      } else {
        standard.append((KeyChord(command.standardKey), command))
      }
    }
    // A key that the user assigns to one command stops being the standard key of another.
    commands = own + standard
  }

  func command(of key: Key) -> ListCommand? {
    commands.first { $0.keys.first == key && $0.keys.rest.isEmpty }?.command
  }

  func command(of chord: KeyChord) -> ListCommand? {
    commands.first { $0.keys == chord }?.command
  }

  /// The key sequences in the user's map, so that the renderer waits for their next keys.
  var chords: [KeyBinding] {
    commands.filter { !$0.keys.rest.isEmpty }.map { keys, command in
      var binding = KeyBinding([keys], command.title)
      binding.scope = "List"
      binding.isShown = false
      return binding
    }
  }
}
