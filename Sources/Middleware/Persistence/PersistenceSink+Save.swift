import MillraceDifference
import MillraceStore
import MillraceSystem

// Writes entries.
extension PersistenceSink {
  /// Writes the entries of all pending changes, including those of other threads.
  /// - Parameter isRetry: Whether entries whose writing failed are tried again.
  func writeEntries(through version: UInt64, isRetry: Bool = false) throws(PersistenceError) {
    let (isFirst, needsState) = try writing.withLock { own throws(PersistenceError) in
      let mustWait = own.hasFailed && !isRetry
      if own.written >= version || mustWait || !own.isOpen { return (false, false) }
      if own.needsState { return (true, pending.withLock { !$0.isEmpty }) }
      let wasSynchronized = own.log.isSynchronized
      try own.write(pending)
      return (wasSynchronized && !own.log.isSynchronized, false)
    }
    if isFirst { timer.didChange() }
    if !needsState { return }
    do { try saveState() } catch {
      writing.withLock { $0.hasFailed = true }
      throw error
    }
  }
}

// Saves by the timer, and when the store ends.
extension PersistenceSink {
  /// Saves unsaved changes: the whole state, or the entries. Called by `runBlocking`, or when the
  /// store ends.
  func save(isLast: Bool = false) {
    timer.willSave()
    let version = store.snapshot.version
    var result = Result<UInt64, PersistenceError>.success(version)
    do throws(PersistenceError) {
      if hasJournal {
        try synchronizeEntries(through: version)
      } else {
        try saveState(isLast: isLast)
      }
      if !isLast { try throwIfChanged() }
    } catch {
      result = .failure(error)
    }
    let isDue = saving.withLock { $0?.migratedFrom != nil || $0?.isDue == true }
    let isBehind = writing.withLock { $0.log.isBehind || $0.log.isUnexported }
    if hasJournal, isLast, isDue || isBehind || result != .success(version) {
      result = Result { () throws(PersistenceError) in
        try saveState(isLast: true)
        return version
      }
    }
    timer.didEnd(isSaved: result == .success(version))
    recordResult(result, isLast: isLast)
    if isLast { return }
    if result == .success(version) { compactIfLong() }
  }

  private func synchronizeEntries(through version: UInt64) throws(PersistenceError) {
    // If the state must be saved anyway, the save includes the changes of all entries.
    let isDue = saving.withLock { $0?.isDue == true } || writing.withLock { $0.log.isUnexported }
    if isDue || isFileDeleted || writing.withLock({ $0.isUnusable }) { try saveState() }
    do {
      try writeEntries(through: version, isRetry: true)
    } catch {
      // Saving the state may succeed where writing the entries failed: the state may need less
      // space, and it may be encodable even if an action is not.
      try saveState()
    }
    let isWritten = try writing.withLock { own throws(PersistenceError) in
      let wasSynchronized = own.log.isSynchronized
      try own.synchronize()
      return !wasSynchronized
    }
    if isWritten { saving.withLock { $0?.isWritten = true } }
  }

  var isFileDeleted: Bool { saving.withLock { $0?.file.isDeleted ?? false } }

  /// Throws if another program has changed or replaced the file, unless the access is best effort.
  func throwIfChanged() throws(PersistenceError) {
    if settings.access == .bestEffort { return }
    try saving.withLock { saving throws(PersistenceError) in try saving?.file.throwIfChanged() }
  }

  private func compactIfLong() {
    let (entries, snapshot) = writing.withLock { $0.log.sizes }
    if entries <= max(snapshot, 1_000_000) { return }
    do {
      try saveState()
    } catch {
      recordResult(.failure(error))
      timer.didEnd(isSaved: false)
    }
  }
}

