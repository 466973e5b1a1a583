import MillraceStore

/// Records the commits of a store, reproduces any recorded version of its state, and shows it in
/// the program.
///
/// ```swift
/// let machine = TimeMachine(store)
/// store.dispatch(.add("Recipes"))
/// try machine.travel(to: 0)  // the views show the state as it was
/// machine.goLive()  // and now the present again
/// ```
///
/// The machine keeps the last 100,000 actions and snapshots between them. Snapshots of new versions
/// are close together, and snapshots of older versions are further apart. Snapshots use at most 64
/// MB or, if that is more, the size of one more copy of the state. The machine estimates their size
/// from the growth of the process. Beyond the limit, it keeps fewer snapshots, and a jump takes
/// longer. After a snapshot, a reducer must copy each part of the state that it changes. If these
/// copies take more than 2 % of the reducer's time, the machine takes fewer snapshots.
///
/// Time travel changes only what views show. It does not affect the store, its subscribers,
/// sources, effects or saved data. Actions that arrive meanwhile change the present, and
/// ``arrivals`` counts them.
///
/// The reducer must be pure, because the machine reproduces a version by running the reducer again.
public final class TimeMachine<State: Sendable, Action: Sendable>: Sendable {
  let recording: StoreRecording

  /// Starts to record. The recording ends when the machine is released. A store has one recorder: a
  /// new one replaces the old one.
  /// - Parameters:
  ///   - store: A root store. The state of a scoped store is part of its root's state.
  ///   - limit: The number of commits to keep.
  ///   - bytes: The memory that snapshots may use. They may always use the size of one more copy of
  ///     the state.
  public convenience init(
    _ store: Store<State, Action>, limit: Int = 100_000, bytes: Int = 64 << 20
  ) {
    self.init(store.context, limit: limit, bytes: bytes, gauge: .live)
  }

  init(_ store: StoreContext<State, Action>, limit: Int, bytes: Int, gauge: MemoryGauge) {
    recording = StoreRecording(store, limit: limit, bytes: bytes, gauge: gauge)
  }

  deinit { recording.end() }

  /// The versions that views can show. The machine has dropped older ones.
  public var versions: ClosedRange<UInt64> { recording.log.versions }

  /// Reproduces the state of a version.
  /// - Throws: `InspectorError.notRecorded`, or `.slow` if the current task is cancelled.
  /// - Complexity: O(actions since the nearest snapshot): at most 32 or, if that is more, a 32nd of
  ///   the distance to the newest version, unless copies or memory limit the number of snapshots.
  public func state(at version: UInt64) throws(InspectorError) -> State {
    guard let box = try recording.history().state(at: version).state as? RecordedValue<State> else {
      throw .notRecorded(version, versions)
    }
    return box.value
  }

  /// The version that views show; nil while they show the present.
  public var position: UInt64? { recording.position }

  /// The number of commits since the travel began.
  public var arrivals: Int { recording.arrivals }

  /// Makes the views show a version. Nothing else changes, and no effect starts.
  ///
  /// Views show the version when they render next. `TerminalSession.reload()` renders them
  /// immediately, and an `Inspector` calls it automatically.
  /// - Throws: `InspectorError.notRecorded`, or `.slow` if the current task is cancelled.
  public func travel(to version: UInt64) throws(InspectorError) {
    try recording.travel(to: version)
  }

  /// Makes the views show the present again. If a recording file is open, closes it.
  public func goLive() { recording.leave() }

  /// Makes the state of a version the present state. This is one commit, a replacement whose reason
  /// is time travel. Running effects continue, sources follow the new state, and the state is
  /// saved.
  /// - Throws: `InspectorError`.
  public func resume(at version: UInt64) throws(InspectorError) {
    try recording.resume(at: version)
  }
}
