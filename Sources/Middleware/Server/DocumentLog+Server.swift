import MillraceStore
import MillraceSystem

// Opens and closes a document on a server.
extension DocumentLog {
  /// Opens the local copy. If there is none, or it is damaged, reads it from the server.
  func openCopy(_ files: inout Files, of server: any DocumentServer) throws(PersistenceError) {
    let replica = FileLog(Path(path ?? ""), storage)
    try StateFile.makeFolders(replica.folder, storage)
    let seat = try attempt({ .cannotWrite(path: replica.folder, reason: $0) }) {
      try Seat.take(in: replica.folder, storage)
    }
    guard let seat else { throw .inUse(path: replica.folder) }
    var readOnly: PersistenceError?
    var copy = ServerCopy(replica: replica, agreed: Content(initial))
    do throws(PersistenceError) {
      let batch = (try? copy.replica.read()) ?? nil
      if let batch, let snapshot = batch.snapshot,
        let content = try? loader.content(of: snapshot, server.address, &readOnly)
      {
        (copy.agreed, copy.log) = (content, copy.replicaLog)
        copy.lastEntry = batch.entries.last.map(Self.checksum) ?? copy.replica.head?.lastEntry
        loader.apply(batch.entries, to: &copy.agreed, &readOnly)
      } else {
        copy.replica.close()
        do {
          let connection = try server.connect {}
          defer { connection.close() }
          try load(&copy, connection, &readOnly)
        } catch {
          throw error as? PersistenceError
            ?? .cannotUseServer(
              address: server.address, reason: (error as? ServerError)?.reason ?? explain(error))
        }
      }
      var outbox = try Outbox(seat, storage) { copy.agreed.position(of: $0) }
      let (content, repairs) = (
        try content(copy.agreed, outbox, &readOnly), outbox.takeRepairs()
      )
      files = Files(
        log: outbox, isOpen: true, isWriting: true, seat: seat, author: outbox.writer,
        issues: repairs)
      files.copy = copy
      shared.withLock { shared in
        (shared.content, shared.readOnly, shared.unsent) = (content, readOnly, outbox.count)
        (shared.failure, shared.exportFailure, shared.fileFailure) = (nil, nil, nil)
        shared.forbidden = nil
        for number in shared.members.keys { shared.members[number]?.applyAgain() }
      }
    } catch {
      seat.leave(storage)
      copy.replica.close()
      throw error
    }
  }

  /// Begins the local copy with the server's newest snapshot. If the server does not have the
  /// document, begins it there first.
  func load(
    _ copy: inout ServerCopy<Model>, _ connection: any ServerConnection,
    _ readOnly: inout PersistenceError?
  ) throws {
    // The identity of the log may contain only letters and digits, because it becomes a file's
    // name.
    var found = try connection.snapshot()
    if found == nil {
      let line = try format.snapshot(Content(initial)).line.dropLast()
      try connection.begin(
        ServerSnapshot(
          log: FileLog.newName(), number: 0, text: String(decoding: line, as: UTF8.self)))
      found = try connection.snapshot()
    }
    guard let found, found.log.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isLetter) }),
      let snapshot = LogSnapshot(
        number: found.number, schema: Model.version, line: found.text.utf8),
      case let content = try loader.content(of: snapshot.line, address, &readOnly),
      content.number == found.number
    else { throw ServerError.refused("the snapshot on the server is damaged: restore a backup") }
    // The checksum of the last entry shows later whether the server was restored from a backup.
    let first = found.number == 0 ? nil : try connection.read(from: found.number)?.entries.first
    copy.lastEntry = first.flatMap { $0.number == found.number ? Self.checksum($0) : nil }
    try begin(&copy, with: snapshot, of: found.log)
    copy.agreed = content
  }

  /// Replaces the copy's log by one that begins with a snapshot.
  func begin(
    _ copy: inout ServerCopy<Model>, with snapshot: LogSnapshot, of log: String
  ) throws(PersistenceError) {
    var replica = FileLog(copy.replica.path, storage)
    do throws(PersistenceError) {
      // The random part of the name tells other processes of this machine that the log was begun
      // again.
      try replica.begin(
        snapshot, as: "\(log).\(FileLog.newName())", previous: copy.lastEntry, replaces: true)
    } catch {
      replica.close()
      throw error
    }
    (copy.replica, copy.log) = (replica, log)
  }

  /// Returns the result of applying the waiting entries of this process to the agreed content.
  func content(
    _ agreed: Content, _ outbox: Outbox, _ readOnly: inout PersistenceError?
  ) throws(PersistenceError) -> Content {
    var content = agreed
    let decoder = JSONFormat.decoder()
    try outbox.forEach { waiting in
      let entry = LogEntry(number: content.number + 1, text: waiting.text, with: decoder)
      if let entry { loader.apply([entry], to: &content, &readOnly) }
      return true
    }
    return content
  }

  // MARK: The end

  /// Sends the waiting entries, for some seconds at most, and reports those that the server lacks.
  func sendLast() {
    for _ in 0..<250 {
      let (isBusy, unsent) = shared.withLock { ($0.pace.isBusy, $0.unsent) }
      if !isBusy || unsent == 0 { break }
      SystemFiles.pause(microseconds: 20_000)
    }
    let mustTry = shared.withLock { $0.unsent > 0 && $0.offline == nil && !$0.pace.isBusy }
    if mustTry { exchange() }
    shared.withLock { shared in
      // If changes could not be written, that failure is reported instead.
      if shared.unsent == 0 || shared.failure != nil { return }
      let folder = FileLog(Path(path ?? ""), storage).folder
      shared.reports.append(.notSent(address: address, count: shared.unsent, folder: folder))
    }
    notify()
  }

  /// Returns the document for a command: after an exchange, or from the copy if the server is not
  /// reached.
  func readCopy() throws(PersistenceError) -> DocumentState<Model> {
    let log = another()
    try log.open()
    defer {
      log.files.withLock { log.close(&$0) }
      log.link.withLock { Self.disconnect(&$0) }
    }
    log.exchange()
    var state = DocumentState(initial)
    log.shared.withLock { shared in
      (state.content, state.offline, state.waiting) = (
        shared.content, shared.offline, shared.unsent
      )
      if let reason = shared.anyReadOnly { state.access = .readOnly(reason.description) }
    }
    state.author = log.files.withLock { $0.outbox?.writer ?? "" }
    return state
  }

  static func disconnect(_ link: inout ServerLink) {
    link.connection?.close()
    link = ServerLink()
  }
}
