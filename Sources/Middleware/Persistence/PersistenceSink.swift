import MillraceDifference
import MillraceStore
import MillraceSystem
import Synchronization

/// Saves a part of one store's state to one file.
///
/// Two locks protect its data: `saving`, held while the whole state is saved, and `writing`, held
/// while entries are written. `saving` is never taken while `writing` is held.
final class PersistenceSink<State: Sendable, Part: Codable & Sendable, Action: Sendable>: CommitSink
{
  typealias Settings = PersistenceSettings<State, Part, Action>

  struct Saving: Sendable {
    var file: StateFile
    /// The file's content, to find out whether it has to be written; nil if unknown.
    var part: Part?
    var digest: String?
    /// Whether the file was written, or its log synchronized, since the last report.
    var isWritten = false
    /// Whether the file must be replaced, even if the state does not change.
    var isDue = false
    /// The schema version of the file, if an older program saved it; nil once the file is copied to
    /// keep the old version.
    var migratedFrom: Int?
  }

  struct Progress: Sendable {
    /// The last version of the store that is on the device.
    var durable: UInt64 = 0
    var failure: PersistenceError?
    var isReadOnly = false
    var waiters: [(version: UInt64, waiter: CheckedContinuation<Void, any Error>)] = []
  }

  let settings: Settings
  let hasJournal: Bool
  /// Whether there is a journal, and only a part of the state is saved.
  private let isPartJournaled: Bool
  let store: StoreContext<State, Action>
  let saving = Guarded<Saving?>(nil)
  let writing: Guarded<JournalWriter>
  let pending = Guarded<[JournalEntry]>([])
  let progress = Guarded(Progress())
  let watches = Guarded<[@Sendable () -> Void]>([])
  /// While the store runs, each reading of the file has a number. These are the numbers of the last
  /// reading and of the last reading that was applied to the state.
  let lastReadNumber = Atomic<UInt64>(0)
  let lastAppliedNumber = Atomic<UInt64>(0)
  private let isOpen = Atomic(false)
  /// Whether the state has an undo history, and is journaled.
  private let hasHistory = Atomic(false)
  let timer: SaveTimer
  /// The file's own queue, so that a slow disk delays no other file.
  let runBlocking: BlockingQueue

  init(_ settings: Settings, _ store: StoreContext<State, Action>) {
    self.settings = settings
    self.store = store
    runBlocking = store.dependencies.makeBlockingQueue()
    hasJournal = settings.durability.journal != nil
    isPartJournaled = hasJournal && !settings.part.isWhole
    writing = Guarded(
      JournalWriter(
        log: FileLog(Path(settings.path), settings.storage), schema: settings.version))
    timer = SaveTimer(
      store.dependencies.clock.scheduler, delay: settings.durability.delay,
      maximumWait: settings.durability.maximumWait)
  }

  var loader: Loader<State, Part, Action> {
    Loader(settings: settings, reduce: { [store] in store.reduce(&$0, $1) })
  }

  // MARK: The store's calls

  func start(_ initial: State) throws -> State? {
    guard let restored = try restore(initial) else { return nil }
    // The actions in the log may have changed the rest of the state, too, which is not restored.
    var state = initial
    settings.part.merge(&state, settings.part.get(restored))
    return state
  }

  private func restore(_ initial: State) throws -> State? {
    if settings.access == .readOnly { return try restoreOnce(initial, because: nil) }
    let state: State?
    do {
      state = try openForWriting(initial)
    } catch {
      guard settings.access == .bestEffort else { throw error }
      if case .inUse = error {} else { report(.noticed(error)) }
      return try restoreOnce(initial, because: error)
    }
    hasHistory.store(hasJournal && !undoMoves(in: state ?? initial).isEmpty, ordering: .relaxed)
    startWriting()
    return state
  }

  private func startWriting() {
    timer.start { [weak self, runBlocking] in
      runBlocking { [weak self] in self?.save() }
    }
    isOpen.store(true, ordering: .releasing)
    if saving.withLock({ $0?.isDue == true }) { timer.didChange() }
    watch()
  }

  private func openForWriting(_ initial: State) throws(PersistenceError) -> State? {
    var file = try StateFile(
      writing: settings.path, settings.storage, hasLockFile: settings.access != .bestEffort)
    do {
      return try open(&file, initial)
    } catch {
      // Once `saving` is set, `close()` closes the file.
      if saving.withLock({ $0 == nil }) { file.close() }
      close()
      throw error
    }
  }

