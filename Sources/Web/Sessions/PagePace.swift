import MillraceStore

/// Limits how often whole pages are made: when a tab opens, when its window gets another size, and
/// when its screen is read as text. A link that permits only viewing can ask for these without end.
///
/// The work costs cells, at most a million in a second; for a link that permits only viewing, each
/// counts five times. What waits runs in the order in which it was added.
@MainActor
final class PagePace {
  /// - Returns: The number of cells that were made.
  typealias Work = @MainActor @Sendable () -> Int

  private static let timePerCell = Duration.microseconds(1)

  private let scheduler: any Scheduler
  private let work: PageWork
  private var waiting: [Work] = []
  /// When the next work may run.
  private var next = Duration.zero
  private var timer: ScheduledWork?

  init(_ scheduler: any Scheduler, _ work: PageWork) {
    (self.scheduler, self.work) = (scheduler, work)
  }

  /// - Parameter factor: How often each cell counts.
  func add(_ factor: Int, _ work: @escaping Work) {
    waiting.append { factor * work() }
    if timer == nil { run() }
  }

  private func run() {
    timer = nil
    while !waiting.isEmpty {
      let now = scheduler.elapsed
      if now < next {
        timer = scheduler.schedule(after: next - now) { [weak self, work] in
          work.add { self?.run() }
        }
        return
      }
      let work = waiting.removeFirst()
      next = now + Self.timePerCell * work()
    }
  }
}
