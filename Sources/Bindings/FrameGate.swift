import MillraceStore

/// Keeps a frame from the screen until the store's sinks have written what it shows.
///
/// A sink may block, so it is asked on another thread: rendering and input go on.
@MainActor
package final class FrameGate<State: Sendable, Action: Sendable> {
  /// A frame has waited for so long that the user is to be told.
  package private(set) var isLate = false
  private weak var store: Store<State, Action>?
  private let scheduler: any Scheduler
  private let hop: MainActorHop
  private let retry: @MainActor () -> Void
  /// The newest version that the frame may show.
  private var shown: UInt64 = 0
  private var isWriting = false
  /// Runs while a frame waits.
  private var timer: ScheduledWork?

  /// - Parameters:
  ///   - store: whose sinks write. The gate does not keep it alive.
  ///   - scheduler: time.
  ///   - hop: how another thread reaches the main actor.
  ///   - retry: called when a frame that waits is to be tried again: it may be shown, or it is late.
  /// - Returns: nil where the store has no sinks: nothing waits.
  package init?(
    _ store: Store<State, Action>, scheduler: any Scheduler, hop: @escaping MainActorHop,
    retry: @escaping @MainActor () -> Void
  ) {
    if store.isFlushed(through: .max) { return nil }
    self.store = store
    self.scheduler = scheduler
    self.hop = hop
    self.retry = retry
  }

  /// Whether a frame may be shown. If not, it is to be tried again when `retry` is called.
  /// - Parameter isNew: whether something was rendered since this was last asked. The version that the
  ///   frame shows is noted then only: under a stream of changes the newest is never written.
  package func mayShow(isNew: Bool) -> Bool {
    guard let store else { return true }
    if isNew { shown = store.snapshot.version }
    if !store.isFlushed(through: shown) {
      write(store)
      // Where blocking work is done at once, it is written now.
      if !store.isFlushed(through: shown) {
        if timer == nil { startTimer() }
        return false
      }
    }
    timer?.cancel()
    timer = nil
    isLate = false
    return true
  }

  private func write(_ store: Store<State, Action>) {
    if isWriting { return }
    isWriting = true
    store.dependencies.runBlocking { [weak self, hop, shown] in
      store.flushSinks(through: shown)
      hop { [weak self] in
        self?.isWriting = false
        if self?.timer != nil { self?.retry() }
      }
    }
  }

  private func startTimer() {
    timer = scheduler.schedule(after: .seconds(1)) { [weak self, hop] in
      hop { [weak self] in
        guard let self, timer != nil else { return }
        isLate = true
        retry()
      }
    }
  }
}
