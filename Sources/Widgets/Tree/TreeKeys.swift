import MillraceRender

/// The commands of a tree's keys, in addition to those of a list, named `tree.open` and so on in a
/// ``KeyMap``.
enum TreeCommand: String, CaseIterable {
  case open, close, toggle, openSiblings, reload

  private var standardKeys: [Key] {
    switch self {
    case .open: [.right]
    case .close: [.left]
    case .toggle: [.enter, .space]
    case .openSiblings: [.character("*")]
    case .reload: [.function(5)]
    }
  }

  private var title: String {
    switch self {
    case .open: "Open, or go to the first child"
    case .close: "Close, or go to the parent"
    case .toggle: "Open, close or activate"
    case .openSiblings: "Open all siblings"
    case .reload: "Reload"
    }
  }

  func keys(in map: KeyMap) -> [KeyChord] {
    map["tree.\(rawValue)"] ?? standardKeys.map { KeyChord($0) }
  }

  /// The bindings, which a help screen shows but a footer does not.
  static func bindings(in map: KeyMap) -> [KeyBinding] {
    allCases.map { command in
      var binding = KeyBinding(command.keys(in: map), command.title)
      binding.scope = "Tree"
      binding.isShown = false
      return binding
    }
  }
}
