import MillraceStore
import MillraceSystem

// Saves the document, and looks for changes by other processes and programs.
extension DocumentLog {
  /// Tries again to write the changes that could not be written.
  /// - Throws: The ``failure`` that remains, also one of merging or exporting the readable file.
  public func saveNow() throws(PersistenceError) {
    save()
    if let failure { throw failure }
  }

  /// Saves the document to another file. Replaces the file if it exists.
  public func saveCopy(to path: String) throws(PersistenceError) {
    let bytes = try attempt({ .cannotEncode(path: path, reason: $0) }) {
      let content = shared.withLock { shared in
        var content = shared.content
        for member in shared.members.values {
          for waiting in member.waiting { content.apply(waiting.action, by: member.author) }
        }
        return content
      }
      return try format.export(content, of: nil)
    }
    try StateFile.write(bytes, to: path, storage)
  }

  /// Looks for entries of others, and for changes of the readable file by other programs. With the
  /// system's files this happens automatically.
  public func checkForChanges() {
    do throws(PersistenceError) {
      let merge = try files.withLock { files throws(PersistenceError) in
        try catchUp(&files)
        return try lookAtFile(&files)
      }
      setFailure(unreadableFile, \.fileFailure)
      if let merge { try mergeFile(merge) }
    } catch {
      // A document that can only be read is not saved in any case, so this error is not shown.
      if shared.withLock({ $0.anyReadOnly == nil }) { setFailure(error, \.fileFailure) }
    }
    notify()
  }

  private typealias Merge = (action: DocumentAction<Model>, base: DocumentVersion<Model>)

  /// Compares the readable file with the log, if the file has changed since the last comparison.
  /// - Returns: The merge of the version that another program wrote; nil if there is none.
  private func lookAtFile(_ files: inout Files) throws(PersistenceError) -> Merge? {
    guard let log = files.file, files.isOpen, files.isWriting else { return nil }
    let status = try attempt({ .cannotRead(path: log.path.text, reason: $0) }) {
      try storage.status(of: log.path.text)
    }
    if let seen = files.seen, isSame(seen.status, status) { return nil }
    // Without a log, the file was never written, so it is not missing.
    if !files.hasLog, status == nil { return nil }
    let finding = try finding(&files, log)
    files.seen = (status, finding)
    // `didChange` makes the timer export the file again.
    switch finding {
    case .missing where log.isUnexported, .stale: shared.withLock { $0.timer }?.didChange()
    case .missing, .older:
      let isSaid = files.isRestoring
      files.isRestoring = true
      let timer = shared.withLock { shared in
        if !isSaid { shared.reports.append(.restoredFromLog(path: log.path.text)) }
        return shared.timer
      }
      timer?.didChange()
    // The newest entries are not exported yet: a program may have been killed before it did so.
    case .same where log.isBehind: shared.withLock { $0.timer }?.didChange()
    case .same, .foreign, .unreadable: break
    }
    if case .foreign(let patch, let digest, let theirs) = finding {
      return (.merge(patch, of: digest), theirs)
    }
    return nil
  }

  /// Compares the readable file with the log.
  private func finding(
    _ files: inout Files, _ log: FileLog
  ) throws(PersistenceError) -> FileFinding<Model> {
    let base = files.base ?? (files.hasLog ? nil : ("", DocumentVersion(value: initial)))
    let finding = try loader.finding(
      log, shared.withLock { $0.content }, base: base?.version, isKnown: { base?.digest == $0 })
    if case .same = finding { return finding }
    // Another process may have exported the file after the log was read. Then the log has another
    // head by now.
    try catchUp(&files)
    if let newer = files.file, newer.head != log.head { return try self.finding(&files, newer) }
    // The file has the same content, written as different JSON text.
    if case .foreign(let patch, let digest, let theirs) = finding, patch.isEmpty {
      files.base = (digest, theirs)
      return .same
    }
    return finding
  }

  private func isSame(_ old: FileStatus?, _ new: FileStatus?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return old.isSame(as: new)
  }

