import MillraceStore
import Synchronization

/// Runs the work of all pages on the main actor, in slices of a few milliseconds. Other work of the
/// main actor, such as the program's own terminal, runs between two slices.
///
/// Whole pages are limited further: all pages together get at most a million cells in a second,
/// where a cell of a tab that may only view the program counts five times. A whole page is made
/// when a tab opens, when its window gets another size, and when its screen is read as text.
/// Without this limit, a tab that may only view the program could keep the main actor busy with
/// such requests.
final class PageWork: Sendable {
  typealias Work = @MainActor @Sendable () -> Void

  private struct State {
    var waiting: [Work] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let slice: Duration
  private let scheduler: any Scheduler
  private let runOnMainActor: MainActorRunner
  /// The work that was taken from the queue, in reverse order.
  @MainActor private var taken: [Work] = []
  /// When the next page may be made.
  @MainActor private var nextPage = Duration.zero
  @MainActor private var timer: ScheduledWork?
  /// Whether a page is being made. Making it may request other pages.
  @MainActor private var isMaking = false

  private static let timePerCell = Duration.microseconds(1)

  /// - Parameters:
  ///   - slice: The time after which the work of pages pauses. A piece of work that has begun is
  ///     completed first.
  ///   - runOnMainActor: Runs a slice on the main actor.
  init(
    slice: Duration = .milliseconds(4), scheduler: any Scheduler = .live,
    runOnMainActor: @escaping MainActorRunner
  ) {
    (self.slice, self.scheduler, self.runOnMainActor) = (slice, scheduler, runOnMainActor)
  }

  /// Adds work, from any thread. Work runs in the order in which it was added.
  func add(_ work: @escaping Work) {
    let isFirst = state.withLock { state in
      state.waiting.append(work)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { runOnMainActor { self.run() } }
  }

  @MainActor private func run() {
    let clock = ContinuousClock()
    let end = clock.now + slice
    while let work = next() {
      work()
      if clock.now >= end { return runOnMainActor { self.run() } }
    }
  }

  @MainActor private func next() -> Work? {
    if taken.isEmpty {
      taken = state.withLock { state in
        defer { state.waiting = [] }
        state.isRunning = !state.waiting.isEmpty
        return state.waiting.reversed()
      }
    }
    return taken.popLast()
  }

  /// Makes all pages that are wanted, each in its turn.
  /// - Parameters:
  ///   - isWanted: Whether a page is wanted.
  ///   - page: Makes the next page, and returns its cost as a number of cells.
  @MainActor func makePages(
    while isWanted: @escaping @MainActor @Sendable () -> Bool,
    _ page: @escaping @MainActor @Sendable () -> Int
  ) {
    if timer != nil || isMaking { return }
    isMaking = true
    defer { isMaking = false }
    while isWanted() {
      let now = scheduler.elapsed
      if now < nextPage {
        timer = scheduler.schedule(after: nextPage - now) { [weak self] in
          self?.add {
            self?.timer = nil
            self?.makePages(while: isWanted, page)
          }
        }
        return
      }
      nextPage = now + Self.timePerCell * page()
    }
  }
}
