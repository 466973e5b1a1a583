import MillraceRender

/// The commands of a ``LazyGrid``'s keys, named `grid.up` and so on in a ``KeyMap``. Move keys with
/// Shift also select.
enum LazyGridCommand: String, CaseIterable {
  case up, down, left, right, pageUp, pageDown, first, last, select, selectAll

  private var standardKey: Key {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .first: .home
    case .last: .end
    case .select: .space
    case .selectAll: .control("a")
    }
  }

  private var title: String {
    switch self {
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .pageUp: "Page up"
    case .pageDown: "Page down"
    case .first: "First cell"
    case .last: "Last cell"
    case .select: "Select the cell"
    case .selectAll: "Select all"
    }
  }

  func keys(in map: KeyMap) -> [KeyChord] {
    map["grid.\(rawValue)"] ?? [KeyChord(standardKey)]
  }

  /// The command for a chord, and whether it extends the selection.
  static func command(
    of chord: KeyChord, in map: KeyMap
  ) -> (command: LazyGridCommand, extends: Bool)? {
    for command in allCases {
      let keys = command.keys(in: map)
      if keys.contains(chord) { return (command, false) }
      if command != .select, command != .selectAll, chord.rest.isEmpty,
        keys.contains(where: { $0.rest.isEmpty && $0.first.with(.shift) == chord.first })
      {
        return (command, true)
      }
    }
    return nil
  }

  /// The bindings, which a help screen shows but a footer does not.
  static func bindings(in map: KeyMap, selects: Bool) -> [KeyBinding] {
    allCases.filter { selects || ($0 != .select && $0 != .selectAll) }.map { command in
      var binding = KeyBinding(command.keys(in: map), command.title)
      binding.scope = "Grid"
      binding.isShown = false
      return binding
    }
  }

  /// The index that a command moves to; nil if it leads out of the grid or does not move.
  /// - Parameters:
  ///   - columns: items per row.
  ///   - page: rows per page.
  func target(from current: Int, count: Int, columns: Int, page: Int) -> Int? {
    guard count > 0 else { return nil }
    let (last, column) = (count - 1, current % columns)
    switch self {
    case .up: return current >= columns ? current - columns : nil
    // If the last row is shorter, moves to the last item.
    case .down: return current / columns < last / columns ? min(current + columns, last) : current
    case .left: return current > 0 ? current - 1 : nil
    case .right: return min(current + 1, last)
    case .pageUp: return max(column, current - page * columns)
    case .pageDown:
      return min(min(current / columns + page, last / columns) * columns + column, last)
    case .first: return 0
    case .last: return last
    case .select, .selectAll: return nil
    }
  }
}
