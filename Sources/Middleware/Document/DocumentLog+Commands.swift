import MillraceStore
import MillraceSystem

// Reads and changes a document without a store, for commands.
extension DocumentLog {
  /// Returns the document, even while other processes change it, and changes none of its files. For
  /// a document on a server, first sends the changes that wait on this machine, and reads new
  /// entries. If the server is not reached, returns the local copy.
  /// - Throws: `PersistenceError`.
  public func read() throws(PersistenceError) -> DocumentState<Model> {
    var state = DocumentState(initial)
    guard path != nil else {
      (state.content, state.author) = shared.withLock { shared in
        (shared.content, Self.author(of: .undo, hasSeat: shared.members.isEmpty, shared.content))
      }
      return state
    }
    if server != nil { return try readCopy() }
    var loaded = try loader.load()
    defer { loaded.log.close() }
    state.content = loaded.content
    if case .foreign(let patch, let digest, _) = loaded.file {
      state.content.apply(.merge(patch, of: digest), by: "file")
    }
    if let reason = loaded.readOnly { state.access = .readOnly(reason.description) }
    if loaded.isDamaged {
      state.failure =
        "\(loaded.log.entriesPath) is damaged: what follows entry \(loaded.log.number) is missing"
    }
    let (author, seat) = takeCommandSeat(in: loaded.log.folder)
    state.author = Self.author(
      of: .undo, hasSeat: author != Self.commandAuthor, state.content)
    seat?.leave(storage)
    return state
  }

  /// Appends an action to the log, from which other processes and stores read it. For a document on
  /// a server, the action is in the outbox afterwards, and is sent if the server is reached.
  ///
  /// In a log of more than 1 MB, any action but undo and redo is usually appended without reading
  /// the document; the readable file is exported by the next program that has the document open.
  /// - Throws: `PersistenceError`: then nothing is changed.
  public func send(_ action: DocumentAction<Model>) throws {
    if !action.isLogged { return }
    let command: DocumentMode.Command =
      action == .undo ? .undo : action == .redo ? .redo : .change
    guard path != nil else {
      shared.withLock { shared in
        let hasSeat = command != .change && shared.members.isEmpty
        let author = Self.author(of: command, hasSeat: hasSeat, shared.content)
        shared.content.apply(action, by: author)
        for number in shared.members.keys { shared.members[number]?.applyAgain() }
      }
      return notify()
    }
    if server == nil, command == .change, try appendUnread(action) { return }
    let log = another()
    try log.files.withLock { files throws(PersistenceError) in
      try log.open(&files, .command(command))
    }
    // Finds out whether the server lets this user append.
    if server != nil { log.exchange() }
    let store = Store(
      initial: DocumentState(initial), reducer: .document(),
      middleware: [.document(in: log, mode: .command(command))])
    defer { store.finish() }
    if let reason = log.shared.withLock({ $0.anyReadOnly }) { throw reason }
    store.dispatch(action)
    store.finish()
    if let failure = log.shared.withLock({ $0.failure ?? $0.refused }) { throw failure }
  }

  /// Appends an action to a long log without reading it.
  /// - Returns: False if the caller must open the log instead, because the log is short, is so long
  ///   that it must be saved, or must be read before an append.
  private func appendUnread(_ action: DocumentAction<Model>) throws(PersistenceError) -> Bool {
    var log = FileLog(try StateFile(reading: path ?? "", storage).path, storage)
    if !storage.isWritable(log.path.text) { return false }
    let (own, file) = try attempt({ .cannotRead(path: log.folder, reason: $0) }) {
      (try storage.status(of: log.entriesPath), try storage.status(of: log.path.text))
    }
    guard let own, let file, own.size > 1_000_000, own.size / 3 < file.size else { return false }
    let (author, seat) = takeCommandSeat(in: log.folder)
    defer {
      log.close()
      seat?.leave(storage)
    }
    let line = try attempt({ .cannotEncode(path: log.path.text, reason: $0) }) {
      try format.entry(action, DocumentFormat<Model>.entryStart(by: author, "command"))
    }
    guard try log.appendUnread(line, schema: Model.version) else { return false }
    // The entry is in the log even if this fails.
    try? log.synchronize()
    return true
  }

  /// The author of commands while a program has the first seat.
  static var commandAuthor: String { "commands" }

  /// Returns the author of a command: that of the first seat, or `commandAuthor` if another process
  /// has the seat. With the seat, an undo and a redo are by the one of both that made or undid the
  /// newest step.
  static func author(
    of command: DocumentMode.Command, hasSeat: Bool, _ content: Content
  ) -> String {
    guard hasSeat else { return commandAuthor }
    func last(_ author: String) -> UInt64 {
      let steps = content.steps[author]
      return (command == .redo ? steps?.future.last?.id : steps?.past.last?.id) ?? 0
    }
    return command == .change || last("1") >= last(commandAuthor) ? "1" : commandAuthor
  }

  /// Returns the author of a command. If another process has the first seat of a writable folder,
  /// this is `commandAuthor`. Otherwise it is the author of the first seat, so that a command and a
  /// program undo each other's steps.
  private func takeCommandSeat(in folder: String) -> (author: String, seat: Seat?) {
    let isThere = storage.exists(folder)
    guard isThere, let seat = try? Seat.take(in: folder, storage, upTo: 1, attempts: 1) else {
      return (isThere && storage.isWritable(folder) ? Self.commandAuthor : "1", nil)
    }
    return (seat.author, seat)
  }
}
