import MillraceStore

/// The changed values whose observers were not yet notified, and whether a turn of the main actor
/// that notifies them is scheduled.
final class PendingChanges: Sendable {
  private struct State {
    /// The changed values in the order of the changes.
    var changed: [ObservedValue] = []
    var ids: Set<ObjectIdentifier> = []
    /// Whether a turn of the main actor is scheduled.
    var isTurnScheduled = false
    /// The number of nested dispatches on the main actor. Each of them notifies the observers of
    /// the changed values before it returns.
    var dispatches = 0

    mutating func take() -> [ObservedValue] {
      defer { (changed, ids) = ([], []) }
      return changed
    }
  }

  private let state = Guarded(State())

  /// Adds a changed value.
  /// - Returns: Whether the caller must schedule a turn of the main actor.
  func add(_ value: ObservedValue) -> Bool {
    state.withLock { state in
      if state.ids.insert(ObjectIdentifier(value)).inserted { state.changed.append(value) }
      if state.dispatches > 0 || state.isTurnScheduled { return false }
      state.isTurnScheduled = true
      return true
    }
  }

  /// - Returns: Whether the caller must schedule a later turn of the main actor.
  func markTurnScheduled() -> Bool {
    state.withLock { state in
      defer { state.isTurnScheduled = true }
      return !state.isTurnScheduled
    }
  }

  func beginDispatch() { state.withLock { $0.dispatches += 1 } }

  /// - Returns: The changed values, in the order of the changes.
  func endDispatch() -> [ObservedValue] {
    state.withLock { state in
      state.dispatches -= 1
      return state.take()
    }
  }

  /// - Returns: The changed values, in the order of the changes.
  func endTurn() -> [ObservedValue] {
    state.withLock { state in
      state.isTurnScheduled = false
      return state.take()
    }
  }
}
