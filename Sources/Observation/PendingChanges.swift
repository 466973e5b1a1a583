import MillraceStore

/// Which values have changed and not been told of, and whether the main actor is going to look.
final class PendingChanges: Sendable {
  private struct State {
    /// In the order in which they changed.
    var changed: [ObservedValue] = []
    var ids: Set<ObjectIdentifier> = []
    /// Somebody is on the way to the main actor.
    var isHopOnItsWay = false
    /// The main actor itself is inside so many dispatches, and will look after each.
    var dispatches = 0

    mutating func take() -> [ObservedValue] {
      defer { (changed, ids) = ([], []) }
      return changed
    }
  }

  private let state = Guarded(State())

  /// Notes a change.
  /// - Returns: Whether the caller has to bring word to the main actor.
  func add(_ value: ObservedValue) -> Bool {
    state.withLock { state in
      if state.ids.insert(ObjectIdentifier(value)).inserted { state.changed.append(value) }
      if state.dispatches > 0 || state.isHopOnItsWay { return false }
      state.isHopOnItsWay = true
      return true
    }
  }

  /// - Returns: Whether the caller has to see to it that the main actor looks in a turn to come.
  func isHopNeeded() -> Bool {
    state.withLock { state in
      defer { state.isHopOnItsWay = true }
      return !state.isHopOnItsWay
    }
  }

  func beginDispatch() { state.withLock { $0.dispatches += 1 } }

  /// - Returns: What has changed, in that order.
  func endDispatch() -> [ObservedValue] {
    state.withLock { state in
      state.dispatches -= 1
      return state.take()
    }
  }

  /// - Returns: What has changed, in that order.
  func endHop() -> [ObservedValue] {
    state.withLock { state in
      state.isHopOnItsWay = false
      return state.take()
    }
  }
}
