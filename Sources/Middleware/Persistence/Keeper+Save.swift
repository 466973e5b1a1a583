import MillraceDifference
import MillraceStore
import MillraceSystem

// Lines.
extension Keeper {
  /// Writes the actions that are noted: whoever comes first writes those of all.
  /// - Parameter isRetry: Whether lines that could not be written are tried again.
  func writeLines(through version: UInt64, isRetry: Bool = false) throws(PersistenceError) {
    while true {
      let (step, isFirst): (Writing.Step, Bool) = writing.withLock { own in
        let mustWait = own.isStuck && !isRetry
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
          writing.withLock { $0.isStuck = true }
          throw error
        }
      }
    }
  }
}

// The timer's part, and the end's.
extension Keeper {
  /// Saves what is not saved: the whole state, or the lines. Called on a thread of its own, or at the end.
  func save(isLast: Bool = false) {
    timer.noteStart()
    let version = store.snapshot.version
    var result = Result<UInt64, PersistenceError>.success(version)
    do throws(PersistenceError) {
      if hasLines { try synchronizeLines(through: version) } else { try saveState(isLast: isLast) }
      if !isLast { try checkForOthers() }
    } catch {
      result = .failure(error)
    }
    let isMigrated = saving.withLock { $0?.migratedFrom != nil }
    let isBehind = writing.withLock { $0.commit > $0.mark.snapshot }
    if hasLines, isLast, isMigrated || isBehind || result != .success(version) {
      result = Result { () throws(PersistenceError) in
        try saveState(isLast: true)
        return version
      }
    }
    timer.noteEnd(isSaved: result == .success(version))
    note(result, isLast: isLast)
    if isLast { return }
    if result == .success(version) { compactIfLong() }
    // What came while the store was still starting.
    takeFromInbox()
  }

