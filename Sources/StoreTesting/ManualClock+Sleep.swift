import MillraceStore

extension ManualClock {
  /// Suspends the task until the time reaches a deadline.
  /// - Parameters:
  ///   - deadline: The instant at which to continue. If it has passed, the call does not suspend.
  ///   - tolerance: Ignored, because manual time is exact.
  /// - Throws: `CancellationError` if the task is cancelled before the deadline or before the call.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleep = SleepTicket()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        suspend(continuation, sleep, until: deadline)
      }
    } onCancel: {
      let sleeper = state.withLock { state in sleep.ticket.flatMap { state.timeline.remove($0) } }
      sleeper?.cancel()
    }
  }

  /// Suspends the task until at least `count` items are pending: scheduled work, sleeping tasks, or
  /// both.
  ///
  /// Returns early if the task is cancelled.
  /// - Parameter count: The minimum of `pendingCount`.
  public func waitUntilPending(_ count: Int = 1) async {
    let (news, watcher) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let key = state.withLock { state in
      let key = (state.watchers.keys.max() ?? 0) + 1
      state.watchers[key] = watcher
      return key
    }
    // Checks once for items that were added before the watcher was registered.
    watcher.yield()
    for await _ in news where pendingCount >= count { break }
    _ = state.withLock { $0.watchers.removeValue(forKey: key) }
  }

  /// Connects a sleep to its cancellation handler. Only used under the clock's lock.
  private final class SleepTicket: Sendable {
    private let storage = Guarded<Timeline.Ticket?>(nil)
    var ticket: Timeline.Ticket? {
      get { storage.withLock { $0 } }
      set { storage.withLock { $0 = newValue } }
    }
  }

  private func suspend(
    _ continuation: CheckedContinuation<Void, any Error>, _ sleep: SleepTicket,
    until deadline: Instant
  ) {
    enum Outcome { case asleep([Watcher]), due, cancelled }
    let outcome: Outcome = state.withLock { state in
      // Checks for cancellation under the lock, because a cancellation handler that ran earlier
      // found no sleeping task to cancel.
      if Task.isCancelled { return .cancelled }
      if deadline.offset <= state.timeline.now { return .due }
      sleep.ticket = state.timeline.add(.sleeper(continuation), at: deadline.offset)
      return .asleep(Array(state.watchers.values))
    }
    switch outcome {
    case .asleep(let watchers): for watcher in watchers { watcher.yield() }
    case .due: continuation.resume()
    case .cancelled: continuation.resume(throwing: CancellationError())
    }
  }
}
