import MillraceStore

/// A clock whose time changes only when a test advances it.
///
/// It is a clock for code that sleeps, and a scheduler for code that is called back, both on one
/// timeline. Scheduled work runs inside `advance(by:)`, on the caller's thread. `advance(by:)` also
/// resumes sleeping tasks, which then continue soon, on another thread. If a test must not advance
/// the clock before a task sleeps, it waits with `waitUntilPending(_:)`.
public final class ManualClock: Clock, Scheduler {
  /// A point on the timeline of a manual clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// Makes a point in time.
    /// - Parameter offset: The time since the clock was made.
    public init(offset: Duration) { self.offset = offset }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  typealias Watcher = AsyncStream<Void>.Continuation

  struct State: Sendable {
    var timeline = Timeline()
    /// The tasks in `waitUntilPending(_:)`, by a number in order of arrival.
    var watchers: [Int: Watcher] = [:]
  }

  let state = Guarded(State())

  /// Makes a clock whose time is zero.
  public init() {}

  public var now: Instant { Instant(offset: elapsed) }
  public var minimumResolution: Duration { .zero }
  public var elapsed: Duration { state.withLock { $0.timeline.now } }

  /// The number of pending items: scheduled work and sleeping tasks.
  public var pendingCount: Int { state.withLock { $0.timeline.count } }

  @discardableResult
  public func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let (ticket, watchers) = state.withLock { state in
      (
        state.timeline.add(.work(work), at: state.timeline.now + max(delay, .zero)),
        Array(state.watchers.values)
      )
    }
    for watcher in watchers { watcher.yield() }
    return ScheduledWork { [weak self] in
      // Returns the removed work, so that its captures are released outside the lock.
      _ = self?.state.withLock { $0.timeline.remove(ticket) }
    }
  }

  /// Advances the time, runs due work on the caller's thread, and resumes due tasks, in the order
  /// of due time, then of scheduling.
  ///
  /// Work that is scheduled during the step and is due within it also runs, at its due time. A
  /// resumed task that sleeps again starts its new sleep when the task runs, which may be after the
  /// whole step: for such a task, advance in smaller steps, and wait for the task after each step.
  /// - Parameter step: The duration; zero runs work that is already due, a negative one nothing.
  /// - Complexity: O(1) for each piece of work that runs. Scheduling work while *m* pieces wait is
  ///   O(*m*).
  public func advance(by step: Duration) {
    advance(to: now.advanced(by: step))
  }

  /// Advances the time to an instant, like `advance(by:)`.
  /// - Parameter end: The instant. Before `now`, the time does not change, and nothing runs.
  public func advance(to end: Instant) {
    while let due = state.withLock({ $0.timeline.next(until: end.offset) }) { due.run() }
    state.withLock { $0.timeline.now = max($0.timeline.now, end.offset) }
  }

  /// Advances the time until nothing is pending.
  /// - Parameter limit: The maximum number of pieces of work to run, because work that repeats,
  ///   such as a timer, would never end.
  /// - Returns: Whether nothing is pending.
  @discardableResult
  public func runToEnd(limit: Int = 10_000) -> Bool {
    for _ in 0..<limit {
      guard let due = state.withLock({ $0.timeline.next(until: nil) }) else { return true }
      due.run()
    }
    return pendingCount == 0
  }
}
