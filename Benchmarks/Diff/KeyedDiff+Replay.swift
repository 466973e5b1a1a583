import Millrace

extension KeyedDiff {
  /// Applies the steps, and checks that they produce the new list without unnecessary moves.
  /// - Throws: `CheckFailure` if they do not.
  func replay(_ change: ListChange) throws(CheckFailure) {
    try check(steps.count == change.new.count, "there is not one step for each new item")
    let known = Set(change.old)
    var isUsed = [Bool](repeating: false, count: change.old.count)
    var lastKept = -1
    var moves = 0
    for (step, item) in zip(steps, change.new) {
      switch step {
      case .insert: try check(!known.contains(item), "\(item) was there, and is inserted")
      case .stay(let source), .move(let source):
        try check(change.old[source] == item, "\(item) is not at \(source)")
        try check(!isUsed[source], "\(item) comes twice")
        isUsed[source] = true
      }
      switch step {
      case .insert: break
      case .stay(let source):
        try check(source > lastKept, "\(item) stays, but not in order")
        lastKept = source
      case .move: moves += 1
      }
    }
    for index in removed {
      try check(!isUsed[index], "\(change.old[index]) is removed, and used")
      isUsed[index] = true
    }
    try check(!isUsed.contains(false), "an old item is forgotten")
    if let least = change.moves { try check(moves == least, "\(moves) moves, not \(least)") }
  }
}