  func enqueue(_ commit: Commit<State, Action>) {
    // A store that only reads the file never sets `isOpen`.
    guard isOpen.load(ordering: .relaxed) else { return }
    guard let coding = settings.durability.journal else { return }
    if isPartJournaled, leavesPartEqual(commit) { return }
    let entry: JournalEntry
    if case .action(let action) = commit.cause,
      !hasHistory.load(ordering: .relaxed) || !movesSteps(commit)
    {
      entry = JournalEntry(version: commit.version, content: .action(coding.encodable(action)))
    } else if let part = partAfter(commit) {
      entry = JournalEntry(version: commit.version, content: .state(part))
    } else {
      return
    }
    pending.withLock { $0.append(entry) }
  }

  private func partAfter(_ commit: Commit<State, Action>) -> Part? {
    commit.states.map { settings.part.get($0.after) }
  }

  /// A journal needs the states before and after an action in two cases. If it saves a part of the
  /// state, it leaves out actions that do not change the part. If the state has an undo history, it
  /// finds out whether the action is an undo or a redo.
  func interest(in action: Action) -> CommitInterest {
    isPartJournaled || hasHistory.load(ordering: .relaxed) ? .states : .commit
  }

  /// Whether an action undoes or redoes a step. Such an action could not be applied again after a
  /// restart, when the step may be missing, so its entry has the state instead.
  private func movesSteps(_ commit: Commit<State, Action>) -> Bool {
    guard let states = commit.states else { return false }
    return undoMoves(in: states.before) != undoMoves(in: states.after)
  }

  /// Whether an action or a replacement leaves the saved part equal.
  private func leavesPartEqual(_ commit: Commit<State, Action>) -> Bool {
    guard let states = commit.states else { return false }
    return areEqual(settings.part.get(states.before), settings.part.get(states.after)) ?? false
  }

  func flush(through version: UInt64) {
    guard isOpen.load(ordering: .acquiring) else { return }
    if !hasJournal { return timer.didChange() }
    do {
      try writeEntries(through: version)
    } catch {
      recordResult(.failure(error))
      timer.didEnd(isSaved: false)
    }
  }

  /// Saves for the last time, and closes the file.
  func finish() {
    guard isOpen.load(ordering: .acquiring) else { return stopWatching() }
    timer.close()
    stopWatching()
    save(isLast: true)
    isOpen.store(false, ordering: .releasing)
    close()
  }

  /// Lets other stores write the file. Takes both locks, because a late timer may still write.
  private func close() {
    saving.withLock { saving in
      writing.withLock { $0.close() }
      saving?.file.close()
      saving = nil
    }
  }

  // MARK: Reporting

  func report(_ event: PersistenceEvent) {
    settings.onEvent(event)
    if settings.access == .bestEffort { return }
    switch event {
    case .failed(let error), .noticed(let error): store.report(MiddlewareIssue.persistence(error))
    case .restored, .saved, .readOnly: break
    }
  }

  /// Records the result of a save, and reports new errors.
  /// - Parameter isLast: Whether this is the last save. Then a failure is reported even if it was
  ///   reported before.
  func recordResult(_ result: Result<UInt64, PersistenceError>, isLast: Bool = false) {
    let (isWritten, isClosed) = saving.withLock { saving in
      defer { saving?.isWritten = false }
      return (saving?.isWritten ?? false, saving == nil)
    }
    var result = result
    // After the store's end nothing is saved: the result of the last save stays.
    if isClosed, let failure = progress.withLock({ $0.failure }) { result = .failure(failure) }
    let hasFailed = writing.withLock { $0.hasFailed }
    let (event, released): (PersistenceEvent?, [CheckedContinuation<Void, any Error>]) =
      progress.withLock { progress in
        let (old, waiters) = (progress.failure, progress.waiters)
        switch result {
        case .success(let version):
          progress.durable = max(version, progress.durable)
          progress.waiters = waiters.filter { $0.version > progress.durable }
          let done = waiters.filter { $0.version <= progress.durable }
          // This save succeeded, but writing later entries may have failed since.
          if hasFailed { return (nil, done.map(\.waiter)) }
          progress.failure = nil
          return (isWritten || old != nil ? .saved(version: version) : nil, done.map(\.waiter))
        case .failure(let error):
          progress.failure = error
          progress.waiters = []
          return (isLast || old != error ? .failed(error) : nil, waiters.map(\.waiter))
        }
      }
    if let event { report(event) }
    for waiter in released { waiter.resume(with: result.map { _ in }.mapError { $0 }) }
  }
}
