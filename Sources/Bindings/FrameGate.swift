import MillraceStore

/// Keeps a frame from the screen until the store's sinks have written what it shows.
///
/// A sink may block, so it is asked on another thread: rendering and input go on.
@MainActor
package final class FrameGate {
  /// So long a frame waits before the user is told.
  private static let patience = Duration.seconds(1)

  /// A frame has waited for so long that the user is to be told.
  package private(set) var isLate = false
  private let scheduler: any Scheduler
  private let hop: MainActorHop
  private let retry: @MainActor () -> Void
  private let version: () -> UInt64
  private let isWritten: (UInt64) -> Bool
  private let write: (UInt64, @escaping @Sendable () -> Void) -> Void
  /// What the frame may show.
  private var shown: UInt64 = 0
  private var isWriting = false
  private var timer: ScheduledWork?

  /// - Parameters:
  ///   - store: whose sinks write. The gate does not keep it alive.
  ///   - scheduler: time.
  ///   - hop: how another thread reaches the main actor.
  ///   - retry: called when a frame that waits is to be tried again: it may be shown, or it is late.
  /// - Returns: nil where the store has no sinks: nothing waits.
  package init?<State, Action>(
    _ store: Store<State, Action>, scheduler: any Scheduler, hop: @escaping MainActorHop,
    retry: @escaping @MainActor () -> Void
  ) {
    if store.isFlushed(through: .max) { return nil }
    self.scheduler = scheduler
    self.hop = hop
    self.retry = retry
    version = { [weak store] in store?.snapshot.version ?? 0 }
    isWritten = { [weak store] in store?.isFlushed(through: $0) ?? true }
    write = { [weak store] version, done in
      guard let store else { return done() }
      store.dependencies.runBlocking {
        store.flushSinks(through: version)
        done()
      }
    }
  }

  /// Whether a frame may be shown. If not, it is to be tried again when `retry` is called.
  /// - Parameter isNew: whether something was rendered since this was last asked. The version that the
  ///   frame shows is noted then only: under a stream of changes the newest is never written.
  package func mayShow(isNew: Bool) -> Bool {
    if isNew { shown = version() }
    if !isWritten(shown) {
      writeShown()
      // Where blocking work is done at once, it is written now.
      if !isWritten(shown) {
        if timer == nil { startTimer() }
        return false
      }
    }
    timer?.cancel()
    timer = nil
    isLate = false
    return true
  }

  private func writeShown() {
    if isWriting { return }
    isWriting = true
    write(shown) { [weak self, hop] in
      hop {
        self?.isWriting = false
        if self?.timer != nil { self?.retry() }
      }
    }
  }

  private func startTimer() {
    timer = scheduler.schedule(after: Self.patience) { [weak self, hop] in
      hop {
        guard let self, self.timer != nil else { return }
        self.isLate = true
        self.retry()
      }
    }
  }
}
