import MillraceSystem

// Takes the entries of a server into the local copy and the document. The agreed content is the
// document after the entries of the copy, without the entries that wait in the outbox.
extension DocumentLog {
  /// Takes in the entries that other processes of this machine have added to the local copy.
  func takeReplica(_ files: inout Files) throws {
    guard var copy = files.copy else { return }
    defer { files.copy?.replica = copy.replica }
    guard let batch = try copy.replica.read(),
      batch.snapshot != nil || !batch.entries.isEmpty
    else { return }
    do {
      // If there is a new snapshot, the entry that made the document read-only may be gone.
      var readOnly = batch.snapshot == nil ? shared.withLock { $0.readOnly } : nil
      if let snapshot = batch.snapshot {
        if copy.replicaLog != copy.log { try keepFormer(copy.log, &files) }
        copy.agreed = try loader.content(of: snapshot, address, &readOnly)
        copy.log = copy.replicaLog
      }
      copy.lastEntry = batch.entries.last.map(Self.checksum) ?? copy.replica.head?.lastEntry
      try take(batch.entries, copy, &files, readOnly, isOther: batch.snapshot != nil)
    } catch {
      // A closed copy is read again from its snapshot by the next call.
      copy.replica.close()
      throw error
    }
  }

  /// Takes in a batch of the server's entries.
  /// - Returns: Whether the server has more entries; nil if nothing was new.
  func take(_ batch: ServerBatch, _ connection: any ServerConnection) throws -> Bool? {
    if batch.snapshot > batch.last {
      throw ServerError.refused("the server has a snapshot of entries that it lacks")
    }
    let state = files.withLock { $0.copy }
    guard var copy = state else { return nil }
    let known = copy.replica.number
    var entries = batch.entries[...]
    if batch.log != copy.log { return try takeOther(batch, connection, copy) }
    let first = entries.first?.number == known ? entries.popFirst() : nil
    let found = first.map(Self.checksum)
    copy.lastEntry = copy.lastEntry ?? found
    if batch.last < known || found ?? copy.lastEntry != copy.lastEntry {
      return try takeOther(batch, connection, copy, isRestored: true)
    }
    if entries.isEmpty, batch.last == known {
      if shared.withLock({ $0.unsent == 0 }) { try tidy(batch, connection, copy) }
      return nil
    }
    let decoder = JSONFormat.decoder()
    var new: [LogEntry] = []
    for found in entries {
      // After a gap in the numbers, the rest is not used: the server has removed the entries of the
      // gap, which its snapshot includes.
      guard found.number == known + UInt64(new.count) + 1 else { break }
      guard let entry = LogEntry(number: found.number, text: found.text, with: decoder) else {
        throw ServerError.refused(
          "entry \(found.number) on the server is damaged: restore a backup")
      }
      new.append(entry)
    }
    if new.isEmpty {
      guard batch.snapshot > known else {
        throw ServerError.refused(
          "entry \(known + 1) is missing on the server: compare the policies, or restore a backup")
      }
      return try takeOther(batch, connection, copy)
    }
    return try files.withLock { files in
      guard let present = files.copy, present.replica.number == known else { return true }
      let texts = entries.prefix(new.count).map { Array($0.text.utf8) }
      switch try copy.replica.append(texts, after: known) {
      case .appended: break
      case .behind where copy.replica.file == nil:
        files.copy?.replica = copy.replica
        throw PersistenceError.cannotWrite(
          path: copy.replica.folder, reason: "its entries cannot be opened")
      // Another process of this machine has appended entries to the copy first.
      case .behind:
        files.copy?.replica = copy.replica
        return true
      case .gone:
        try begin(&copy, with: format.snapshot(copy.agreed), of: batch.log)
        files.copy?.replica.close()
        files.copy = copy
        return true
      }
      copy.lastEntry = entries.prefix(new.count).last.map(Self.checksum)
      try take(new, copy, &files, shared.withLock { $0.readOnly })
      return batch.last > copy.replica.number
    }
  }

