import MillraceDocument

/// A key command, by its name in the user's settings.
enum TodoKey: String, CaseIterable {
  case add, edit, open, notes, tick, delete, undo, redo, search, filter, sort, schedule, priority
  case select, moveUp, moveDown, clearDone, previousTab, nextTab, all, today, upcoming, done
  case palette, help, quit
  case importFile = "import"
  // The library uses this name to find the key that its notices show.
  case resolve

  /// The title, and the keys in the notation of `Key.description`.
  private var parts: (title: String, keys: String) {
    switch self {
    case .add: ("Add", "a n")
    case .edit: ("Edit", "e")
    case .open: ("Open", "enter")
    case .notes: ("Notes", "o")
    case .tick: ("Tick", "space x")
    case .delete: ("Delete", "d delete")
    case .undo: ("Undo", "u")
    case .redo: ("Redo", "U ctrl+r")
    case .search: ("Search", "/")
    case .filter: ("Filter", "f")
    case .sort: ("Sort", "s")
    case .schedule: ("Due date", "t")
    case .priority: ("Priority", "p")
    case .select: ("Select", "v")
    case .moveUp: ("Move up", "K alt+up")
    case .moveDown: ("Move down", "J alt+down")
    case .clearDone: ("Clear done", "C")
    case .previousTab: ("Previous tab", "left h")
    case .nextTab: ("Next tab", "right l")
    case .all: ("Show all", "1")
    case .today: ("Show today", "2")
    case .upcoming: ("Show upcoming", "3")
    case .done: ("Show done", "4")
    case .importFile: ("Import a file", "i")
    case .resolve: ("Resolve conflict", "m")
    case .palette: ("Commands", "ctrl+p")
    case .help: ("Help", "?")
    case .quit: ("Quit", "q")
    }
  }

  var title: String { parts.title }

  fileprivate var keys: [String] { parts.keys.split(separator: " ").map(String.init) }

  /// The binding of this command. The settings give the keys for its name.
  func bind(
    isShown: Bool = false, isEnabled: Bool = true, action: @escaping @MainActor () throws -> Void
  ) -> Bind {
    Bind([], title, name: rawValue, isShown: isShown, isEnabled: isEnabled, action: action)
  }
}

extension SettingsFile {
  /// - Parameter path: The path of the user's file; nil for none.
  static func todo(_ path: String?) -> SettingsFile {
    SettingsFile(path: path ?? "", defaultKeys: KeyMap.todoTexts)
  }
}

extension KeyMap {
  /// The program's default keys, all of which the user may change.
  static let todoTexts: [String: [String]] = {
    let own = TodoKey.allCases.map { ($0.rawValue, $0.keys) }
    let list = [
      ("list.up", ["up", "k"]), ("list.down", ["down", "j"]),
      ("list.pageUp", ["pageup", "ctrl+b"]),
      ("list.pageDown", ["pagedown", "ctrl+f"]), ("list.first", ["home", "g"]),
      ("list.last", ["end", "G"]), ("list.select", []), ("list.selectAll", ["ctrl+a"]),
      ("list.extendUp", ["shift+up"]), ("list.extendDown", ["shift+down"]),
    ]
    return Dictionary(uniqueKeysWithValues: own + list)
  }()
}
