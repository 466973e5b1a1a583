/// A scheduler on any clock: a task that sleeps for each piece of work.
///
/// Work that falls due at the same moment runs in any order, and on any thread. A delay of more than
/// 2^32 seconds counts as that.
public struct ClockScheduler<Base: Clock>: Scheduler where Base.Duration == Duration {
  /// Over a century: a clock's sleep may trap on a time that it cannot represent.
  private static var longestDelay: Duration { .seconds(1 << 32) }

  private let clock: Base
  private let origin: Base.Instant

  /// Makes a scheduler whose time begins now.
  /// - Parameter clock: What measures its time.
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
    // Detached: the work belongs to no actor, and a caller's actor may be busy for as long as it
    // likes.
    let task = Task.detached { [clock] in
      if delay > .zero { try? await clock.sleep(until: deadline, tolerance: nil) }
      if !Task.isCancelled { work() }
    }
    return ScheduledWork { task.cancel() }
  }
}

/// Real time: the continuous clock, and a task for each piece of work.
public typealias TaskScheduler = ClockScheduler<ContinuousClock>

extension ClockScheduler<ContinuousClock> {
  /// Makes a scheduler in real time, which begins now.
  public init() { self.init(ContinuousClock()) }
}

extension Scheduler where Self == TaskScheduler {
  /// Real time.
  public static var live: TaskScheduler { TaskScheduler() }
}

extension Clock<Duration> {
  /// This clock itself where it can run work, so that a test's clock runs it when the test says;
  /// else a scheduler on it.
  package var scheduler: any Scheduler { self as? any Scheduler ?? ClockScheduler(self) }
}
