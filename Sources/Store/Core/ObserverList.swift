/// A list of closures to call in the order in which they were added.
final class ObserverList<Body: Sendable>: Sendable {
  private struct State: Sendable {
    var lastKey = 0
    var bodies: [Int: Body] = [:]
  }

  private let state = Guarded(State())

  init() {}

  var all: [Body] { state.withLock { $0.bodies }.sorted { $0.key < $1.key }.map(\.value) }

  func add(_ body: Body) -> Subscription {
    let key = state.withLock { state in
      state.lastKey += 1
      state.bodies[state.lastKey] = body
      return state.lastKey
    }
    // Returns the removed closure, so that its captures are released outside the lock.
    return Subscription { _ = self.state.withLock { $0.bodies.removeValue(forKey: key) } }
  }
}
