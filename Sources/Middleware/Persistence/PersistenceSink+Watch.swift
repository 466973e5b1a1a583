import MillraceStore
import MillraceSystem
import Synchronization

extension PersistenceSink {
  /// What a reader knows of the file.
  struct ReaderState: Sendable {
    let initial: State
    var file: StateFile
    var loaded: Loader<State, Part, Action>.Loaded
    /// The identity of the current file of lines, and how far it has been read since the last full
    /// read.
    var identity: FileStatus.Identity?
    var offset = 0
  }

  /// Reads the file, without changing anything.
  func openReadOnly(_ initial: State, because reason: PersistenceError?) throws -> State? {
    let file = try StateFile(reading: settings.path, settings.storage)
    let known = try read(file, initial)
    // A missing file appears only if another process is writing it.
    if let reason, known.loaded.bytes == nil {
      guard case .inUse = reason else { throw reason }
    }
    following.withLock { $0 = known }
    progress.withLock { $0.isReadOnly = true }
    report(.readOnly(path: file.path.text, because: reason))
    watch()
    return known.loaded.bytes == nil ? nil : known.loaded.state
  }

  /// Restores a state that this process will not save.
  func restoreOnce(_ initial: State, because reason: PersistenceError) -> State? {
    progress.withLock { $0.isReadOnly = true }
    if case .inUse = reason {} else { report(.noticed(reason)) }
    guard let file = try? StateFile(reading: settings.path, settings.storage),
      let loaded = try? read(file, initial).loaded, loaded.bytes != nil
    else { return nil }
    return loaded.state
  }

  private func read(_ file: StateFile, _ initial: State) throws -> ReaderState {
    var own = ReaderState(initial: initial, file: file, loaded: .init(state: initial))
    let lines = Journal(of: file.path, settings.storage).path
    let limit = 20
    for attempt in 1...limit {
      own.identity = try settings.storage.status(of: lines)?.identity
      let result = Result { () throws(PersistenceError) in
        try loader.load(&own.file, initial: initial, isAnyVersion: true)
      }
      // When the writer saves the state, it renames or removes files of lines.
      if case .failure(.cannotRead) = result, attempt < limit { continue }
      own.loaded = try result.get()
      // The writer may have saved the state meanwhile.
      let isSame = try settings.storage.status(of: lines)?.identity == own.identity
      if isSame, try !own.file.isChangedByOthers() { break }
    }
    own.loaded.scan = JournalScan()
    return own
  }

  /// Applies the changes that another process has written.
  private func applyExternalChanges() {
    let found: (state: State, number: UInt64)? = following.withLock { following in
      guard var own = following.take() else { return nil }
      defer { following = own }
      let lines = Journal(of: own.file.path, settings.storage).path
      let status = (try? settings.storage.status(of: lines)) ?? nil
      let before = own.loaded.commit
      do {
        if own.loaded.isKnownToJournal, let coding = settings.durability.journal,
          let status, status.identity == own.identity, try !own.file.isChangedByOthers()
        {
          let bytes = try settings.storage.read(lines, from: own.offset)
          own.loaded.scan = JournalScan()
          own.offset += own.loaded.scan.read(bytes[...], of: lines, from: own.offset, isLast: true)
          try loader.replay(&own.loaded, coding)
          let isWhole = own.loaded.scan.lines.allSatisfy { $0.version <= own.loaded.commit }
          if isWhole {
            return own.loaded.commit == before ? nil : (own.loaded.state, nextReadNumber())
          }
        }
        let old = own.loaded.bytes
        own = try read(own.file, own.initial)
        let isSame = own.loaded.commit == before && own.loaded.bytes == old
        return isSame ? nil : (own.loaded.state, nextReadNumber())
      } catch {
        return nil
      }
    }
    if let found { replacePart(with: settings.part.get(found.state), reading: found.number) }
  }

  /// Looks for changes by other processes: to the file, and in the inbox.
  func checkForExternalChanges() {
    applyExternalChanges()
    do { try throwIfChanged() } catch { recordResult(.failure(error)) }
    drainInbox()
  }

  /// Calls `checkForExternalChanges` when the files change.
  func watch() {
    guard settings.storage is SystemFiles,
      let path = following.withLock({ $0?.file.path }) ?? saving.withLock({ $0?.file.path })
    else { return }
    let journal = Journal(of: path, settings.storage)
    let isReader = progress.withLock { $0.isReadOnly }
    if hasJournal, !isReader { try? StateFile.makeFolders(journal.inbox, settings.storage) }
    let other = isReader ? journal.path : Path.join(journal.inbox, "bell")
    for path in [path.text] + (hasJournal ? [other] : []) {
      guard let listening = try? FileWatch.begin(path) else { continue }
      watches.withLock { $0.append(listening.stop) }
      Task.detached { [weak self, runBlocking] in
        var events = listening.events.makeAsyncIterator()
        while (try? await events.next()) != nil {
          runBlocking { [weak self] in self?.checkForExternalChanges() }
        }
      }
    }
  }

  func stopWatching() {
    let stops = watches.withLock { watches in
      defer { watches = [] }
      return watches
    }
    for stop in stops { stop() }
  }
}
