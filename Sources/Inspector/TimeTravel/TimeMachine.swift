import MillraceStore

/// Records the commits of a store, makes any recorded version of its state again, and shows it in the program.
///
/// ```swift
/// let machine = TimeMachine(store)
/// …
/// try machine.travel(to: 12)  // the views show the state as it was
/// machine.goLive()            // and now the present again
/// ```
///
/// The last 100,000 actions are kept, with snapshots between them: close to each other among the newest, and further
/// apart the older they are. They take at most 64 MB, or as much as one more copy of the state where that is more,
/// judged by the growth of the process; then there are fewer of them, and a jump takes longer. A reducer copies what it
/// changes for the first time after a snapshot; where that takes more than 2 % of its time, there are fewer snapshots.
///
/// To travel is to look: the store, its subscribers, sources, effects and what is saved know nothing of it. Views show
/// the past; actions that arrive meanwhile go to the present, which goes on, and ``arrivals`` counts them.
///
/// A reducer has to be pure, as it is promised to be: a version is made by running it again.
public final class TimeMachine<State: Sendable, Action: Sendable>: Sendable {
  private struct Travel: Sendable {
    /// What is shown; nil: the present.
    var shown: Snapshot<State>?
    /// The present when the travel began.
    var left: UInt64 = 0
  }

  let store: StoreContext<State, Action>
  let recording: CommitRecording
  private let travel = Guarded(Travel())

  /// Records from now on, as long as this lives. A store has one recorder: the newest.
  /// - Parameters:
  ///   - store: A root: the parts of a scoped store are in its root's.
  ///   - limit: So many commits are kept.
  ///   - bytes: What snapshots may take. One more copy of the state is allowed in any case.
  public convenience init(
    _ store: Store<State, Action>, limit: Int = 100_000, bytes: Int = 64 << 20
  ) {
    self.init(store.context, limit: limit, bytes: bytes, gauge: .live)
  }

  init(_ store: StoreContext<State, Action>, limit: Int, bytes: Int, gauge: MemoryGauge) {
    self.store = store
    recording = CommitRecording(
      limit: limit, bytes: bytes, gauge: gauge, runLater: store.dependencies.runBlocking)
    recording.begin(at: store.record(with: recording))
  }

  deinit {
    store.endRecording(with: recording)
    if position != nil { store.show(nil) }
  }

  // MARK: - The past

  /// What is recorded by now.
  var history: CommitHistory<State, Action> {
    CommitHistory(log: recording.log) { [store] in store.reduce(&$0, $1) }
  }

  /// The versions that can be shown: older ones are forgotten.
  public var versions: ClosedRange<UInt64> { recording.log.versions ?? 0...0 }

  /// How many states are kept.
  var snapshotCount: Int { recording.log.snapshots.count }

  /// Makes the state of a version again.
  /// - Throws: `InspectorError.notRecorded`.
  /// - Complexity: O(actions since the nearest snapshot): at most a 32nd of the distance to the newest version, unless
  ///   copies or memory are dear.
  public func state(at version: UInt64) throws(InspectorError) -> State {
    try history.state(at: version, known: travel.withLock { $0.shown })
  }

  // MARK: - Travel

  /// The version that views show; nil while they show the present.
  public var position: UInt64? { travel.withLock { $0.shown?.version } }

  /// The commits that have come since the travel began.
  public var arrivals: Int {
    let newest = versions.upperBound
    return travel.withLock { $0.shown == nil ? 0 : Int(clamping: newest &- $0.left) }
  }

  /// Has the views show a version. Nothing else changes, and no effect is started.
  ///
  /// Views show it when they are made the next time: `TerminalSession.reload()` makes them at once, and an `Inspector`
  /// does that by itself.
  /// - Throws: `InspectorError.notRecorded`.
  public func travel(to version: UInt64) throws(InspectorError) {
    let state = try state(at: version)
    let newest = versions.upperBound
    var old: State?
    travel.withLock { travel in
      old = travel.shown?.state
      if travel.shown == nil { travel.left = newest }
      travel.shown = Snapshot(state: state, version: version)
      store.show(state)
    }
    withExtendedLifetime(old) {}
  }

  /// Has the views show the present again.
  public func goLive() {
    var old: State?
    travel.withLock { travel in
      old = travel.shown?.state
      travel.shown = nil
      store.show(nil)
    }
    withExtendedLifetime(old) {}
  }

  /// Makes the state of a version the present one: by one commit, a replacement for the reason of time travel. Effects
  /// that run go on; sources follow the state, and it is saved.
  /// - Throws: `InspectorError`.
  public func resume(at version: UInt64) throws(InspectorError) {
    let state = try state(at: version)
    if !store.replaceState(reason: .timeTravel, { $0 = state }) { throw .ended }
    goLive()
  }
}
