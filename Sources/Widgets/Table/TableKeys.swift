import MillraceRender

/// The commands of a table's column keys, named `table.sort` and so on in a ``KeyMap``.
enum TableCommand: String, CaseIterable {
  case left, right, extendLeft, extendRight, sort, narrower, wider, moveLeft, moveRight, hide
  case showAll, freeze

  private var standardKey: Key {
    switch self {
    case .left: .left
    case .right: .right
    case .extendLeft: Key.left.with(.shift)
    case .extendRight: Key.right.with(.shift)
    case .sort: .alt("s")
    case .narrower: .alt(",")
    case .wider: .alt(".")
    case .moveLeft: Key.left.with(.alt)
    case .moveRight: Key.right.with(.alt)
    case .hide: .alt("h")
    case .showAll: .alt("u")
    case .freeze: .alt("f")
    }
  }

  private var title: String {
    switch self {
    case .left: "Go one column left"
    case .right: "Go one column right"
    case .extendLeft: "Select to the left"
    case .extendRight: "Select to the right"
    case .sort: "Sort by the column"
    case .narrower: "Decrease column width"
    case .wider: "Increase column width"
    case .moveLeft: "Move the column to the left"
    case .moveRight: "Move the column to the right"
    case .hide: "Hide the column"
    case .showAll: "Show all columns"
    case .freeze: "Freeze columns up to this one"
    }
  }

  func keys(in map: KeyMap) -> [KeyChord] {
    map["table.\(rawValue)"] ?? [KeyChord(standardKey)]
  }

  /// The bindings, which a help screen shows but a footer does not.
  static func bindings(in map: KeyMap) -> [KeyBinding] {
    allCases.map { command in
      var binding = KeyBinding(command.keys(in: map), command.title)
      binding.scope = "Table"
      binding.isShown = false
      return binding
    }
  }
}
