/// An undo history, whatever the type of its values.
///
/// The steps are not saved with the state. So an undo or a redo cannot be applied again to a saved
/// state. An action that changes ``moveCount`` undoes or redoes steps.
protocol MovingHistory {
  /// How many times a step was undone or redone.
  var moveCount: UInt64 { get }
}

extension UndoHistory: MovingHistory {}

/// How many times steps were undone or redone, in each history of a state; empty without one.
///
/// Searches structs, tuples, optionals and enums to a depth of four. A history in a collection or a
/// class is not found.
func undoMoves(in state: Any) -> [UInt64] {
  var found: [UInt64] = []
  func visit(_ value: Any, depth: Int) {
    let mirror = Mirror(reflecting: value)
    guard depth < 4, let style = mirror.displayStyle,
      [.struct, .tuple, .optional, .enum].contains(style)
    else { return }
    for (_, child) in mirror.children {
      if let history = child as? any MovingHistory {
        found.append(history.moveCount)
      } else {
        visit(child, depth: depth + 1)
      }
    }
  }
  visit(state, depth: 0)
  return found
}
