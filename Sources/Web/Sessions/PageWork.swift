import MillraceStore
import Synchronization

/// Runs the work of all pages on the main actor, in slices of a few milliseconds. Other work of the
/// main actor, such as the program's own terminal, runs between two slices.
final class PageWork: Sendable {
  typealias Work = @MainActor @Sendable () -> Void

  private struct State {
    var waiting: [Work] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let slice: Duration
  private let runOnMainActor: MainActorRunner

  /// - Parameters:
  ///   - slice: The longest time for which pages occupy the main actor without a pause.
  ///   - runOnMainActor: Runs a slice on the main actor.
  init(slice: Duration = .milliseconds(4), runOnMainActor: @escaping MainActorRunner) {
    (self.slice, self.runOnMainActor) = (slice, runOnMainActor)
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

  private func next() -> Work? {
    state.withLock { state in
      state.isRunning = !state.waiting.isEmpty
      // Moving what waits costs little, because a queue has at most some items for each session.
      return state.isRunning ? state.waiting.removeFirst() : nil
    }
  }
}
