import MillraceMiddleware
import MillraceStore

/// Records the commits of a store, reproduces any recorded version of its state, and shows it in
/// the program.
///
/// ```swift
/// let machine = TimeMachine(store)
/// …
/// try machine.travel(to: 12)  // the views show the state as it was
/// machine.goLive()            // and now the present again
/// ```
///
/// The machine keeps the last 100,000 actions and snapshots between them. Snapshots of new versions
/// are close together, and snapshots of older versions are further apart. Snapshots use at most 64
/// MB, or the size of one more copy of the state if that is larger, estimated from the growth of
/// the process. Beyond that, the machine keeps fewer snapshots, and a jump takes longer. After a
/// snapshot, a reducer must copy each part of the state that it changes. If these copies take more
/// than 2 % of its time, the machine takes fewer snapshots.
///
/// Time travel changes only what views show. It does not affect the store, its subscribers,
/// sources, effects or saved data. Actions that arrive meanwhile change the present, and
/// ``arrivals`` counts them.
///
/// The reducer must be pure, because the machine reproduces a version by running the reducer again.
public final class TimeMachine<State: Sendable, Action: Sendable>: Sendable {
  private struct Travel: Sendable {
    /// The version that views show; nil for the present.
    var shown: Snapshot<State>?
    /// The newest version when the travel began.
    var left: UInt64 = 0
    /// Whether `shown` is the end of a branch, and not a recorded version.
    var isBranch = false
    /// The recording file that takes the place of the recording.
    var file: RecordingFile?
  }

  let store: StoreContext<State, Action>
  let recording: CommitRecording
  private let travel = Guarded(Travel())
  /// When the recording began.
  let began = recordingStart()

  /// Starts to record. The recording ends when the machine is released. A store has one recorder,
  /// the newest.
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
    self.store = store
    recording = CommitRecording(
      limit: limit, bytes: bytes, gauge: gauge, runLater: store.dependencies.makeBlockingQueue())
    recording.begin(at: store.record(with: recording))
  }

  deinit {
    recording.removeBreak(at: nil)
    store.endRecording(with: recording)
    if position != nil { store.show(nil) }
  }

  // MARK: - The past

  /// The current recording, or the file in its place.
  var shownHistory: CommitHistory<State, Action> { history(of: file?.log ?? recording.log) }

  func history(of log: CommitLog) -> CommitHistory<State, Action> {
    CommitHistory(log: log) { [store] in store.reduce(&$0, $1) }
  }

  /// The recording file that views show; nil while they show the program.
  var file: RecordingFile? { travel.withLock { $0.file } }

  /// The versions that views can show. The machine has dropped older ones.
  public var versions: ClosedRange<UInt64> { shownHistory.versions }

  /// The number of snapshots.
  var snapshotCount: Int { recording.log.snapshots.count }

  /// Reproduces the state of a version.
  /// - Throws: `InspectorError.notRecorded`.
  /// - Complexity: O(actions since the nearest snapshot): at most a 32nd of the distance to the
  ///   newest version, unless copies or memory limit the number of snapshots.
  public func state(at version: UInt64) throws(InspectorError) -> State {
    try shownHistory.state(at: version, known: travel.withLock { $0.isBranch ? nil : $0.shown })
  }

  // MARK: - Travel

  /// The version that views show; nil while they show the present.
  public var position: UInt64? { travel.withLock { $0.shown?.version } }

  /// The number of commits since the travel began.
  public var arrivals: Int {
    let newest = recording.log.versions?.upperBound ?? 0
    return travel.withLock { $0.shown == nil ? 0 : Int(clamping: newest &- $0.left) }
  }

  /// Makes the views show a version. Nothing else changes, and no effect starts.
  ///
  /// Views show the version when they render next. `TerminalSession.reload()` renders them
  /// immediately, and an `Inspector` calls it automatically.
  /// - Throws: `InspectorError.notRecorded`.
  public func travel(to version: UInt64) throws(InspectorError) {
    show(try state(at: version), of: version, isBranch: false)
  }

  /// Makes the views show the end of a branch, as it is now.
  func showBranch(skipping: Set<UInt64>) throws(InspectorError) {
    let history = shownHistory
    show(try history.end(skipping: skipping), of: history.versions.upperBound, isBranch: true)
  }

  private func show(_ state: State, of version: UInt64, isBranch: Bool) {
    let newest = recording.log.versions?.upperBound ?? 0
    var old: State?
    travel.withLock { travel in
      old = travel.shown?.state
      if travel.shown == nil { travel.left = newest }
      travel.shown = Snapshot(state: state, version: version)
      travel.isBranch = isBranch
      store.show(state)
    }
    withExtendedLifetime(old) {}
  }

  /// The state that views show; nil while they show the present.
  var shown: Snapshot<State>? { travel.withLock { $0.shown } }
  /// Whether views show the end of a branch.
  var showsBranch: Bool { travel.withLock { $0.shown != nil && $0.isBranch } }

  /// Makes the views show the present again. This closes a file.
  public func goLive() { leave(for: nil) }

  /// Makes the views show the last version of a file, or the present.
  func leave(for file: RecordingFile?) {
    let old = travel.withLock { travel in
      let old = travel
      (travel.file, travel.shown) = (file, nil)
      if file == nil { store.show(nil) }
      return old
    }
    withExtendedLifetime(old) {}
    if let last = file?.log.versions?.upperBound { try? travel(to: last) }
  }

  /// Makes the state of a version the present state. This is one commit, a replacement whose reason
  /// is time travel. Running effects continue, sources follow the new state, and the state is
  /// saved.
  /// - Throws: `InspectorError`.
  public func resume(at version: UInt64) throws(InspectorError) {
    try resume(state(at: version))
  }

  /// Makes the end of a branch the present state.
  func resumeBranch(skipping: Set<UInt64>) throws(InspectorError) {
    try resume(shownHistory.end(skipping: skipping))
  }

  private func resume(_ state: State) throws(InspectorError) {
    if !store.replaceState(reason: .timeTravel, { $0 = state }) { throw .ended }
    goLive()
  }
}
