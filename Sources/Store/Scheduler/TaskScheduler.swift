/// Real time: the continuous clock, and a task for each piece of work.
public struct TaskScheduler: Scheduler {
  private let origin = ContinuousClock.now

  /// Makes a scheduler whose time begins now.
  public init() {}

  public var now: Duration { origin.duration(to: .now) }

  @discardableResult
  public func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    // Detached: the work belongs to no actor, and a caller's actor may be busy for as long as it
    // likes.
    let task = Task.detached {
      if delay > .zero { try? await Task.sleep(for: delay, clock: .continuous) }
      if !Task.isCancelled { work() }
    }
    return ScheduledWork { task.cancel() }
  }
}

extension Scheduler where Self == TaskScheduler {
  /// Real time.
  public static var live: TaskScheduler { TaskScheduler() }
}
