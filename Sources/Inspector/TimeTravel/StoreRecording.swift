import MillraceStore

/// The recording of a store of any type, and the state that the store's views show. It limits the
/// memory of the recording.
///
/// The store retains the recording until `end()`, or until another recorder replaces it.
final class StoreRecording: CommitRecorder {
  struct Memory: Sendable {
    var log: CommitLog
    /// When the recording began, in microseconds, on the clock of `RecordedCommit.end`.
    var start: Int64 = 0
    /// Whether work that thins out the snapshots is scheduled.
    var isThinningDue = false
    var sinceMeasured = 0
    /// The bytes of the process that do not belong to the recording.
    var baseline: Int?
    /// The size of a copy of the first state, in bytes.
    var firstSize: Int?
    /// The input that a thread is handling, and that thread.
    var input: (name: String, thread: UInt)?
    var breaks: [PathBreak] = []
    /// The last commit that changed the value at a break's path, and that path; nil if there was
    /// none since the last release of held actions.
    var hit: (version: UInt64, path: String)?
    /// Whether a snapshot of the state after the last commit is due.
    var isSnapshotDue = true
  }

  /// A structure, because Swift wraps a function that is stored directly in a lock in another
  /// function at each access.
  struct Listener: Sendable {
    /// Called at each commit and for each action that is held, under the store's lock.
    var onCommit: (@Sendable () -> Void)?
    /// Called without a lock after a commit that changed the value at a break's path.
    var onHit: (@Sendable () -> Void)?
  }

  let context: any RecordedStore
  let memory: Guarded<Memory>
  let travel = Guarded(Travel())
  let listener = Guarded(Listener())
  let byteLimit: Int
  private let gauge: MemoryGauge
  /// Runs work later that must not run under the store's lock.
  private let runLater: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(_ context: any RecordedStore, limit: Int, bytes: Int, gauge: MemoryGauge) {
    (self.context, byteLimit, self.gauge) = (context, bytes, gauge)
    runLater = context.dependencies.makeBlockingQueue()
    memory = Guarded(Memory(log: CommitLog(limit: limit), baseline: gauge.read()))
    let start = Int64(context.record(with: self).microseconds)
    memory.withLock { $0.start = start }
  }

  /// Ends the recording. The store applies the actions that it holds, and views show the present.
  func end() {
    removeBreak(at: nil)
    context.endRecording(with: self)
    if position != nil { context.show(box: nil) }
  }

  /// Sets the key or click that the calling thread is handling; nil when that is done.
  func setInput(_ name: String?) {
    let input = name.map { ($0, currentThread()) }
    memory.withLock { $0.input = input }
  }

  // MARK: - Under the store's lock

  func record(_ commit: RecordedCommit) -> Bool {
    let isDue = memory.withLock { memory in
      var input: String?
      if let current = memory.input, current.thread == currentThread() { input = current.name }
      memory.isSnapshotDue = memory.log.append(commit, since: memory.start, input: input)
      memory.sinceMeasured += 1
      return memory.isSnapshotDue || !memory.breaks.isEmpty
    }
    listener.withLock { $0 }.onCommit?()
    return isDue
  }

  func retainState(_ state: any RecordedBox, of version: UInt64) -> Bool {
    let (isFirst, old) = memory.withLock { memory in
      var old: [PathBreak] = []
      for index in memory.breaks.indices {
        guard let last = memory.breaks[index].update(state) else { continue }
        old.append(last)
        memory.hit = (version, last.path.text)
      }
      guard memory.isSnapshotDue else { return (false, old) }
      memory.log.keep(state, of: version)
      defer { memory.isThinningDue = true }
      return (!memory.isThinningDue, old)
    }
    if isFirst { runLater { [weak self] in self?.thinSnapshots() } }
    if !old.isEmpty {
      let onHit = listener.withLock { $0 }.onHit
      runLater { withExtendedLifetime(old) { onHit?() } }
    }
    return !old.isEmpty
  }

  func didHoldAction() { listener.withLock { $0 }.onCommit?() }

  // MARK: - Later

  private func thinSnapshots() {
    // Releases the removed snapshots outside the lock, because a deinitializer may run the
    // program's code.
    _ = memory.withLock { memory in
      memory.isThinningDue = false
      return memory.log.thin()
    }
    let newest = memory.withLock { memory in
      if memory.firstSize != nil, memory.sinceMeasured < 1024 { return (any RecordedBox)?.none }
      memory.sinceMeasured = 0
      return memory.log.snapshots.last?.state
    }
    if let newest { measure(newest) }
  }

  private func measure(_ state: any RecordedBox) {
    let (baseline, first) = memory.withLock { ($0.baseline, $0.firstSize) }
    guard let first else {
      let size = estimatedBytes(of: state.anyValue)
      return memory.withLock { $0.firstSize = size }
    }
    guard let baseline, let bytes = gauge.read(), bytes - baseline > byteLimit else { return }
    let size = estimatedBytes(of: state.anyValue)
    let allowed = max(byteLimit, size) + max(0, size - first)
    if bytes - baseline <= allowed { return }
    _ = memory.withLock { $0.log.thinOut() }
    let rest = gauge.read() ?? bytes
    // If memory hardly shrinks after snapshots were removed, the program itself has grown.
    if bytes - rest < allowed / 16 {
      memory.withLock { $0.baseline = baseline + max(0, rest - baseline - allowed) }
    }
  }
}