  /// Appends the merge of another program's version, as a step of the first store.
  private func mergeFile(_ merge: Merge) throws(PersistenceError) {
    guard case .merge(_, let digest) = merge.action else { return }
    // If the entry is not written, the file must be compared again.
    files.withLock { $0.seen = nil }
    let first = shared.withLock { shared -> Int? in
      guard let first = shared.members.keys.min() else { return nil }
      if shared.members[first]?.waiting.contains(where: { $0.action == merge.action }) == false {
        shared.members[first]?.waiting.append(Waiting(action: merge.action, after: nil))
        shared.members[first]?.isStale = true
      }
      return first
    }
    guard let first else { return }
    append(first, isRetry: true)
    if shared.withLock({ $0.content.merged.contains(digest) }) {
      files.withLock { $0.base = (digest, merge.base) }
    } else if let failure = shared.withLock({ $0.failure }) {
      throw failure
    }
  }

  /// Writes the changes that could not be written, synchronizes the log, and exports the readable
  /// file.
  func save(isLast: Bool = false) {
    let timer = shared.withLock { $0.timer }
    timer?.willSave()
    // If the writes below fail, they set the failure again.
    setFailure(nil, \.failure)
    for number in shared.withLock({ $0.members.keys.sorted() }) { append(number) }
    var (isSaved, exportFailure) = (shared.withLock { $0.failure == nil }, PersistenceError?.none)
    do throws(PersistenceError) { try synchronize() } catch {
      // For a log beside a file this is no failure yet: `saveGeneration` replaces the entries that
      // are not on the device by a snapshot.
      if server != nil { setFailure(error, \.failure) }
    }
    do throws(PersistenceError) {
      var attempts = 0
      while isSaved, try !saveGeneration(isLast: isLast) {
        attempts += 1
        if attempts == 5 { isSaved = false }
      }
    } catch {
      exportFailure = error
    }
    // With a server, `exchange` sets this failure.
    if server == nil { setFailure(exportFailure, \.exportFailure) }
    setFailure(unreadableFile, \.fileFailure)
    timer?.didEnd(isSaved: isSaved && failure == nil)
    notify()
  }

  /// Why the readable file cannot be read, if another program wrote it; nil if it can be read. A
  /// file that cannot be read is not replaced.
  private var unreadableFile: PersistenceError? {
    files.withLock { files in
      if case .unreadable(let error) = files.seen?.finding { error } else { nil }
    }
  }

  /// Renames the readable file if another program wrote it and it cannot be read. Called only by
  /// the last save: until then, that program may write the rest of the file.
  private func setUnreadableAside(_ files: inout Files) throws(PersistenceError) {
    guard let log = files.file, case .unreadable(let error) = files.seen?.finding,
      error.isUnreadable
    else { return }
    let issue = try setAside(log.path.name, beside: log.path, error)
    shared.withLock { $0.reports += [issue, .restoredFromLog(path: log.path.text)] }
    (files.seen, files.isRestoring) = ((nil, .missing), true)
  }

