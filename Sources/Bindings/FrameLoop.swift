import MillraceStore
import Synchronization

/// Decides when frames are drawn: on demand, on the main actor, at most once in an interval.
///
/// The first request after an idle time is met at once. While nothing is requested, nothing runs:
/// no timer, no task.
@MainActor
public final class FrameLoop {
  private let interval: Duration
  private let scheduler: any Scheduler
  private let hop: MainActorHop
  private let draw: @MainActor () -> Void
  private let requests = Requests()
  private var lastFrame: Duration?
  private var waiting: ScheduledWork?
  private var isStopped = false

  /// - Parameters:
  ///   - interval: the least time between two frames.
  ///   - scheduler: time.
  ///   - hop: how a request from elsewhere reaches the main actor; the default is a task.
  ///   - draw: draws a frame of the newest state.
  public init(
    interval: Duration = .milliseconds(16), scheduler: any Scheduler = .live,
    hop: @escaping MainActorHop = { work in Task { @MainActor in work() } },
    draw: @escaping @MainActor () -> Void
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.hop = hop
    self.draw = draw
  }

  /// Asks for a frame. May be called from any thread, and often: requests that come before the
  /// frame are one.
  nonisolated public func requestFrame() {
    if requests.add() { hop { [weak self] in self?.turn() } }
  }

  /// Runs work, an event's handlers say, and draws what it asked for when it is done.
  public func perform(_ work: () -> Void) {
    requests.beginTurn()
    work()
    turn()
  }

  /// No frame is drawn after this.
  public func stop() {
    isStopped = true
    waiting?.cancel()
    waiting = nil
  }

  private func turn() {
    guard requests.endTurn(), !isStopped else { return }
    guard waiting == nil else {
      requests.beginTurn()
      return
    }
    let now = scheduler.elapsed
    guard let lastFrame, now - lastFrame < interval else {
      drawFrame()
      return
    }
    waiting = scheduler.schedule(after: interval - (now - lastFrame)) { [weak self, hop] in
      hop { self?.drawWaitingFrame() }
    }
    // The frame that waits will show whatever is requested until then.
    requests.beginTurn()
  }

  private func drawWaitingFrame() {
    guard waiting != nil, !isStopped else { return }
    waiting = nil
    drawFrame()
  }

  private func drawFrame() {
    lastFrame = scheduler.elapsed
    // What is requested from here on may not be in the frame, and brings itself again.
    _ = requests.endTurn()
    draw()
  }

  /// Whether a frame is asked for, and whether somebody is on the way to see to it.
  private final class Requests: Sendable {
    private struct State {
      var isRequested = false
      var isSeenTo = false
    }

    private let state = Guarded(State())

    /// - Returns: whether the caller has to bring word to the main actor.
    func add() -> Bool {
      state.withLock { state in
        state.isRequested = true
        defer { state.isSeenTo = true }
        return !state.isSeenTo
      }
    }

    /// The main actor is at work and will look when it is done.
    func beginTurn() { state.withLock { $0.isSeenTo = true } }

    /// - Returns: whether a frame is asked for; from now on a request has to be brought again.
    func endTurn() -> Bool {
      state.withLock { state in
        defer { state = State() }
        return state.isRequested
      }
    }
  }
}