// Saves the whole state.
extension PersistenceSink {
  /// Replaces the file's content by the state. Without a journal, does nothing if they are equal,
  /// unless `isForced` is true or the file was deleted. With a journal, other threads may write
  /// entries meanwhile.
  func saveState(isForced: Bool = false, isLast: Bool = false) throws(PersistenceError) {
    try saving.withLock { saving throws(PersistenceError) in
      guard var own = saving.take() else { return }
      defer { saving = own }
      do throws(PersistenceError) {
        try saveState(&own, isForced: isForced)
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

  private func saveState(_ own: inout Saving, isForced: Bool) throws(PersistenceError) {
    let (snapshot, location) = hasJournal ? snapshotInLog() : (store.snapshot, nil)
    let part = settings.part.get(snapshot.state)
    let mustWrite = hasJournal || isForced || own.file.isDeleted
    let isForced = isForced || settings.access == .bestEffort
    if !mustWrite, let old = own.part, areEqual(old, part) == true { return }
    let bytes = try attempt({ .cannotEncode(path: own.file.path.text, reason: $0) }) {
      try SnapshotFormat.encodeReadable(
        part, schemaVersion: settings.version, entryNumber: location?.number)
    }
    let digest = Checksum(bytes).text
    if !mustWrite, digest == own.digest { return }
    if !isForced { try own.file.throwIfChanged() }
    try keepOldVersion(&own)
    if let location {
      try saveGeneration(part, of: snapshot.version, at: location, export: digest, own.file)
    }
    // If the last step fails, the file may hold either content: then the next attempt must write.
    (own.part, own.digest) = (nil, nil)
    try own.file.replace(with: bytes, isForced: isForced)
    (own.part, own.digest, own.isWritten, own.isDue) = (part, digest, true, false)
    if writing.withLock({ $0.log.isUnexported }) { try saveState(&own, isForced: isForced) }
  }

  /// Tries to write the pending entries.
  /// - Returns: The state, and the location of its last entry in the log.
  private func snapshotInLog() -> (Snapshot<State>, JournalWriter.SnapshotLocation?) {
    writing.withLock { own in
      let snapshot = store.snapshot
      // If writing fails, the snapshot includes the changes nevertheless.
      if !own.needsState { try? own.write(pending, through: snapshot.version) }
      let waiting = pending.withLock { $0.prefix { $0.version <= snapshot.version }.count }
      return (snapshot, .init(number: own.log.number + UInt64(waiting), end: own.log.location))
    }
  }

  /// Replaces the log's snapshot, and the entries up to a location, by a snapshot of the part.
  /// - Parameters:
  ///   - saved: The version of the store from which the part was taken; 0 for a part from the file.
  ///   - location: The location of the last entry whose change the part has.
  ///   - export: The checksum of the readable file with this part, which may not be written yet.
  func saveGeneration(
    _ part: Part, of saved: UInt64, at location: JournalWriter.SnapshotLocation, export: String,
    _ file: StateFile
  ) throws(PersistenceError) {
    let schemaVersion = settings.version
    let snapshot = { @Sendable in
      try SnapshotFormat.snapshot(
        part, schemaVersion: schemaVersion, entryNumber: location.number)
    }
    let log = try writing.withLock { own throws(PersistenceError) -> FileLog? in
      if own.beginning == nil, own.log.isAtPath { return own.log }
      if own.beginning == nil {
        // Another program has removed the log, or replaced it by another one.
        own.log.close()
        if own.log.exists { _ = try file.setAside(own.log.folderName, as: "log-unused") }
      }
      let old = own.beginning
      let presentDigest = try attempt({ .cannotRead(path: own.log.path.text, reason: $0) }) {
        try own.log.fileDigest()
      }
      own.beginning = (snapshot, presentDigest == nil ? nil : export, presentDigest ?? export)
      defer { if own.log.head == nil { own.beginning = old } else { didSave(saved, &own) } }
      try own.begin()
      return nil
    }
    guard let log, let end = location.end else { return }
    let encoded = try attempt({ .cannotEncode(path: log.path.text, reason: $0) }, snapshot)
    let new = try log.prepare(encoded, at: end, export: nil, digest: export) { _ in true }
    let isDone = try new.map { new throws(PersistenceError) in
      try writing.withLock { own throws(PersistenceError) in
        // An error may come after the log has begun anew.
        defer { if own.log.head == new.head { didSave(saved, &own) } }
        return try own.log.commit(new)
      }
    }
    if isDone != true { throw .changedByOthers(path: log.path.text, copy: nil) }
  }

  /// Drops the pending entries up to a version, because the log begins with a snapshot of it.
  private func didSave(_ version: UInt64, _ own: inout JournalWriter) {
    pending.withLock { $0.removeAll { $0.version <= version } }
    own.didSave(version)
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

  /// Saves the state to another file.
  func saveCopy(to location: PersistenceLocation) throws(PersistenceError) {
    let path = location.path
    let bytes = try attempt({ .cannotEncode(path: path, reason: $0) }) {
      try SnapshotFormat.encodeReadable(
        settings.part.get(store.state), schemaVersion: settings.version, entryNumber: nil)
    }
    try StateFile.write(bytes, to: path, settings.storage)
  }
}