  /// Writes a new generation of the log and the readable file, if they are due.
  /// - Returns: False if the caller must try again: the log or the file changed meanwhile, or the
  ///   first export needs one more generation.
  private func saveGeneration(isLast: Bool) throws(PersistenceError) -> Bool {
    let (merge, isDue, now): (Merge?, Bool, Files) =
      try files.withLock { files throws(PersistenceError) in
        if files.isOpen, files.hasLog, files.file?.exists == false {
          didLoseLog(&files)
          try begin(&files)
        }
        try catchUp(&files)
        let merge = try lookAtFile(&files)
        if isLast { try setUnreadableAside(&files) }
        let isDue = files.file.map { isSaveDue($0, files, isLast: isLast) } ?? false
        return (merge, isDue, files)
      }
    notify()
    if let merge {
      try mergeFile(merge)
      return false
    }
    let content = shared.withLock { $0.content }
    guard isDue, let log = now.file, let start = log.location, start.number == content.number else {
      return true
    }
    var (isCurrent, older): (Bool, String?) = (true, nil)
    switch now.seen?.finding {
    case .missing, .stale: isCurrent = false
    case .older(let digest): (isCurrent, older) = (false, digest)
    default: break
    }
    // A file with the same content is not written again: otherwise two machines that synchronize
    // the file would write it in turns.
    let isEqual = isCurrent && now.base?.version == content.version
    let (snapshot, export) = try attempt({ .cannotEncode(path: log.path.text, reason: $0) }) {
      let snapshot = try format.snapshot(content)
      _ = try format.content(of: snapshot.line)
      return (snapshot, isEqual ? nil : try format.export(content, of: log.head?.log))
    }
    let digest = export.map { Checksum($0).text } ?? now.base?.digest
    let isKnown: (String) -> Bool = { found in
      [log.head?.export, log.head?.previous, now.base?.digest, older].contains(found)
        || content.merged.contains(found)
    }
    guard
      let prepared = try log.prepare(
        snapshot, at: start, export: export, digest: digest, isKnown: isKnown)
    else {
      files.withLock { $0.seen = nil }
      return false
    }
    return try files.withLock { files throws(PersistenceError) in
      // Whether or not the commit succeeds, the file must be compared again.
      files.seen = nil
      guard var own = files.file else {
        log.discard(prepared)
        return true
      }
      defer { files.file = own }
      guard try own.commit(prepared) else { return false }
      files.base = digest.map { ($0, content.version) }
      files.isRestoring = false
      return !own.isUnexported
    }
  }

  /// Whether a new generation and the readable file must be written. Entries since the snapshot are
  /// a sufficient reason only if they are longer than the snapshot, or the program ends, or both
  /// together have less than 1 MB.
  private func isSaveDue(_ log: FileLog, _ files: Files, isLast: Bool) -> Bool {
    guard files.isOpen, files.hasLog, files.isWriting,
      shared.withLock({ $0.readOnly == nil })
    else { return false }
    if log.isUnreliable { return true }
    switch files.seen?.finding {
    case .unreadable: return false
    case .missing, .stale, .older: return true
    case .same, .foreign, nil: break
    }
    if log.isUnexported { return true }
    let (entries, snapshot) = log.sizes
    return log.isBehind
      && (isLast || entries > snapshot || entries + snapshot < 1_000_000)
  }

  /// Synchronizes the log, while stores go on appending.
  private func synchronize() throws(PersistenceError) {
    if server != nil {
      return try files.withLock { files throws(PersistenceError) in
        try files.outbox?.synchronize()
      }
    }
    while var log = files.withLock({ $0.isOpen && $0.hasLog && $0.isWriting ? $0.file : nil }) {
      let result = Result { () throws(PersistenceError) in try log.synchronize() }
      let isSame = files.withLock { [log] files in
        files.file?.didSynchronize(log)
        return files.file?.location?.identity == log.location?.identity
      }
      // If a save has replaced the generation meanwhile, it has closed the file, and the result
      // means nothing. Then the new generation is synchronized.
      if isSame { return try result.get() }
    }
  }

  /// Returns when all changes of a store are on the device.
  func durable(_ number: Int) async throws {
    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
      let runBlocking = shared.withLock { $0.runBlocking }
      let work: @Sendable () -> Void = { [self] in
        setFailure(nil, \.failure)
        append(number)
        notify()
        waiter.resume(
          with: Result {
            try synchronize()
            if let failure = shared.withLock({ $0.failure }) { throw failure }
          })
      }
      if let runBlocking { runBlocking(work) } else { work() }
    }
  }

  /// Calls `checkForChanges()` when the log or the readable file changes.
  func watch() {
    guard storage is SystemFiles, let log = files.withLock({ $0.file }) else { return }
    for path in [log.entriesPath, log.path.text] { watch(path) }
  }

  func watch(_ path: String) {
    guard let runBlocking = shared.withLock({ $0.runBlocking }),
      let stop = FileWatch.begin(path, on: runBlocking, { [weak self] in self?.checkForChanges() })
    else { return }
    shared.withLock { $0.stopWatching.append(stop) }
  }
}
