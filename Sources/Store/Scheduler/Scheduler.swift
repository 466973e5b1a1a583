/// Measures time and runs work later. Code that waits receives a scheduler, so that a test can
/// control time.
///
/// `ManualClock` conforms to it; `ClockScheduler` makes a scheduler from any clock.
public protocol Scheduler: Sendable {
  /// The time since an origin that is constant while the scheduler exists. It never decreases.
  var elapsed: Duration { get }

  /// Runs work once, later.
  /// - Parameters:
  ///   - delay: The delay from now on; zero or less means as soon as possible. Work never runs
  ///     inside this call.
  ///   - work: Runs on any thread.
  /// - Returns: A handle to cancel the work. The work runs even if the handle is released.
  @discardableResult
  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork
}
