import Synchronization

/// Does the work of all pages on the main actor, in slices of a few milliseconds: what else waits for the main actor,
/// the program's own terminal first of all, comes between two slices.
final class PageWork: Sendable {
  typealias Work = @MainActor @Sendable () -> Void

  private struct State {
    var waiting: [Work] = []
    /// How much of it is done.
    var done = 0
    var isRunning = false
  }

  private let state = Mutex(State())
  private let slice: Duration
  private let hop: @Sendable (@escaping Work) -> Void

  /// - Parameters:
  ///   - slice: How long the main actor has nothing else to do.
  ///   - hop: How a slice gets to the main actor.
  init(
    slice: Duration = .milliseconds(4),
    hop: @escaping @Sendable (@escaping Work) -> Void = { work in Task { @MainActor in work() } }
  ) {
    (self.slice, self.hop) = (slice, hop)
  }

  /// Adds work, from any thread. It is done in the order in which it came.
  func add(_ work: @escaping Work) {
    let isFirst = state.withLock { state in
      state.waiting.append(work)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { hop { self.run() } }
  }

  @MainActor private func run() {
    let clock = ContinuousClock()
    let end = clock.now + slice
    while let work = next() {
      work()
      if clock.now >= end { return hop { self.run() } }
    }
  }

  private func next() -> Work? {
    state.withLock { state in
      guard state.done < state.waiting.count else {
        state = State()
        return nil
      }
      defer { state.done += 1 }
      // A long queue does not keep what is done.
      if state.done > 1024 {
        state.waiting.removeFirst(state.done)
        state.done = 0
      }
      let work = state.waiting[state.done]
      state.waiting[state.done] = {}
      return work
    }
  }
}
