/// A history that is not saved with its state, and is rebuilt by replaying actions.
protocol ReplayedHistory {
  /// How many actions the reducer of this history has run.
  ///
  /// In a scoped child, only the child's actions count, so a saved state is stored with the count
  /// from the history itself.
  var actionCount: UInt64 { get }

  /// Whether an action of this history asked for a step that it does not have.
  var hasMissedSteps: Bool { get }

  /// Whether a replay that begins with an empty history rebuilds this one.
  ///
  /// There are no false positives, provided that no reducer reads the history or replaces it by one
  /// that is not empty. False negatives are possible, for states from before hundreds of undone
  /// steps.
  /// - Parameter count: The `actionCount` of the saved state at which the replay begins. All later
  ///   actions are replayed.
  func isRebuilt(byReplayingFrom count: UInt64) -> Bool
}

extension UndoHistory: ReplayedHistory {
  func isRebuilt(byReplayingFrom count: UInt64) -> Bool {
    guard count <= actionCount, !spans.contains(where: { $0.contains(count) }) else { return false }
    // Undone steps began after all others; among them, the next to redo began first.
    return (past.first ?? future.last).map { $0.begun >= count } ?? true
  }
}

/// The histories in a state by path, such as `editor.history`.
///
/// Searches structs, tuples, optionals and enums to a depth of four. A history in a collection or a
/// class is not found, and is not rebuilt.
func histories(in state: Any) -> [String: any ReplayedHistory] {
  var found: [String: any ReplayedHistory] = [:]
  func visit(_ value: Any, at path: [String]) {
    let mirror = Mirror(reflecting: value)
    guard path.count < 4, let style = mirror.displayStyle,
      [.struct, .tuple, .optional, .enum].contains(style)
    else { return }
    for (label, child) in mirror.children {
      let path = path + [label ?? ""]
      if let history = child as? any ReplayedHistory {
        found[path.joined(separator: ".")] = history
      } else {
        visit(child, at: path)
      }
    }
  }
  visit(state, at: [])
  return found
}
