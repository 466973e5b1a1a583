import MillraceStore

/// What effects, sources and middleware reached that the test did not set.
final class LiveDependencies: Sendable {
  private let reached = Guarded<[String]>([])

  /// How to set each that was reached, in the order in which they were.
  var hints: [String] { reached.withLock { $0 } }

  /// Watches what the test has not set.
  func watch(_ dependencies: inout Dependencies) {
    dependencies.onDefault = { [self] key in
      note("\(key): { $0[\(key).self] = … }, or \(key).defaultValue where the live value will do")
    }
    if dependencies.random.areFromSystem {
      dependencies.random = RandomNumbers(LiveRandom(live: self))
    }
  }

  fileprivate func note(_ hint: String) {
    reached.withLock { if !$0.contains(hint) { $0.append(hint) } }
  }
}

/// The system's numbers, and a note that they were used.
private struct LiveRandom: RandomNumberGenerator, Sendable {
  let live: LiveDependencies
  private var system = SystemRandomNumberGenerator()

  init(live: LiveDependencies) { self.live = live }

  mutating func next() -> UInt64 {
    live.note("random: { $0.random = RandomNumbers(SeededGenerator(seed: 1)) }")
    return system.next()
  }
}
