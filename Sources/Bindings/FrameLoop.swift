import MillraceStore
import Synchronization

/// Decides when frames are drawn: on request, on the main actor, at most once in an interval.
///
/// The first request after an idle time is drawn immediately. Without requests there is no timer
/// and no task.
@MainActor
public final class FrameLoop {
  private let interval: Duration
  private let scheduler: any Scheduler
  private let runOnMainActor: MainActorRunner
  private let draw: @MainActor () -> Void
  private let requests = Requests()
  private var lastFrame: Duration?
  private var scheduledFrame: ScheduledWork?
  private var isStopped = false

  /// Makes a loop that draws when it is asked to.
  /// - Parameters:
  ///   - interval: The minimum time between two frames.
  ///   - scheduler: The scheduler for frames that wait until the interval has passed.
  ///   - runOnMainActor: Runs a request from another thread on the main actor; by default, in a
  ///     task.
  ///   - draw: Draws a frame of the newest state.
  public init(
    interval: Duration = .milliseconds(16), scheduler: any Scheduler = .live,
    runOnMainActor: @escaping MainActorRunner = { work in Task { @MainActor in work() } },
    draw: @escaping @MainActor () -> Void
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.runOnMainActor = runOnMainActor
    self.draw = draw
  }

  /// Requests a frame. May be called from any thread, and often: all requests before the frame
  /// become one.
  nonisolated public func requestFrame() {
    if requests.add() { runOnMainActor { [weak self] in self?.turn() } }
  }

  /// Runs work, such as an event's handlers, and then draws the frame that the work requested, or
  /// schedules it if the interval has not passed yet.
  public func perform(_ work: () -> Void) {
    requests.beginTurn()
    work()
    turn()
  }

  /// Stops drawing: no frame is drawn after this call.
  public func stop() {
    isStopped = true
    scheduledFrame?.cancel()
    scheduledFrame = nil
  }

  private func turn() {
    guard requests.endTurn(), !isStopped else { return }
    guard scheduledFrame == nil else {
      requests.beginTurn()
      return
    }
    let now = scheduler.elapsed
    guard let lastFrame, now - lastFrame < interval else {
      drawFrame()
      return
    }
    scheduledFrame = scheduler.schedule(after: interval - (now - lastFrame)) {
      [weak self, runOnMainActor] in
      runOnMainActor { self?.drawWaitingFrame() }
    }
    // Requests need no turn until the waiting frame is drawn, because that frame shows them all.
    requests.beginTurn()
  }

  private func drawWaitingFrame() {
    guard scheduledFrame != nil, !isStopped else { return }
    scheduledFrame = nil
    drawFrame()
  }

  private func drawFrame() {
    lastFrame = scheduler.elapsed
    // A request after this point may come too late for this frame, so it schedules another turn.
    _ = requests.endTurn()
    draw()
  }

  /// Whether a frame is requested, and whether the main actor will check that: a turn is scheduled
  /// or running.
  private final class Requests: Sendable {
    private struct State {
      var isRequested = false
      var isTurnScheduled = false
    }

    private let state = Guarded(State())

    /// - Returns: Whether the caller must schedule a turn on the main actor.
    func add() -> Bool {
      state.withLock { state in
        state.isRequested = true
        defer { state.isTurnScheduled = true }
        return !state.isTurnScheduled
      }
    }

    /// Records that the main actor is working and will check the requests when it is done.
    func beginTurn() { state.withLock { $0.isTurnScheduled = true } }

    /// - Returns: Whether a frame is requested. The next request must schedule a turn again.
    func endTurn() -> Bool {
      state.withLock { state in
        defer { state = State() }
        return state.isRequested
      }
    }
  }
}
