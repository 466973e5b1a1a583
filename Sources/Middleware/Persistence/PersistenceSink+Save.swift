import MillraceDifference
import MillraceStore
import MillraceSystem

// Lines.
extension PersistenceSink {
  /// Writes the lines of all noted actions, including those of other threads.
  /// - Parameter isRetry: Whether lines whose writing failed are tried again.
  func writeLines(through version: UInt64, isRetry: Bool = false) throws(PersistenceError) {
    while true {
      let (step, isFirst): (JournalWriter.Step, Bool) = writing.withLock { own in
        let mustWait = own.hasFailed && !isRetry
        if own.written >= version || mustWait || !own.isOpen { return (.done, false) }
        let wasSynchronized = own.journal.isSynchronized
        let step = own.write(pending)
        return (step, wasSynchronized && !own.journal.isSynchronized)
      }
      if isFirst { timer.noteChange() }
      switch step {
      case .done: return
      case .failed(let error): throw error
      case .needsState:
        timer.noteChange()
        let base = pending.withLock { $0.replaced > 0 } ? nil : saving.withLock { $0?.base }
        do {
          try saveState(of: base)
        } catch {
          writing.withLock { $0.hasFailed = true }
          throw error
        }
      }
    }
  }
}

// Saves by the timer, and when the store ends.
extension PersistenceSink {
  /// Saves unsaved changes: the whole state, or the lines. Called by `runBlocking`, or when the
  /// store ends.
  func save(isLast: Bool = false) {
    timer.noteStart()
    let version = store.snapshot.version
    var result = Result<UInt64, PersistenceError>.success(version)
    do throws(PersistenceError) {
      if hasJournal {
        try synchronizeLines(through: version)
      } else {
        try saveState(isLast: isLast)
      }
      if !isLast { try throwIfChanged() }
    } catch {
      result = .failure(error)
    }
    let isMigrated = saving.withLock { $0?.migratedFrom != nil }
    let isBehind = writing.withLock { $0.commit > $0.mark.snapshot }
    let isDue = isMigrated || isBehind || result != .success(version)
    if hasJournal, isLast, isDue {
      result = Result { () throws(PersistenceError) in
        try saveState(isLast: true)
        return version
      }
    }
    timer.noteEnd(isSaved: result == .success(version))
    recordResult(result, isLast: isLast)
    if isLast { return }
    if result == .success(version) { compactIfLong() }
  }

  private func synchronizeLines(through version: UInt64) throws(PersistenceError) {
    // The lines are useless if their own file was moved or is unreliable, or if the state's file
    // was deleted. Then the state is saved instead: it includes the actions of the lines.
    let isUnusable: Bool = writing.withLock { writing in
      if !writing.journal.isUnreliable, writing.journal.isAtPath() { return false }
      writing.journal.markUnreliable()
      return true
    }
    if isUnusable || isFileDeleted { try saveState() }
    do {
      try writeLines(through: version, isRetry: true)
    } catch {
      // The disk may have room for the state though not for the lines. Later actions need lines
      // again.
      try saveState()
      try writeLines(through: store.snapshot.version, isRetry: true)
    }
    let isWritten = try writing.withLock { own throws(PersistenceError) in
      try attempt({ .cannotWrite(path: own.journal.path, reason: $0) }) {
        try own.journal.synchronize()
      }
    }
    if isWritten { saving.withLock { $0?.isWritten = true } }
  }

  var isFileDeleted: Bool { saving.withLock { $0?.file.isDeleted ?? false } }

  /// Throws if another program has replaced the file: the journal's lines are useless without the
  /// old file.
  func throwIfChanged() throws(PersistenceError) {
    if settings.access == .bestEffort { return }
    try saving.withLock { saving throws(PersistenceError) in try saving?.file.throwIfChanged() }
  }

  private func compactIfLong() {
    let size = saving.withLock { $0?.size ?? 0 }
    if writing.withLock({ $0.size <= max(size, 1_000_000) }) { return }
    do {
      try saveState()
    } catch {
      recordResult(.failure(error))
      timer.noteEnd(isSaved: false)
    }
  }
}

// The whole state.
extension PersistenceSink {
  /// Replaces the file's content by the state, unless they are equal. With a journal, lines are
  /// written meanwhile.
  func saveState(
    of state: State? = nil, isForced: Bool = false, isLast: Bool = false
  ) throws(PersistenceError) {
    try saving.withLock { saving throws(PersistenceError) in
      guard var own = saving.take() else { return }
      defer { saving = own }
      // Another thread may have saved the first state meanwhile, and written lines after that.
      if state != nil, own.base == nil { return }
      do throws(PersistenceError) {
        // The first lines follow the store's first state. If no file contains that state, it is
        // saved first.
        let isReplaced = pending.withLock { $0.replaced > 0 }
        if let base = own.base, hasJournal, !isReplaced {
          try saveState(&own, Snapshot(state: base, version: 0), isForced: isForced)
        }
        if state == nil { try saveState(&own, store.snapshot, isForced: isForced) }
      } catch .changedByOthers(let path, _) where isLast {
        // Nobody has decided which content is right, so both are kept.
        let copy = try attempt({ .cannotRead(path: path, reason: $0) }) {
          try own.file.unusedPath(as: "unsaved")
        }
        try saveCopy(to: .file(copy))
        throw .changedByOthers(path: path, copy: copy)
      }
    }
  }

