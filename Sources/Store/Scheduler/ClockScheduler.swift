/// A scheduler that uses a clock. For each piece of work, it starts a task that sleeps until the
/// work is due.
///
/// Work that is due at the same moment runs in any order, on any thread. Delays of more than 2^32
/// seconds are shortened to that.
public struct ClockScheduler<Base: Clock>: Scheduler where Base.Duration == Duration {
  /// The limit is more than a century. Without it, a clock's sleep may trap on a time that the
  /// clock cannot represent.
  private static var longestDelay: Duration { .seconds(1 << 32) }

  private let clock: Base
  private let origin: Base.Instant

  /// Makes a scheduler whose elapsed time starts now.
  /// - Parameter clock: The clock that measures the time.
  public init(_ clock: Base) {
    self.clock = clock
    origin = clock.now
  }

  public var elapsed: Duration { origin.duration(to: clock.now) }

  @discardableResult
  public func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let deadline = clock.now.advanced(by: min(max(delay, .zero), Self.longestDelay))
    // The task is detached, because the work belongs to no actor, and the caller's actor may be
    // busy for a long time.
    let task = Task.detached { [clock] in
      if delay > .zero { try? await clock.sleep(until: deadline, tolerance: nil) }
      if !Task.isCancelled { work() }
    }
    return ScheduledWork { task.cancel() }
  }
}

/// A scheduler on the continuous clock, with a task for each piece of work.
public typealias TaskScheduler = ClockScheduler<ContinuousClock>

extension ClockScheduler<ContinuousClock> {
  /// Makes a scheduler on the continuous clock, whose elapsed time starts now.
  public init() { self.init(ContinuousClock()) }
}

extension Scheduler where Self == TaskScheduler {
  /// A scheduler in real time, on the continuous clock.
  public static var live: TaskScheduler { TaskScheduler() }
}

extension Clock<Duration> {
  /// This clock itself if it is a scheduler, such as a test's clock, which runs work when the test
  /// advances it; else a scheduler that uses this clock.
  package var scheduler: any Scheduler { self as? any Scheduler ?? ClockScheduler(self) }
}