  static func checksum(_ entry: (number: UInt64, text: String)) -> String {
    Checksum("\"number\":\(entry.number),\(entry.text)".utf8).text
  }

  /// Returns the checksum of an entry in the copy. It equals that of the same entry on the server.
  static func checksum(_ entry: LogEntry) -> String {
    Checksum(CheckedLine.content(of: Array(entry.line)[...])).text
  }

  /// Applies entries of the copy to the agreed content, and removes those of this process from the
  /// outbox.
  /// - Parameter isOther: Whether a new snapshot has just replaced the agreed content.
  func take(
    _ entries: [LogEntry], _ old: ServerCopy<Model>, _ files: inout Files,
    _ known: PersistenceError?, isOther: Bool = false
  ) throws {
    guard var outbox = files.outbox else { return }
    var (copy, readOnly, count) = (old, known, outbox.count)
    loader.apply(entries, to: &copy.agreed, &readOnly)
    try outbox.acknowledge(through: copy.agreed.position(of: outbox.writer))
    (files.copy, files.outbox) = (copy, outbox)
    count -= outbox.count
    // If all these entries come from this process's outbox, its stores have applied them already.
    let isKnown = !isOther && readOnly == known && count == entries.count
    shared.withLock { shared in
      (shared.readOnly, shared.unsent) = (readOnly, outbox.count)
      if isKnown, outbox.count == 0 { shared.content = copy.agreed }
      if isKnown, shared.offline != nil { shared.markStale() }
    }
    if !isKnown { try applyAgain(copy.agreed, outbox) }
  }

  /// Applies the waiting entries to a new agreed content, and makes the stores do the same.
  func applyAgain(_ agreed: Content, _ outbox: Outbox) throws {
    var readOnly = shared.withLock { $0.readOnly }
    let content = try content(agreed, outbox, &readOnly)
    shared.withLock { shared in
      (shared.content, shared.readOnly, shared.unsent) = (content, readOnly, outbox.count)
      for number in shared.members.keys { shared.members[number]?.applyAgain() }
    }
  }

  /// Replaces the local copy by the server's snapshot.
  /// - Parameter isRestored: Whether the server has lost entries, as after a backup was restored.
  ///   Otherwise the document was begun again, or the entries that this process lacks were removed.
  func takeOther(
    _ batch: ServerBatch, _ connection: any ServerConnection, _ old: ServerCopy<Model>,
    isRestored: Bool = false
  ) throws -> Bool {
    var (copy, readOnly) = (old, PersistenceError?.none)
    var merge: DocumentPatch<Model>?
    if isRestored {
      // Entries that the server already has are not sent again.
      try acknowledge(connection)
      // The changes that the server has lost become one merge. Machines that had the same entries
      // make an equal merge, which is applied once.
      let base = try common(connection, copy) ?? DocumentVersion()
      merge = DocumentPatch(from: base, to: copy.agreed.version)
    }
    try files.withLock { files in
      if isRestored || batch.log != copy.log, var outbox = files.outbox {
        let name = "\(batch.log) at \(copy.replica.number) \(copy.lastEntry ?? "")"
        let start = DocumentFormat<Model>.entryStart(by: outbox.writer, outbox.writer)
        let lost = merge?.isEmpty == false ? merge : nil
        // Keeps the changed outbox after a failure, too, because it records that the file may have
        // bytes behind the last entry.
        defer { files.outbox = outbox }
        try outbox.rewrite(
          behind: lost.map { try format.entry(.merge($0, of: name), start) })
      }
      if batch.log != copy.log { try keepFormer(copy.log, &files) }
    }
    try load(&copy, connection, &readOnly)
    try files.withLock { files in
      guard var outbox = files.outbox else { return copy.replica.close() }
      files.copy?.replica.close()
      files.copy = copy
      try outbox.acknowledge(through: copy.agreed.position(of: outbox.writer))
      files.outbox = outbox
      shared.withLock { $0.readOnly = readOnly }
      try applyAgain(copy.agreed, outbox)
    }
    return true
  }

