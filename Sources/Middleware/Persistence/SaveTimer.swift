import MillraceStore

/// Decides when changes are saved: when they pause, or after a maximum wait. After failures, it
/// tries again with growing pauses.
final class SaveTimer: Sendable {
  private struct State {
    var isScheduled = false
    var isClosed = false
    /// Whether a save is running. Its result decides when the next save starts.
    var isSaving = false
    /// The times of the first and the last unsaved change.
    var first: Duration?
    var last = Duration.zero
    var failures = 0
    var failedAt = Duration.zero
  }

  private static let longestPause = Duration.seconds(60)

  private let scheduler: any Scheduler
  private let delay, maximumWait: Duration
  private let save = Guarded<(@Sendable () -> Void)?>(nil)
  private let state = Guarded(State())

  init(_ scheduler: any Scheduler, delay: Duration, maximumWait: Duration) {
    self.scheduler = scheduler
    self.delay = delay
    self.maximumWait = maximumWait
  }

  /// - Parameter save: Called on the scheduler's thread. It must report its result by `didEnd`.
  func start(_ save: @escaping @Sendable () -> Void) { self.save.withLock { $0 = save } }

  func didChange() {
    let now = scheduler.elapsed
    let pause: Duration? = state.withLock { state in
      state.last = now
      if state.first == nil { state.first = now }
      return pauseToSchedule(&state, now)
    }
    if let pause { schedule(after: pause) }
  }

  /// Called when a save begins. The save includes all changes so far.
  func willSave() {
    state.withLock { state in
      state.first = nil
      state.isSaving = true
    }
  }

  func didEnd(isSaved: Bool) {
    let now = scheduler.elapsed
    let pause: Duration? = state.withLock { state in
      state.isSaving = false
      state.failures = isSaved ? 0 : state.failures + 1
      state.failedAt = now
      if !isSaved, state.first == nil { state.first = now }
      return pauseToSchedule(&state, now)
    }
    if let pause { schedule(after: pause) }
  }

  /// Stops the timer: it saves no more.
  func close() { state.withLock { $0.isClosed = true } }

  private func due(_ state: State) -> Duration? {
    guard let first = state.first else { return nil }
    if state.failures > 0 {
      let pause = Duration.seconds(1 << min(state.failures - 1, 6))
      return state.failedAt + min(pause, Self.longestPause)
    }
    return min(state.last + delay, first + maximumWait)
  }

  private func pauseToSchedule(_ state: inout State, _ now: Duration) -> Duration? {
    guard !state.isScheduled, !state.isSaving, !state.isClosed, let due = due(state) else {
      return nil
    }
    state.isScheduled = true
    return due - now
  }

  /// Schedules one timer at a time. Changes do not move it: when it fires, it checks whether it has
  /// to wait longer.
  private func schedule(after pause: Duration) {
    scheduler.schedule(after: pause) { [weak self] in self?.fire() }
  }

  private func fire() {
    let now = scheduler.elapsed
    let (isDue, pause): (Bool, Duration?) = state.withLock { state in
      state.isScheduled = false
      if state.isClosed { return (false, nil) }
      if let due = due(state), due <= now {
        // Set already here, because the save begins later, on a queue. Until it ends, no other save
        // is scheduled.
        state.isSaving = true
        return (true, nil)
      }
      return (false, pauseToSchedule(&state, now))
    }
    if isDue { save.withLock { $0 }?() }
    if let pause { schedule(after: pause) }
  }
}
