import MillraceStore

/// Time that stands still until a test moves it.
///
/// It is a clock, for code that sleeps, and a scheduler, for code that wants to be called: both on
/// one timeline. What is scheduled runs inside `advance(by:)`, on its caller's thread. Whoever
/// sleeps is woken there, and goes on as a task does: soon, on another thread. A test that needs a
/// task to sleep before time moves waits for that with `waitUntilPending(_:)`.
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
    /// Those who wait for something to be pending, by the order they came in.
    var watchers: [Int: Watcher] = [:]
  }

  let state = Guarded(State())

  /// Makes a clock whose time is zero.
  public init() {}

  public var now: Instant { Instant(offset: elapsed) }
  public var minimumResolution: Duration { .zero }
  public var elapsed: Duration { state.withLock { $0.timeline.now } }

  /// How many pieces of work wait for their time, and how many tasks sleep.
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
      // Returned, so that what the work captured is released outside the lock.
      _ = self?.state.withLock { $0.timeline.remove(ticket) }
    }
  }

  /// Moves time on, runs what falls due on the caller's thread, and wakes who slept until then: in
  /// the order of time, then of scheduling.
  ///
  /// Work that is scheduled meanwhile and falls due within the step runs too, at its own time. A
  /// task that is woken and sleeps again begins its new sleep when it gets to run, which may be
  /// after the whole step: move time in smaller steps, and wait for it in between.
  /// - Parameter step: How far; zero runs what is due already.
  /// - Complexity: O(1) for each piece of work that runs; to schedule one among *m* that wait is
  ///   O(*m*).
  public func advance(by step: Duration) {
    advance(to: now.advanced(by: step))
  }

  /// Moves time on to an instant, as `advance(by:)` does.
  /// - Parameter end: The instant; if it has passed, what is due already runs.
  public func advance(to end: Instant) {
    while let due = state.withLock({ $0.timeline.next(until: end.offset) }) { due.run() }
    state.withLock { $0.timeline.now = max($0.timeline.now, end.offset) }
  }

  /// Moves time on until nothing is pending.
  /// - Parameter limit: How many pieces of work to run at most: what goes on for ever, such as a
  ///   timer, would never let this end.
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
