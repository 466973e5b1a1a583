import MillraceStore

/// Holds a frame back until the store's sinks have written the version that the frame shows.
///
/// A sink may block, so another thread waits for it, and rendering and input continue.
@MainActor
package final class FrameGate<State: Sendable, Action: Sendable> {
  /// Whether a frame has waited long enough to notify the user.
  package private(set) var isLate = false
  private weak var store: Store<State, Action>?
  private let scheduler: any Scheduler
  private let runOnMainActor: MainActorRunner
  private let retry: @MainActor () -> Void
  /// The newest version that the frame may contain.
  private var frameVersion: UInt64 = 0
  private var isWriting = false
  /// The timer of a waiting frame; nil if none waits.
  private var timer: ScheduledWork?

  /// - Parameters:
  ///   - store: The store whose sinks write. The gate does not retain it.
  ///   - scheduler: The scheduler of the timeout.
  ///   - runOnMainActor: Runs work of another thread on the main actor.
  ///   - retry: Called when the session should try a waiting frame again, because the frame may be
  ///     shown or is late.
  /// - Returns: Nil if the store has no sinks, so that no frame must wait.
  package init?(
    _ store: Store<State, Action>, scheduler: any Scheduler,
    runOnMainActor: @escaping MainActorRunner,
    retry: @escaping @MainActor () -> Void
  ) {
    if !store.hasSinks { return nil }
    self.store = store
    self.scheduler = scheduler
    self.runOnMainActor = runOnMainActor
    self.retry = retry
  }

  /// Returns whether a frame may be shown. If not, the caller tries again when `retry` is called.
  /// - Parameter isNew: Whether something was rendered since the last call. Only then does the
  ///   gate wait for the newest version. A gate that waited for it at each call would show nothing
  ///   during continuous changes, because a newer version that is not yet written always exists.
  package func mayShow(isNew: Bool) -> Bool {
    guard let store else { return true }
    if isNew { frameVersion = store.snapshot.version }
    if !store.isFlushed(through: frameVersion) {
      write(store)
      // With a test's clock, `write` has already run the blocking work.
      if !store.isFlushed(through: frameVersion) {
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
    store.dependencies.makeBlockingQueue()() { [weak self, runOnMainActor, frameVersion] in
      store.flushSinks(through: frameVersion)
      runOnMainActor { [weak self] in
        self?.isWriting = false
        if self?.timer != nil { self?.retry() }
      }
    }
  }

  private func startTimer() {
    timer = scheduler.schedule(after: .seconds(1)) { [weak self, runOnMainActor] in
      runOnMainActor { [weak self] in
        guard let self, timer != nil else { return }
        isLate = true
        retry()
      }
    }
  }
}
