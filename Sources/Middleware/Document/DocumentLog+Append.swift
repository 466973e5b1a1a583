import MillraceSystem

// Appends the changes of stores, and reads the entries of others.
extension DocumentLog {
  /// Writes a store's waiting changes.
  /// - Returns: Whether the store may have to be brought up to date.
  @discardableResult
  func append(_ number: Int, isRetry: Bool = false) -> Bool {
    defer { if server != nil { exchangeSoon() } }
    do throws(PersistenceError) {
      let isQuiet = try files.withLock { files throws(PersistenceError) in
        try append(&files, number, isRetry: isRetry)
      }
      if isQuiet { return false }
    } catch {
      setFailure(error, \.failure)
      shared.withLock { $0.timer }?.didChange()
    }
    notify(except: number)
    return true
  }

  /// - Returns: Whether all stores are up to date, and there is nothing to report.
  private func append(
    _ files: inout Files, _ number: Int, isRetry: Bool
  ) throws(PersistenceError) -> Bool {
    var rounds = 0
    while files.isOpen {
      var (known, readOnly): (UInt64, PersistenceError?) = (0, nil)
      let member = shared.withLock { shared in
        (known, readOnly) = (shared.content.number, shared.anyReadOnly)
        // After a failed write, the changes wait until the timer tries again.
        return isRetry || shared.failure == nil ? shared.members[number] : nil
      }
      guard let member, !member.waiting.isEmpty else { return false }
      if let readOnly { throw readOnly }
      guard let lines = encoded(member, of: number) else { continue }
      try begin(&files)
      switch try files.log.append(lines, after: known) {
      case .behind: try catchUp(&files, &rounds)
      case .gone: didLoseLog(&files)
      case .appended:
        let (timer, isQuiet) = didAppend(lines.count, of: number, &files)
        timer?.didChange()
        if isQuiet { return true }
      }
    }
    return false
  }

  /// Closes the file of a log that was removed. The content of the document stays in memory.
  func didLoseLog(_ files: inout Files) {
    let head = files.file?.head
    (files.hasLog, files.seen) = (false, nil)
    files.begunFrom = (files.base?.digest ?? head?.export).map { ($0, false) }
    files.lostLog = head?.log
    files.file?.close()
  }

  /// - Returns: Nil if a change cannot be encoded. That change is dropped and reported.
  private func encoded(_ member: Member, of number: Int) -> [[UInt8]]? {
    var lines: [[UInt8]] = []
    for index in member.waiting.indices {
      do {
        lines.append(try format.entry(member.waiting[index].action, member.entryStart))
      } catch {
        let issue = PersistenceError.cannotEncode(
          path: path ?? "the document", reason: explain(error))
        shared.withLock { shared in
          shared.refused = issue
          shared.reports.append(issue)
          shared.members[number]?.waiting.remove(at: index)
          shared.members[number]?.applyAgain()
        }
        return nil
      }
    }
    return lines
  }

  /// Begins the log with the first change, so that a program that changes nothing leaves no files.
  func begin(_ files: inout Files) throws(PersistenceError) {
    if files.hasLog { return }
    let content = shared.withLock { $0.content }
    let snapshot = try attempt({ .cannotEncode(path: format.path, reason: $0) }) {
      try format.snapshot(content)
    }
    let (file, isCurrent) = (files.begunFrom?.digest, files.begunFrom?.isCurrent == true)
    try files.log.begin(
      snapshot, export: isCurrent ? file : nil, previous: isCurrent ? nil : file)
    files.hasLog = true
    // If another process has begun the log, `begin` did nothing. `catchUp` reads the head later.
    if files.lostLog == nil || files.file?.head == nil { return }
    // This log replaces a removed one. Its snapshot is not the content of the readable file, so
    // there is no base for a merge.
    (files.lostLog, files.base) = (nil, nil)
    if let log = files.file { watch(log.entriesPath) }
  }

