/// Those who want to know when nothing runs.
final class IdleObservers: Sendable {
  private struct State: Sendable {
    var lastKey = 0
    var bodies: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Guarded(State())

  init() {}

  func add(_ body: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastKey += 1
      state.bodies[state.lastKey] = body
      return state.lastKey
    }
  }

  func remove(_ key: Int) {
    // Returned, so that what the body captured is released outside the lock.
    _ = state.withLock { $0.bodies.removeValue(forKey: key) }
  }

  func tell() {
    let bodies = state.withLock { state in
      state.bodies.sorted { $0.key < $1.key }.map(\.value)
    }
    for body in bodies { body() }
  }
}
