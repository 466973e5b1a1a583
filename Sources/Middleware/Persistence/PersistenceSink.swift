import MillraceDifference
import MillraceStore
import MillraceSystem
import Synchronization

/// Saves a part of one store's state to one file.
///
/// Two locks protect its data: `saving`, held while the whole state is saved, and `writing`, held
/// while lines are written. `saving` is never taken while `writing` is held.
final class PersistenceSink<State: Sendable, Part: Codable & Sendable, Action: Sendable>: CommitSink
{
  typealias Settings = PersistenceSettings<State, Part, Action>

  struct Saving: Sendable {
    var file: StateFile
    /// The file's content, to find out whether it has to be written, and what others have changed;
    /// nil if unknown.
    var part: Part?
    var digest: String?
    /// The size of the file in bytes.
    var size = 0
    /// The store's first state, if no file contains it: it must be saved before the first line.
    var base: State?
    /// The action counts of the undo histories at the kept snapshots.
    var historyCounts: HistoryCounts = [:]
    /// Whether the undo history cannot be rebuilt from the journal, because time travel or an edit
    /// replaced the state. No line can then express an undo, so each change saves the state.
    var lacksHistory = false
    /// Whether the lines stay for the next store: this one has not restored the undo history.
    var leavesLines = false
    /// Whether the file was written since the last report.
    var isWritten = false
    /// The version of a file that an older program saved, until the file is replaced.
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
  /// Whether there is a journal.
  let hasJournal: Bool
  let store: StoreContext<State, Action>
  let saving = Guarded<Saving?>(nil)
  let writing: Guarded<JournalWriter>
  let pending = Guarded(PendingLines())
  let progress = Guarded(Progress())
  let following = Guarded<ReaderState?>(nil)
  let watches = Guarded<[@Sendable () -> Void]>([])
  /// While the store runs, each reading of the file has a number. These are the numbers of the last
  /// reading and of the last reading that was applied to the state.
  let lastReadNumber = Atomic<UInt64>(0)
  let lastAppliedNumber = Atomic<UInt64>(0)
  let inboxVisit = Guarded(InboxDrain.none)
  private let isOpen = Atomic(false)
  let timer: SaveTimer
  /// The file's own queue, so that its slow disk stops no other file.
  let runBlocking: BlockingQueue

  init(_ settings: Settings, _ store: StoreContext<State, Action>) {
    self.settings = settings
    self.store = store
    runBlocking = store.dependencies.makeBlockingQueue()
    hasJournal = settings.durability.journal != nil
    writing = Guarded(
      JournalWriter(
        journal: Journal(of: Path(settings.path), settings.storage), schema: settings.version))
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
    // The journal's actions may have changed the rest, too.
    var state = initial
    settings.part.merge(&state, settings.part.get(restored))
    return state
  }

  private func restore(_ initial: State) throws -> State? {
    if settings.access == .readOnly { return try openReadOnly(initial, because: nil) }
    let state: State?
    do {
      state = try openForWriting(initial)
    } catch {
      if settings.access == .bestEffort { return restoreOnce(initial, because: error) }
      guard settings.access == .writeOrRead, error.allowsReadOnly else { throw error }
      return try openReadOnly(initial, because: error)
    }
    startWriting()
    return state
  }

  private func startWriting() {
    timer.start { [weak self, runBlocking] in
      runBlocking { [weak self] in self?.save() }
    }
    isOpen.store(true, ordering: .releasing)
    watch()
  }

  func takeOver() throws(PersistenceError) {
    guard let own = following.withLock({ $0.take() }) else { return }
    let state: State?
    do {
      state = try openForWriting(own.initial)
    } catch {
      following.withLock { $0 = own }
      throw error
    }
    stopWatching()
    progress.withLock { $0.isReadOnly = false }
    startWriting()
    replacePart(with: settings.part.get(state ?? own.initial), reading: nextReadNumber())
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
    // Readers never write.
    guard isOpen.load(ordering: .relaxed) else { return }
    MergeCommits.current?.note(self)
    guard let coding = settings.durability.journal else { return }
    if leavesPartEqual(commit) {
      // The commit has no number either.
      return pending.withLock { pending in
        if commit.action != nil || pending.first != nil { pending.noteWithoutLine(commit.version) }
      }
    }
    let line = commit.action.flatMap { action in
      coding.erase(action).map {
        PendingLine(version: commit.version, action: $0, entry: InboxEntry.current?.take(by: self))
      }
    }
    pending.withLock { pending in
      if line == nil, commit.action != nil { return pending.noteWithoutLine(commit.version) }
      if pending.first == nil { pending.first = commit.version }
      if let line { return pending.lines.append(line) }
      // No line can express a replacement: the state has to be saved, and includes earlier actions.
      pending.replaced = commit.version
    }
  }

  /// A journal of a part needs the states, to leave out the actions that only change the rest.
  func interest(in action: Action) -> CommitInterest {
    hasJournal && settings.durability.isOfAllActions && !settings.part.isWhole ? .states : .commit
  }

  /// Whether an action or a replacement changes only the rest of the state.
  private func leavesPartEqual(_ commit: Commit<State, Action>) -> Bool {
    guard !settings.part.isWhole, let states = commit.states,
      commit.action == nil || settings.durability.isOfAllActions
    else { return false }
    return areEqual(settings.part.get(states.before), settings.part.get(states.after)) ?? false
  }

  func flush(through version: UInt64) {
    guard isOpen.load(ordering: .acquiring) else { return }
    if !hasJournal { return timer.noteChange() }
    do {
      try writeLines(through: version)
    } catch {
      recordResult(.failure(error))
      timer.noteEnd(isSaved: false)
    }
  }

  /// Saves for the last time.
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
      writing.withLock { writing in
        writing.journal.close()
        (writing.isOpen, writing.applied) = (false, [])
      }
      saving?.file.close()
      saving = nil
    }
  }

  // MARK: Reporting

  func report(_ event: PersistenceEvent) {
    settings.onEvent(event)
    switch event {
    case .failed(let error), .noticed(let error): store.report(MiddlewareIssue.persistence(error))
    case .restored, .saved, .readOnly: break
    }
  }

  /// Records the result of a save, and reports what is new.
  /// - Parameter isLast: Whether this is the last save. Then a known failure is reported again.
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
          // Writing other lines may have failed meanwhile.
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