  private func synchronizeLines(through version: UInt64) throws(PersistenceError) {
    // Lines that go nowhere, or follow a file that is not there, are in the state, which is saved anew.
    let isGone: Bool = writing.withLock { writing in
      if !writing.journal.isDoubtful, writing.journal.isThere() { return false }
      writing.journal.distrust()
      return true
    }
    if isGone || isFileDeleted { try saveState() }
    do {
      try writeLines(through: version, isRetry: true)
    } catch {
      // The state may have room where the lines have none; what has happened meanwhile needs lines again.
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

  /// Lines are of no use where the file that they follow is another's.
  func checkForOthers() throws(PersistenceError) {
    if settings.access == .shared { return }
    try saving.withLock { saving throws(PersistenceError) in try saving?.file.checkForOthers() }
  }

  private func compactIfLong() {
    let size = saving.withLock { $0?.size ?? 0 }
    if writing.withLock({ $0.size <= max(size, 1_000_000) }) { return }
    do {
      try saveState()
    } catch {
      note(.failure(error))
      timer.noteEnd(isSaved: false)
    }
  }
}

// The whole state.
extension Keeper {
  /// Puts the state in the place of what the file holds, unless it is the same. With a journal, lines go on
  /// meanwhile.
  /// - Parameter found: What somebody else has written, and the state has all of.
  func saveState(
    of state: State? = nil, taking found: Found? = nil, isForced: Bool = false, isLast: Bool = false
  ) throws(PersistenceError) {
    try saving.withLock { saving throws(PersistenceError) in
      guard var own = saving.take() else {
        if found != nil { throw notWritable }
        return
      }
      defer { saving = own }
      if let found { try take(found, &own) }
      // Another thread may have saved the start's state meanwhile, and written lines that follow it.
      if state != nil, own.base == nil { return }
      do throws(PersistenceError) {
        // Lines follow the start's state, where no file has it: it comes first.
        let isReplaced = pending.withLock { $0.replaced > 0 }
        if let base = own.base, hasLines, !isReplaced {
          try saveState(&own, Snapshot(state: base, version: 0), isForced: isForced)
        }
        if state == nil { try saveState(&own, store.snapshot, isForced: isForced) }
      } catch .changedByOthers(let path, _) where isLast {
        // Nobody has decided which is right: both stay.
        let copy = try attempt({ .cannotRead(path: path, reason: $0) }) {
          try own.file.freePath(as: "unsaved")
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
    let mustWrite = hasLines || isForced || own.file.isDeleted
    let isForced = isForced || settings.access == .shared
    if !mustWrite, let old = own.part, areEqual(old, part) == true { return }
    var mark = SnapshotMark(schema: settings.version)
    if hasLines {
      writing.withLock { own in
        own.write(pending, before: snapshot.version)
        let (first, unlisted, entries) = pending.withLock { pending in
          let known = pending.lines.filter { $0.version <= snapshot.version }
          return (pending.first, pending.unlisted, known.compactMap(\.entry))
        }
        mark.snapshot =
          snapshot.version == 0
          ? own.commit : own.commit(of: snapshot.version, first: first, unlisted)
        mark.applied = own.applied.union(entries).sorted()
      }
    }
    let bytes = try attempt({ .cannotEncode(path: own.file.path.text, reason: $0) }) {
      try SnapshotForm.encode(
        part, version: settings.version, commit: hasLines ? mark.snapshot : nil)
    }
    mark.digest = Checksum(bytes).text
    if !mustWrite, mark.digest == own.digest { return }
    if !isForced { try own.file.checkForOthers() }
    try keepOldVersion(&own)
    if hasLines { try announce(mark) }
    // If the last step fails, the file may hold either content: then the next attempt must write.
    (own.part, own.digest) = (nil, nil)
    try own.file.replace(with: bytes, isForced: isForced)
    own.isWritten = true
    (own.part, own.digest, own.size) = (part, mark.digest, bytes.count)
    if hasLines { try finishSnapshot(mark, &own, snapshot, isCut: isForced) }
  }

  /// Keeps the file from before a migration.
  private func keepOldVersion(_ own: inout Saving) throws(PersistenceError) {
    guard let version = own.migratedFrom else { return }
    let path = own.file.path
    try attempt({ .cannotWrite(path: path.text, reason: $0) }) {
      let storage = settings.storage
      if try storage.status(of: path.text) == nil { return }
      try storage.makeFile(
        own.file.freePath(as: "version-\(version)"), storage.read(path.text, from: 0))
    }
    own.migratedFrom = nil
  }

  /// Has the journal know a snapshot before it takes the file's name: a file that it does not know is another's.
  private func announce(_ mark: SnapshotMark) throws(PersistenceError) {
    try writing.withLock { own throws(PersistenceError) in
      try attempt({ .cannotWrite(path: own.journal.path, reason: $0) }) {
        try StateFile.makeFolders(own.journal.folder, settings.storage)
        if own.size > 0 { try own.journal.rotate(after: own.commit, following: own.mark) }
        own.size = 0
        try own.journal.open(following: mark)
        try own.journal.announce(mark)
      }
    }
  }

  /// The file has a name now: what it replaces may go, as far as undo does not need it.
  private func finishSnapshot(
    _ mark: SnapshotMark, _ saving: inout Saving, _ snapshot: Snapshot<State>, isCut: Bool
  ) throws(PersistenceError) {
    let path = saving.file.path.text
    let (journal, isTorn): (Journal, Bool) = writing.withLock { own in
      // Lines that could not be written are in the state, but nothing can be replayed over them.
      let isTorn = pending.withLock { pending in
        let count = pending.lines.prefix { $0.version <= snapshot.version }.count
        pending.lines.removeFirst(count)
        pending.unlisted.forget(through: snapshot.version)
        defer { if pending.replaced <= snapshot.version { pending.replaced = 0 } }
        return pending.replaced > 0 || count > 0
      }
      own.mark = mark
      own.needsState = false
      own.isStuck = false
      own.applied.formUnion(mark.applied)
      own.journal.trust()
      own.written = max(own.written, snapshot.version)
      own.commit = max(own.commit, mark.snapshot)
      return (own.journal, isTorn)
    }
    saving.base = nil
    let present = histories(in: snapshot.state)
    if present.isEmpty || isCut || isTorn { saving.historyCounts = [:] }
    let counts = saving.historyCounts
    try attempt({ .cannotWrite(path: journal.folder, reason: $0) }) {
      if present.isEmpty { return try journal.prune(before: mark.snapshot) }
      try journal.keep(path, as: mark.snapshot, mayDropAll: counts.isEmpty) { older in
        guard let counts = counts[older] else { return false }
        return present.allSatisfy { $1.isRebuilt(byReplayingFrom: counts[$0] ?? 0) }
      }
    }
    saving.historyCounts[mark.snapshot] = present.mapValues(\.actionCount)
  }

  /// Saves the state to another file.
  func saveCopy(to location: PersistenceLocation) throws(PersistenceError) {
    let place = location.path
    let bytes = try attempt({ .cannotEncode(path: place, reason: $0) }) {
      try SnapshotForm.encode(
        settings.part.get(store.state), version: settings.version, commit: nil)
    }
    var file = try StateFile(writing: place, settings.storage)
    defer { file.close() }
    try file.replace(with: bytes)
  }
}
