/// Those who want to know when nothing runs.
final class IdleObservers: Sendable {
  private struct State: Sendable {
    var lastKey = 0
    var bodies: [Int: (isForQuiet: Bool, body: @Sendable () -> Void)] = [:]
  }

  private let state = Guarded(State())

  init() {}

  /// - Parameter isForQuiet: Whether to tell it, too, when all that is left waits for its time.
  func add(isForQuiet: Bool, _ body: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastKey += 1
      state.bodies[state.lastKey] = (isForQuiet, body)
      return state.lastKey
    }
  }

  func remove(_ key: Int) {
    // Returned, so that what the body captured is released outside the lock.
    _ = state.withLock { $0.bodies.removeValue(forKey: key) }
  }

  /// - Parameter isQuiet: Something is left, which waits for its time.
  func tell(isQuiet: Bool) {
    let bodies = state.withLock { state in
      state.bodies.sorted { $0.key < $1.key }.map(\.value)
        .filter { $0.isForQuiet || !isQuiet }.map(\.body)
    }
    for body in bodies { body() }
  }
}
