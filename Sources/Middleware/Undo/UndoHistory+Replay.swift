/// A history that is not saved with its state, but comes back as actions are replayed.
protocol ReplayedHistory {
  /// How many actions the reducer of this history has run.
  ///
  /// Of a scoped child, only those of the child: so it is noted, with a saved state, from the history itself.
  var actionCount: UInt64 { get }

  /// Whether this history, as it is now, comes of a replay that begins with an empty one.
  ///
  /// It never says so falsely, as long as no reducer decides by the history or puts another one in its place
  /// that is not empty. It can fail to say so, for states from before hundreds of steps were taken back.
  /// - Parameter count: The `actionCount` when the state was saved with which the replay begins. All
  ///   actions since are replayed on it.
  func isRebuilt(byReplayingFrom count: UInt64) -> Bool
}

extension UndoHistory: ReplayedHistory {
  func isRebuilt(byReplayingFrom count: UInt64) -> Bool {
    guard count <= actionCount, !spans.contains(where: { $0.contains(count) }) else { return false }
    // Steps that were taken back began after those that were not, and the next one to come back first.
    return (past.first ?? future.last).map { $0.begun >= count } ?? true
  }
}

/// The histories in a state, each by its path such as `editor.history`.
///
/// Looks into structs, tuples, optionals and enums, to a depth of four. What is in a collection or a class is
/// not found, and is not rebuilt.
func histories(in state: Any) -> [String: any ReplayedHistory] {
  var found: [String: any ReplayedHistory] = [:]
  func look(into value: Any, at path: [String]) {
    let mirror = Mirror(reflecting: value)
    guard path.count < 4, let style = mirror.displayStyle,
      [.struct, .tuple, .optional, .enum].contains(style)
    else { return }
    for (label, child) in mirror.children {
      let path = path + [label ?? ""]
      if let history = child as? any ReplayedHistory {
        found[path.joined(separator: ".")] = history
      } else {
        look(into: child, at: path)
      }
    }
  }
  look(into: state, at: [])
  return found
}
