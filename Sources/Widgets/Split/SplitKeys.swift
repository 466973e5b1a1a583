import MillraceRender

/// The commands of a focused divider's keys, named `split.smaller` and so on in a ``KeyMap``.
enum SplitCommand: String, CaseIterable {
  case smaller, larger, smallest, largest, toggle

  private var title: String {
    switch self {
    case .smaller: "Shrink the previous pane"
    case .larger: "Grow the previous pane"
    case .smallest: "Make the previous pane as small as possible"
    case .largest: "Make the previous pane as large as possible"
    case .toggle: "Collapse or expand"
    }
  }

  func keys(in map: KeyMap, _ direction: Split.Direction) -> [KeyChord] {
    if let keys = map["split.\(rawValue)"] { return keys }
    return switch self {
    case .smaller: [direction == .horizontal ? .left : .up]
    case .larger: [direction == .horizontal ? .right : .down]
    case .smallest: [.home]
    case .largest: [.end]
    case .toggle: [.enter, .space]
    }
  }

  /// The bindings, which a help screen shows but a footer does not.
  static func bindings(in map: KeyMap, _ direction: Split.Direction) -> [KeyBinding] {
    allCases.map { command in
      var binding = KeyBinding(command.keys(in: map, direction), command.title)
      binding.scope = "Split"
      binding.isShown = false
      return binding
    }
  }
}