  /// - Returns: The timer, and whether no changes wait, all stores are up to date, and there is
  ///   nothing to report.
  private func didAppend(
    _ count: Int, of number: Int, _ files: inout Files
  ) -> (SaveTimer?, isQuiet: Bool) {
    let repairs = files.log.takeRepairs()
    // A log beside a file has no outbox. `outbox` is not read then, because its cast takes time at
    // each change.
    let unsent = server == nil ? 0 : files.outbox?.count ?? 0
    return shared.withLock { shared in
      shared.reports += repairs
      shared.unsent = unsent
      shared.notice = nil
      guard var member = shared.members[number] else { return (shared.timer, false) }
      for index in 0..<count {
        if let after = member.waiting[index].after, after.number == shared.content.number + 1 {
          shared.content = after
        } else {
          shared.content.apply(member.waiting[index].action, by: member.author)
          member.isStale = true
        }
      }
      member.waiting.removeFirst(count)
      shared.members[number] = member
      for other in shared.members.keys where other != number {
        shared.members[other]?.isStale = true
      }
      let isQuiet =
        shared.members.count == 1 && member.waiting.isEmpty && !member.isStale
        && shared.reports.isEmpty
      return (shared.timer, isQuiet)
    }
  }

  /// Called when an append found that others have appended entries: reads these.
  /// - Parameter rounds: How many calls in a row have read nothing new.
  func catchUp(_ files: inout Files, _ rounds: inout Int) throws(PersistenceError) {
    rounds = try catchUp(&files) ? 0 : rounds + 1
    if rounds > 3 {
      throw .cannotWrite(
        path: format.path, reason: "its log is not writable, or changes in an unknown way")
    }
  }

  /// Reads and applies the entries that others have appended.
  /// - Returns: Whether there was a new entry or snapshot.
  @discardableResult
  func catchUp(_ files: inout Files) throws(PersistenceError) -> Bool {
    guard path != nil else { return false }
    let old = files.file?.head
    let oldLog = old?.log ?? files.lostLog
    guard let batch = try files.log.read() else { return false }
    let base = files.base?.version
    // The base of a merge is the version that any process exported or merged last. After an export
    // by another process, `base` is no longer that version.
    if files.file?.head != old { files.base = nil }
    (files.hasLog, files.lostLog) = (true, nil)
    if batch.snapshot == nil, batch.entries.isEmpty { return false }
    var (content, readOnly) = shared.withLock { ($0.content, $0.readOnly) }
    let known = content.number
    if let snapshot = batch.snapshot {
      if let oldLog, files.file?.head?.log != oldLog {
        rejoin(base ?? loader.version(ofExportOf: old), content.version, oldLog)
      }
      content = try loader.content(
        of: snapshot, files.file?.entriesPath ?? format.path, &readOnly)
    }
    let merged = content.merged
    loader.apply(batch.entries, to: &content, &readOnly)
    if content.merged != merged { files.base = nil }
    shared.withLock { shared in
      (shared.content, shared.readOnly) = (content, readOnly)
      for (number, var member) in shared.members {
        member.applyAgain()
        // A failed write may have put entries of this store in the log. Their changes no longer
        // wait.
        let own = batch.entries.count { $0.writer == member.writer && $0.number > known }
        member.waiting.removeFirst(min(own, member.waiting.count))
        shared.members[number] = member
      }
    }
    return true
  }

  /// Called when the open log was replaced by another one: merges the changes since the last export
  /// of the former log into the new log.
  private func rejoin(
    _ base: DocumentVersion<Model>?, _ ours: DocumentVersion<Model>, _ old: String
  ) {
    // Without a base, nothing counts as removed, and each difference is a conflict.
    let patch = DocumentPatch(from: base ?? DocumentVersion(), to: ours)
    if patch.isEmpty { return }
    shared.withLock { shared in
      guard let first = shared.members.keys.min() else { return }
      shared.members[first]?.waiting.insert(
        Waiting(action: .merge(patch, of: "log \(old)"), after: nil), at: 0)
    }
  }

  /// Sets one of the errors that the stores show; nil removes it.
  func setFailure(
    _ error: PersistenceError?, _ kind: WritableKeyPath<Shared, PersistenceError?> & Sendable
  ) {
    shared.withLock { shared in
      if shared[keyPath: kind] == error { return }
      shared[keyPath: kind] = error
      shared.markStale()
    }
  }
}
