import Synchronization

/// Time that stands still until a test moves it.
public final class ManualScheduler: Scheduler {
  private struct Item: Sendable {
    let due: Duration
    let order: Int
    let work: @Sendable () -> Void
  }

  private struct Timeline: Sendable {
    var now = Duration.zero
    var nextOrder = 0
    var items: [Item] = []
  }

  private let timeline = Guarded(Timeline())

  /// Makes a scheduler whose time is zero.
  public init() {}

  public var now: Duration { timeline.withLock { $0.now } }

  /// How many pieces of work are still to run.
  public var pendingCount: Int { timeline.withLock { $0.items.count } }

  @discardableResult
  public func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let order = timeline.withLock { timeline in
      let order = timeline.nextOrder
      timeline.nextOrder += 1
      timeline.items.append(
        Item(due: timeline.now + max(delay, .zero), order: order, work: work))
      return order
    }
    return ScheduledWork { [weak self] in
      // Returned, so that what the work captured is released outside the lock.
      _ = self?.timeline.withLock { timeline in
        timeline.items.firstIndex { $0.order == order }.map { timeline.items.remove(at: $0) }
      }
    }
  }

  /// Moves time on, and runs what falls due on the caller's thread: in the order of time, then of
  /// scheduling.
  ///
  /// Work that is scheduled meanwhile and falls due within the step runs too, at its own time.
  /// - Parameter step: How far; zero runs what is due already.
  public func advance(by step: Duration) {
    let end = now + step
    while let work = nextWork(until: end) { work() }
    timeline.withLock { $0.now = max($0.now, end) }
  }

  private func nextWork(until end: Duration) -> (@Sendable () -> Void)? {
    timeline.withLock { timeline in
      let first = timeline.items.indices.min {
        (timeline.items[$0].due, timeline.items[$0].order)
          < (timeline.items[$1].due, timeline.items[$1].order)
      }
      guard let first, timeline.items[first].due <= end else { return nil }
      let item = timeline.items.remove(at: first)
      timeline.now = max(timeline.now, item.due)
      return item.work
    }
  }
}
