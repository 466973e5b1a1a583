import MillraceStore

/// Records the commits of a store, makes any recorded version of its state again, and shows it in the program.
///
/// ```swift
/// let machine = TimeMachine(store)
/// …
/// try machine.travel(to: 12)   // the views show the state as it was
/// machine.goLive()             // and now the present again
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
  private struct Memory: Sendable {
    var history: CommitHistory<State, Action>
    var plan: SnapshotPlan
    /// The process's bytes that the recording has nothing to do with.
    var baseline: Int?
    var initialSize: Int
    var sinceMeasured = 0
    /// What is shown; nil: the present.
    var shown: Snapshot<State>?
    /// The present when the travel began.
    var left: UInt64 = 0
  }

  let store: StoreContext<State, Action>
  private let memory: Guarded<Memory>
  private let token = Guarded<Subscription?>(nil)
  private let gauge: MemoryGauge
  private let byteLimit: Int
  private let scheduler: any Scheduler
  private let start: Duration
  /// Told of each commit, on the thread that delivers it.
  let onCommit = Guarded<(@Sendable () -> Void)?>(nil)
  /// Told when another version is shown.
  let onTravel = Guarded<(@Sendable () -> Void)?>(nil)

  /// Records from now on, as long as this lives.
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
    (self.store, self.gauge, byteLimit) = (store, gauge, bytes)
    scheduler = store.dependencies.clock.scheduler
    start = scheduler.elapsed
    memory = Guarded(
      Memory(
        history: CommitHistory { [store] in store.reduce(&$0, $1) },
        plan: SnapshotPlan(limit: limit), baseline: gauge.read(),
        initialSize: estimatedBytes(of: store.state)))
    let observation = store.record { [weak self] in self?.note($0) }
    token.withLock { $0 = observation }
    takeSnapshot()
  }

  // MARK: - Recording

  private func note(_ commit: Commit<State, Action>) {
    let time = Int64((scheduler.elapsed - start) / .microseconds(1))
    let cost = commit.duration.map { Float($0 / .microseconds(1)) } ?? -1
    var replaced: State?
    if case .replacement = commit.cause { replaced = commit.states?.after }
    let isDue = memory.withLock { [replaced] memory in
      memory.history.append(commit, time: time)
      if let replaced {
        memory.history.keep(replaced, at: commit.version, isReplacement: true)
      }
      memory.sinceMeasured += 1
      return memory.plan.note(commit.version, cost: cost)
    }
    if isDue { takeSnapshot() }
    if let told = onCommit.withLock({ $0 }) { told() }
  }

  /// Keeps the newest state. Its version may be newer than the commit that is being delivered.
  private func takeSnapshot() {
    let newest = store.snapshot
    // Released outside the lock: what they hold may run code of its own.
    var old = memory.withLock { memory in
      memory.history.keep(newest.state, at: newest.version)
      memory.plan.noteSnapshot(newest.version)
      return memory.history.thin(memory.plan)
    }
    old.removeAll()
    if memory.withLock({ $0.sinceMeasured >= 1024 }) { measure(newest.state) }
  }

  private func measure(_ state: State) {
    let (baseline, initialSize) = memory.withLock { memory in
      memory.sinceMeasured = 0
      return (memory.baseline, memory.initialSize)
    }
    guard let baseline, var bytes = gauge.read(), bytes - baseline > byteLimit else { return }
    let size = estimatedBytes(of: state)
    let allowed = max(byteLimit, size) + max(0, size - initialSize)
    if bytes - baseline <= allowed { return }
    var old = memory.withLock { memory in
      if !memory.plan.thinOut() { return memory.history.forgetHalf() }
      return memory.history.thin(memory.plan)
    }
    old.removeAll()
    gauge.trim()
    let before = bytes
    bytes = gauge.read() ?? bytes
    // Where less is kept and hardly less is used, it was the program that grew.
    if before - bytes < allowed / 16 {
      let rest = max(0, bytes - baseline - allowed)
      memory.withLock { $0.baseline = baseline + rest }
    }
  }

  // MARK: - The past

  /// What is recorded by now.
  var history: CommitHistory<State, Action> { memory.withLock { $0.history } }

  /// The versions that can be shown: older ones are forgotten.
  public var versions: ClosedRange<UInt64> { history.versions ?? 0...0 }

  /// How many states are kept.
  var snapshotCount: Int { memory.withLock { $0.history.snapshots.count } }

  /// Makes the state of a version again.
  /// - Throws: `InspectorError.notRecorded`.
  /// - Complexity: O(actions since the nearest snapshot): at most a 32nd of the distance to the newest version, unless
  ///   copies or memory are dear.
  public func state(at version: UInt64) throws(InspectorError) -> State {
    let (history, shown) = memory.withLock { ($0.history, $0.shown) }
    return try history.state(at: version, known: shown)
  }

  // MARK: - Travel

  /// The version that views show; nil while they show the present.
  public var position: UInt64? { memory.withLock { $0.shown?.version } }

  /// The commits that have come since the travel began.
  public var arrivals: Int {
    memory.withLock { memory in
      guard memory.shown != nil, let newest = memory.history.versions?.upperBound else { return 0 }
      return Int(clamping: newest &- memory.left)
    }
  }

  /// Has the views show a version. Nothing else changes, and no effect is started.
  /// - Throws: `InspectorError.notRecorded`.
  public func travel(to version: UInt64) throws(InspectorError) {
    let state = try state(at: version)
    var old: State?
    memory.withLock { memory in
      old = memory.shown?.state
      if memory.shown == nil { memory.left = memory.history.versions?.upperBound ?? version }
      memory.shown = Snapshot(state: state, version: version)
      store.show(state)
    }
    withExtendedLifetime(old) {}
    if let told = onTravel.withLock({ $0 }) { told() }
  }

  /// Has the views show the present again.
  public func goLive() {
    var old: State?
    let wasAway = memory.withLock { memory in
      defer { memory.shown = nil }
      old = memory.shown?.state
      store.show(nil)
      return memory.shown != nil
    }
    withExtendedLifetime(old) {}
    if wasAway, let told = onTravel.withLock({ $0 }) { told() }
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
