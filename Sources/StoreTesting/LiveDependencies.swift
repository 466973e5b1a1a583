import MillraceStore

/// The live dependencies that effects, sources and middleware used because the test did not set
/// them.
final class LiveDependencies: Sendable {
  private let reached = Guarded<[String]>([])

  /// For each live dependency that was used, the code that sets it, in the order of first use.
  var hints: [String] { reached.withLock { $0 } }

  /// Records later uses of dependencies that the test has not set.
  func watch(_ dependencies: inout Dependencies) {
    dependencies.onDefault = { [self] key in
      recordUse("\(key): { $0[\(key).self] = … }, or \(key).defaultValue to use the live value")
    }
    if dependencies.random.areFromSystem {
      dependencies.random = RandomNumbers(LiveRandom(live: self))
    }
  }

  fileprivate func recordUse(_ hint: String) {
    reached.withLock { if !$0.contains(hint) { $0.append(hint) } }
  }
}

/// Random numbers of the system, whose use is recorded.
private struct LiveRandom: RandomNumberGenerator, Sendable {
  let live: LiveDependencies
  private var system = SystemRandomNumberGenerator()

  init(live: LiveDependencies) { self.live = live }

  mutating func next() -> UInt64 {
    live.recordUse("random: { $0.random = RandomNumbers(SeededGenerator(seed: 1)) }")
    return system.next()
  }
}
