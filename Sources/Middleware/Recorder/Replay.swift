import MillraceStore
import Synchronization

/// Dispatches the actions of a recording to a fresh store, and compares the states.
///
/// ```swift
/// let replay = try Replay(recording, reducer: todos)
/// if let difference = try await replay.run(speed: .infinity) {
///   print("version \(difference.version), \(difference.action): \(difference.difference)")
/// }
/// ```
///
/// The store begins with the first recorded state. It has no sources and no persistence. Until the
/// replay ends, it drops its reducer's commands, because their results are in the recording, and
/// ignores actions from elsewhere, such as from a view. Afterwards it accepts them, and runs their
/// commands.
public final class Replay<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  /// The store that the recording is replayed into.
  public let store: Store<State, Action>
  private let recording: Recording<State, Action>
  private let gate: Gate

  /// Admits each action of the replay once, and nothing else until the replay ends. An action is
  /// admitted if `admittedVersion` equals its task's ``replayedVersion``. Admitting it resets
  /// `admittedVersion`, so that nested dispatches and started tasks, which inherit the task's
  /// value, are not admitted.
  private final class Gate: Sendable {
    /// The version of the recorded action to admit; 0 admits nothing, and `.max` admits everything.
    let admittedVersion = Atomic<UInt64>(0)

    /// Whether a replay has ended, and no other one runs.
    var isOpen: Bool { admittedVersion.load(ordering: .acquiring) == .max }

    func admits() -> Bool {
      let version = replayedVersion
      return isOpen
        || version != 0
          && admittedVersion.compareExchange(expected: version, desired: 0, ordering: .relaxed)
            .exchanged
    }
  }

  /// Makes the store, with the first recorded state.
  /// - Parameters:
  ///   - recording: The recording to replay.
  ///   - reducer: The reducer of the recorded store.
  ///   - middleware: Middleware that observes, such as logging. Middleware that changes actions did
  ///     so before they were recorded.
  ///   - dependencies: The dependencies, whose clock paces the replay.
  public init(
    _ recording: Recording<State, Action>, reducer: Reducer<State, Action>,
    middleware: [Middleware<State, Action>] = [], dependencies: Dependencies = Dependencies()
  ) throws(RecordingError) {
    let gate = Gate()
    (self.recording, self.gate) = (recording, gate)
    store = Store(
      initial: try recording.state(at: recording.versions.lowerBound, by: reducer),
      reducer: Reducer { state, action -> Command<Action> in
        let command = reducer.reduce(&state, action)
        return gate.isOpen ? command : .none
      },
      middleware: [Middleware { _, action, next in if gate.admits() { next(action) } }]
        + middleware,
      dependencies: dependencies)
  }

  /// Replays the recording.
  /// - Parameter speed: 1 is the recorded pace, 2 is twice as fast, and `.infinity` is without a
  ///   pause.
  /// - Returns: The first difference, at which the replay stopped; nil if there is none, or if the
  ///   store was finished meanwhile.
  /// - Throws: `RecordingError`; `CancellationError` if the task is cancelled.
  public func run(speed: Double = 1) async throws -> RecordingDifference? {
    if !(speed > 0) {
      programmerError("A replay's speed must be above 0. Pass .infinity to replay without pauses.")
    }
    gate.admittedVersion.store(0, ordering: .releasing)
    defer { gate.admittedVersion.store(.max, ordering: .releasing) }
    let clock = store.dependencies.clock
    let scheduler = clock.scheduler
    let began = scheduler.elapsed
    var (lines, first, check) = try recording.start(at: recording.versions.lowerBound)
    let start = check.commit.ms
    let beginning = first
    if store.snapshot.version > 0 {
      store.context.replaceState(reason: .timeTravel) { $0 = beginning }
    }
    while let line = try recording.next(&lines) {
      let time = Duration.milliseconds(max(0, min(Double(line.ms &- start) / speed, 4e12)))
      let pause = time - (scheduler.elapsed - began)
      if speed < .infinity, pause > .zero { try await clock.sleep(for: pause) }
      try Task.checkCancellation()
      let before = store.state
      var isApplied = true
      if let action = line.action {
        gate.admittedVersion.store(line.version, ordering: .relaxed)
        isApplied = $replayedVersion.withValue(line.version) { store.context.dispatch(action) }
      } else if let reason = line.reason, let state = line.state {
        isApplied = store.context.replaceState(reason: reason) { $0 = state }
      }
      if !isApplied { return nil }
      if let difference = check.difference(line, before, store.state) { return difference }
    }
    return nil
  }
}

/// The version of the recorded action that the task dispatches; 0 outside of a replay.
@TaskLocal private var replayedVersion: UInt64 = 0
