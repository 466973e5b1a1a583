import MillraceStore

/// Wakes waiting tasks after a change, so that they check their conditions again.
final class ChangeNotifier: Sendable {
  private struct State: Sendable {
    var count = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  /// Notifies the waiting tasks of a change.
  func notify() {
    let waiting = state.withLock { state in
      state.count += 1
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.resume() }
  }

  /// Waits until a function returns a value, and calls it again after each change.
  @discardableResult
  func wait<Found: Sendable>(_ check: @Sendable () -> Found?) async -> Found {
    while true {
      let seen = state.withLock { $0.count }
      if let found = check() { return found }
      await withCheckedContinuation { waiter in
        let hasChanged = state.withLock { state in
          if state.count != seen { return true }
          state.waiting.append(waiter)
          return false
        }
        if hasChanged { waiter.resume() }
      }
    }
  }
}