  /// Saves the former document to a file, because it was deleted on the server and begun again.
  func keepFormer(_ log: String, _ files: inout Files) throws {
    let path = Path.join(files.copy?.replica.folder ?? "", "\(log).json")
    // An earlier attempt may have saved the file before it failed.
    if storage.exists(path) { return }
    try saveCopy(to: path)
    shared.withLock { shared in
      shared.reports.append(.replacedOnServer(address: address, keptAs: path))
      shared.notice = shared.reports.last?.description
    }
  }

  /// Returns the document after the last entry that the copy and a restored server have in common;
  /// nil if the copy does not go back that far.
  func common(
    _ connection: any ServerConnection, _ copy: ServerCopy<Model>
  ) throws -> DocumentVersion<Model>? {
    var (replica, readOnly) = (FileLog(copy.replica.path, storage), PersistenceError?.none)
    defer { replica.close() }
    guard let own = try replica.read(), let snapshot = own.snapshot else { return nil }
    var content = try loader.content(of: snapshot, address, &readOnly)
    if content.number > 0 {
      guard let batch = try connection.read(from: content.number) else { return nil }
      // If the entry is missing, the server has removed it, and its snapshot includes it.
      let first = batch.entries.first { $0.number == content.number }
      let isSame = first.map(Self.checksum) == replica.head?.lastEntry
      if !isSame, first != nil || batch.snapshot < content.number { return nil }
    }
    var rest = own.entries[...]
    while true {
      guard let batch = try connection.read(from: content.number + 1) else { return nil }
      if batch.entries.isEmpty { return content.version }
      // The server has removed old entries that its snapshot includes.
      let end = min(batch.entries[0].number, batch.snapshot + 1)
      while let entry = rest.first, entry.number < end {
        loader.apply([rest.removeFirst()], to: &content, &readOnly)
      }
      for found in batch.entries {
        guard let entry = rest.popFirst(), Self.checksum(entry) == Self.checksum(found) else {
          return content.version
        }
        loader.apply([entry], to: &content, &readOnly)
      }
    }
  }

  // MARK: Snapshots

  /// Writes a snapshot to the server if many entries follow the server's snapshot, and to the copy
  /// if many follow the copy's.
  func tidy(
    _ batch: ServerBatch, _ connection: any ServerConnection, _ copy: ServerCopy<Model>
  ) throws {
    let (content, own) = (copy.agreed, files.withLock { $0.outbox?.writer })
    if shared.withLock({ $0.readOnly != nil }) || connection.readOnly != nil { return }
    // The writer of the last entry saves after 1,000 entries. If it does not, another participant
    // does so after 2,000.
    let count = content.number - min(batch.snapshot, content.number)
    let isDue = count >= (content.positions?.last?.writer == own ? 1_000 : 2_000)
    let (entries, size) = copy.replica.sizes
    let isLong =
      entries > max(size, copy.snapshotThreshold) && copy.replica.number == content.number
    if !isDue, !isLong { return }
    let snapshot = try format.snapshot(content)
    _ = try format.content(of: snapshot.line)
    if isDue {
      let text = String(decoding: snapshot.line.dropLast(), as: UTF8.self)
      let new = ServerSnapshot(log: batch.log, number: content.number, text: text)
      do throws(ServerError) { try connection.save(new) } catch {
        // Another participant may be allowed to save.
        guard case .forbidden = error else { throw error }
      }
    }
    guard isLong, let start = copy.replica.location,
      let new = try copy.replica.prepare(
        snapshot, at: start, export: nil, digest: copy.lastEntry, isKnown: { _ in true })
    else { return }
    try files.withLock { files in
      guard var copy = files.copy else { return copy.replica.discard(new) }
      defer { files.copy = copy }
      _ = try copy.replica.commit(new)
    }
  }
}
