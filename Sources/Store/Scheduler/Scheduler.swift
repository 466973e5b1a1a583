/// Time as a value: whoever waits is given one of these, so that a test can move time itself.
///
/// A `ManualClock` is one; `ClockScheduler` makes one of any clock.
public protocol Scheduler: Sendable {
  /// The time since an origin that does not move while the scheduler lives. It never goes back.
  var elapsed: Duration { get }

  /// Runs work once, later.
  /// - Parameters:
  ///   - delay: How long from now; not more than zero means as soon as can be. Work never runs
  ///     inside this call.
  ///   - work: Runs on any thread.
  /// - Returns: What can be cancelled. The work runs also when nobody keeps this.
  @discardableResult
  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork
}