  private func saveState(
    _ own: inout Saving, _ snapshot: Snapshot<State>, isForced: Bool
  ) throws(PersistenceError) {
    let part = settings.part.get(snapshot.state)
    let mustWrite = hasJournal || isForced || own.file.isDeleted
    let isForced = isForced || settings.access == .bestEffort
    if !mustWrite, let old = own.part, areEqual(old, part) == true { return }
    var mark = SnapshotRecord(schema: settings.version)
    if hasJournal {
      writing.withLock { own in
        let (first, unjournaled) = pending.withLock { ($0.first, $0.unjournaled) }
        mark.snapshot =
          snapshot.version == 0
          ? own.commit : own.commit(of: snapshot.version, first: first, unjournaled)
      }
    }
    let bytes = try attempt({ .cannotEncode(path: own.file.path.text, reason: $0) }) {
      try SnapshotFormat.encodeReadable(
        part, version: settings.version, commit: hasJournal ? mark.snapshot : nil)
    }
    mark.digest = Checksum(bytes).text
    if !mustWrite, mark.digest == own.digest { return }
    if !isForced { try own.file.throwIfChanged() }
    try keepOldVersion(&own)
    if hasJournal { try announce(mark) }
    // If the last step fails, the file may hold either content: then the next attempt must write.
    (own.part, own.digest) = (nil, nil)
    try own.file.replace(with: bytes, isForced: isForced)
    own.isWritten = true
    (own.part, own.digest, own.size) = (part, mark.digest, bytes.count)
    if hasJournal { try finishSnapshot(mark, bytes, &own, snapshot) }
  }

  /// Keeps a copy of the file from before a migration.
  private func keepOldVersion(_ own: inout Saving) throws(PersistenceError) {
    guard let version = own.migratedFrom else { return }
    let path = own.file.path
    try attempt({ .cannotWrite(path: path.text, reason: $0) }) {
      let storage = settings.storage
      if try storage.status(of: path.text) == nil { return }
      try storage.makeFile(
        own.file.unusedPath(as: "version-\(version)"), storage.read(path.text, from: 0))
    }
    own.migratedFrom = nil
  }

  /// Records a snapshot in the journal before it replaces the file: a file unknown to the journal
  /// counts as another program's.
  private func announce(_ mark: SnapshotRecord) throws(PersistenceError) {
    try writing.withLock { own throws(PersistenceError) in
      try attempt({ .cannotWrite(path: own.journal.path, reason: $0) }) {
        try StateFile.makeFolders(own.journal.folder, settings.storage)
        if own.size > 0 { try own.journal.rotate(after: own.commit, following: own.mark) }
        own.size = 0
        try own.journal.open(following: mark)
        try own.journal.recordSnapshot(mark)
      }
    }
  }

  /// Removes older lines and copies. Called when a snapshot has replaced the file.
  private func finishSnapshot(
    _ mark: SnapshotRecord, _ bytes: [UInt8], _ saving: inout Saving, _ snapshot: Snapshot<State>
  ) throws(PersistenceError) {
    let journal = writing.withLock { own in
      pending.withLock { pending in
        let count = pending.lines.prefix { $0.version <= snapshot.version }.count
        pending.lines.removeFirst(count)
        pending.unjournaled.removeRanges(through: snapshot.version)
        if pending.replaced <= snapshot.version { pending.replaced = 0 }
      }
      own.mark = mark
      own.needsState = false
      own.hasFailed = false
      own.journal.markReliable()
      own.written = max(own.written, snapshot.version)
      own.commit = max(own.commit, mark.snapshot)
      return own.journal
    }
    saving.base = nil
    try attempt({ .cannotWrite(path: journal.folder, reason: $0) }) {
      try journal.keep(bytes, as: mark.snapshot)
    }
  }

  /// Saves the state to another file.
  func saveCopy(to location: PersistenceLocation) throws(PersistenceError) {
    let place = location.path
    let bytes = try attempt({ .cannotEncode(path: place, reason: $0) }) {
      try SnapshotFormat.encodeReadable(
        settings.part.get(store.state), version: settings.version, commit: nil)
    }
    var file = try StateFile(writing: place, settings.storage)
    defer { file.close() }
    try file.replace(with: bytes)
  }
}
