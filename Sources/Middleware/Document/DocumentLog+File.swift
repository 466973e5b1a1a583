import MillraceStore
import MillraceSystem

// Opening.
extension DocumentLog {
  /// Reads the log and the readable file, unless they are open.
  func open(_ files: inout Files, _ mode: DocumentMode) throws(PersistenceError) {
    // Who writes opens again what another store has only read.
    if files.isOpen, files.mode != .readOnly || mode == .readOnly { return }
    guard path != nil else {
      (files.isOpen, files.mode, files.author) = (true, mode, "1")
      return
    }
    var issues: [PersistenceError] = []
    var loaded = try load(mode, &issues)
    var (readOnly, seat) = (loaded.readOnly, Seat?.none)
    do throws(PersistenceError) {
      if mode != .readOnly, readOnly == nil {
        do throws(PersistenceError) {
          seat = try takeSeat(loaded, isCommand: mode != .write)
        } catch {
          // There must be something to show.
          if !loaded.hasLog, loaded.digest == nil { throw error }
          readOnly = error
        }
      }
      // A newer program's file, for example.
      if case .unreadable(let error) = loaded.file, !error.isUnreadable { readOnly = error }
      if mode == .write, readOnly == nil { try repair(&loaded, &issues) }
    } catch {
      seat?.leave(storage)
      loaded.log.close()
      throw error
    }
    files.file?.close()
    files = Files(
      log: loaded.log, isOpen: true, mode: mode,
      isWriting: mode != .readOnly && readOnly == nil, seat: seat,
      author: author(mode, seat, loaded.content), issues: issues,
      base: loaded.digest.map { ($0, loaded.content.version) }, begunFrom: loaded.digest,
      hasLog: loaded.hasLog)
    shared.withLock { shared in
      (shared.content, shared.readOnly) = (loaded.content, readOnly)
      (shared.failure, shared.exportFailure, shared.fileFailure) = (nil, nil, nil)
      for number in shared.members.keys { shared.members[number]?.applyAgain() }
    }
  }

  /// Repairs the log, and keeps an unreadable file under another name.
  private func repair(
    _ loaded: inout DocumentLoader<Model>.Loaded, _ issues: inout [PersistenceError]
  ) throws(PersistenceError) {
    if loaded.isDamaged {
      try loaded.log.repair()
      issues += loaded.log.takeRepairs()
    }
    let path = loaded.log.path
    switch loaded.file {
    // A program that was killed may have exported nothing yet.
    case .missing where loaded.log.head?.export == nil: break
    case .missing: issues.append(.restoredFromLog(path: path.text))
    case .unreadable(let error):
      issues.append(try setAside(path.name, beside: path, error))
      issues.append(.restoredFromLog(path: path.text))
    case .same, .stale, .foreign: break
    }
  }

  /// The author of the first store; nil if it has none of its own.
  private func author(_ mode: DocumentMode, _ seat: Seat?, _ content: Content) -> String? {
    switch mode {
    case .write, .readOnly: seat?.author
    case .command(isUndo: false): seat?.author ?? Self.commandAuthor
    case .command(isUndo: true): Self.undoAuthor(hasSeat: seat != nil, content)
    }
  }

  /// Reads the files. What cannot be read is kept under another name, unless nothing may be changed.
  private func load(
    _ mode: DocumentMode, _ issues: inout [PersistenceError]
  ) throws(PersistenceError) -> DocumentLoader<Model>.Loaded {
    do { return try loader.load() } catch {
      guard case .unreadable(let found, _, _) = error, mode == .write else { throw error }
      let path = try StateFile(reading: path ?? "", storage).path
      let log = FileLog(path, storage)
      // Without a log there is nothing to begin with.
      guard found == log.entriesPath else { throw try setAside(path.name, beside: path, error) }
      issues.append(try setAside(Path.join(Path(log.folder).name, "entries"), beside: path, error))
      return try loader.load()
    }
  }

  private func setAside(
    _ name: String, beside path: Path, _ error: PersistenceError
  ) throws(PersistenceError) -> PersistenceError {
    guard case .unreadable(let found, _, let reason) = error else { return error }
    let target = try StateFile(reading: path.text, storage).setAside(name, as: "unreadable")
    return .unreadable(path: found, movedTo: target, reason: reason)
  }

  /// - Throws: Why the document can only be read.
  private func takeSeat(
    _ loaded: DocumentLoader<Model>.Loaded, isCommand: Bool
  ) throws(PersistenceError) -> Seat? {
    let log = loaded.log
    // A file that the user made read-only is not replaced.
    if try attempt(
      { .cannotRead(path: log.path.text, reason: $0) },
      {
        try storage.status(of: log.path.text) != nil && !storage.isWritable(log.path.text)
      })
    {
      throw .cannotWrite(path: log.path.text, reason: "it is not writable")
    }
    if !loaded.hasLog, isThere(log.path.sibling(".\(log.path.name).lock")) {
      // An older program must not have the file open.
      var old = try StateFile(writing: log.path.text, storage)
      old.close()
    }
    try StateFile.makeFolders(log.folder, storage)
    return try attempt({ .cannotWrite(path: log.folder, reason: $0) }) {
      isCommand
        ? try Seat.take(in: log.folder, storage, upTo: 1, attempts: 1)
        : try Seat.take(in: log.folder, storage)
    }
  }

  // MARK: Without a store

  /// Returns the document, even while other processes change it. Changes nothing.
  /// - Throws: `PersistenceError`.
  public func read() throws(PersistenceError) -> DocumentState<Model> {
    var state = DocumentState(initial)
    guard path != nil else {
      state.content = shared.withLock { $0.content }
      state.author = "1"
      return state
    }
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
    state.author = Self.undoAuthor(hasSeat: author != Self.commandAuthor, state.content)
    seat?.leave(storage)
    return state
  }

  /// Appends an action. Other processes and stores on the file take it from the log.
  ///
  /// In a log of more than 1 MB, it is appended without reading the document; the readable file is
  /// exported by the next program that has the document open.
  /// - Throws: `PersistenceError`: then nothing is changed.
  public func send(_ action: DocumentAction<Model>) throws {
    guard let path else {
      shared.withLock { shared in
        shared.content.apply(action, by: Self.commandAuthor)
        for number in shared.members.keys { shared.members[number]?.applyAgain() }
      }
      return notify()
    }
    let isUndo = action == .undo || action == .redo
    if !isUndo, try appendUnread(action) { return }
    let log = DocumentLog(file: path, initial: initial, storage: storage)
    try log.files.withLock { files throws(PersistenceError) in
      try log.open(&files, .command(isUndo: isUndo))
    }
    let store = Store(
      initial: DocumentState(initial), reducer: .document(),
      middleware: [.document(in: log, mode: .command(isUndo: isUndo))])
    defer { store.finish() }
    if let reason = log.shared.withLock({ $0.readOnly }) { throw reason }
    store.dispatch(action)
    store.finish()
    if let failure = log.shared.withLock({ $0.failure ?? $0.refused }) { throw failure }
  }

  /// Appends an action to a long log without reading it.
  /// - Returns: False if the log is short or must be saved.
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
      try format.entry(action, by: author, "command")
    }
    guard try log.appendUnread(line, schema: Model.version) else { return false }
    // The entry is there, whatever comes of this.
    try? log.synchronize()
    return true
  }

  /// The author of commands beside a program.
  private static var commandAuthor: String { "commands" }

  /// Whose newest step a command undoes: that of commands, or of the first seat if nobody is on it.
  private static func undoAuthor(hasSeat: Bool, _ content: Content) -> String {
    func last(_ author: String) -> UInt64 { content.authors[id: author]?.past.last?.id ?? 0 }
    return hasSeat && last("1") >= last(commandAuthor) ? "1" : commandAuthor
  }

  /// The author of a command: that of the first seat if nobody is on it, so that a command and a program
  /// undo each other's steps.
  private func takeCommandSeat(in folder: String) -> (author: String, seat: Seat?) {
    let isThere = isThere(folder)
    guard isThere, let seat = try? Seat.take(in: folder, storage, upTo: 1, attempts: 1) else {
      return (isThere && storage.isWritable(folder) ? Self.commandAuthor : "1", nil)
    }
    return (seat.author, seat)
  }

  /// Tries again to write what could not be written.
  /// - Throws: Why it still cannot be written.
  public func saveNow() throws(PersistenceError) {
    save()
    if let failure { throw failure }
  }

  private func isThere(_ path: String) -> Bool {
    ((try? storage.status(of: path)) ?? nil) != nil
  }

  /// Saves the document to another file.
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
    var file = try StateFile(writing: path, storage)
    defer { file.close() }
    try file.replace(with: bytes)
  }
}

// Saving, and changes from elsewhere.
extension DocumentLog {
  /// Looks for entries of others, and for changes of the readable file by other programs. With the
  /// system's files this happens automatically.
  public func checkForChanges() {
    do throws(PersistenceError) {
      let merge = try files.withLock { files throws(PersistenceError) in
        try catchUp(&files)
        return try lookAtFile(&files)
      }
      note(unreadableFile, \.fileFailure)
      if let merge { try mergeFile(merge) }
    } catch {
      // A document that is only read is not saved anyway.
      if shared.withLock({ $0.readOnly == nil }) { note(error, \.fileFailure) }
    }
    notify()
  }

  private typealias Merge = (action: DocumentAction<Model>, base: DocumentVersion<Model>)

  /// Looks at the readable file, if it was changed.
  /// - Returns: What another program wrote.
  private func lookAtFile(_ files: inout Files) throws(PersistenceError) -> Merge? {
    guard let log = files.file, files.isOpen, files.isWriting else { return nil }
    let status = try attempt({ .cannotRead(path: log.path.text, reason: $0) }) {
      try storage.status(of: log.path.text)
    }
    if let seen = files.seen, isSame(seen.status, status) { return nil }
    // A file that nobody has written is not missing.
    if !files.hasLog, status == nil { return nil }
    let finding = try finding(&files, log)
    files.seen = (status, finding)
    // The file is exported again soon.
    switch finding {
    case .missing, .stale: shared.withLock { $0.timer }?.noteChange()
    // A program that was killed has not exported it.
    case .same where log.isBehind: shared.withLock { $0.timer }?.noteChange()
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
      log, shared.withLock { $0.content }, base: base?.version, exports: files.exports,
      isKnown: { base?.digest == $0 })
    if case .same = finding { return finding }
    // Another process may have exported the file after the log was read: then the log says so by now.
    try catchUp(&files)
    if let newer = files.file, newer.head != log.head { return try self.finding(&files, newer) }
    // An equal content in another form.
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

  /// Appends the merge of what another program wrote, as a step of the first store.
  private func mergeFile(_ merge: Merge) throws(PersistenceError) {
    guard case .merge(_, let digest) = merge.action else { return }
    let author = shared.withLock { shared in
      shared.members.min { $0.key < $1.key }?.value.author ?? Self.commandAuthor
    }
    try files.withLock { files throws(PersistenceError) in
      // Unless the entry is written, the file is looked at again.
      files.seen = nil
      let line = try attempt({ .cannotEncode(path: format.path, reason: $0) }) {
        try format.entry(merge.action, by: author, format.fileWriter)
      }
      var rounds = 0
      while true {
        let (content, readOnly) = shared.withLock { ($0.content, $0.readOnly) }
        if let readOnly { throw readOnly }
        // Another process may have merged it meanwhile.
        if content.merged.contains(digest) { return }
        try begin(&files)
        switch try files.log.append([line], after: content.number) {
        case .behind:
          try catchUp(&files, &rounds)
          continue
        case .gone:
          noteGone(&files)
          continue
        case .appended, .later: break
        }
        break
      }
      files.base = (digest, merge.base)
      shared.withLock { shared in
        shared.content.apply(merge.action, by: author)
        for number in shared.members.keys { shared.members[number]?.isStale = true }
      }
    }
    shared.withLock { $0.timer }?.noteChange()
    notify()
  }

  /// Writes what failed to be written, synchronizes the log, and exports the readable file.
  func save(isLast: Bool = false) {
    let timer = shared.withLock { $0.timer }
    timer?.noteStart()
    // Only what is repeated now may fail again.
    note(nil, \.failure)
    for number in shared.withLock({ $0.members.keys.sorted() }) { append(number) }
    var (isSaved, exportFailure) = (shared.withLock { $0.failure == nil }, PersistenceError?.none)
    do throws(PersistenceError) {
      // If that fails, a new generation is due.
      files.withLock { if $0.isOpen, $0.hasLog { try? $0.log.synchronize() } }
      var attempts = 0
      while isSaved, try !saveGeneration(isLast: isLast) {
        attempts += 1
        if attempts == 5 { isSaved = false }
      }
    } catch {
      exportFailure = error
    }
    note(exportFailure, \.exportFailure)
    note(unreadableFile, \.fileFailure)
    timer?.noteEnd(isSaved: isSaved && failure == nil)
    notify()
  }

  /// Another program's file that cannot be read, and is not replaced.
  private var unreadableFile: PersistenceError? {
    files.withLock { files in
      if case .unreadable(let error) = files.seen?.finding { error } else { nil }
    }
  }

  /// - Returns: False if something was changed meanwhile: then it is done again.
  private func saveGeneration(isLast: Bool) throws(PersistenceError) -> Bool {
    let (merge, isDue, log, base): (Merge?, Bool, FileLog?, DocumentVersion<Model>?) =
      try files.withLock { files throws(PersistenceError) in
        try catchUp(&files)
        let merge = try lookAtFile(&files)
        let isDue = files.file.map { isSaveDue($0, files, isLast: isLast) } ?? false
        return (merge, isDue, files.file, files.base?.version)
      }
    notify()
    if let merge {
      try mergeFile(merge)
      return false
    }
    let content = shared.withLock { $0.content }
    guard isDue, let log, let start = log.position, start.number == content.number else {
      return true
    }
    let isMissing = files.withLock { files in
      if case .missing = files.seen?.finding { true } else { false }
    }
    // Two machines that synchronize a file would rewrite an equal one in turns.
    let isEqual = !isMissing && base == content.version
    let (snapshot, export) = try attempt({ .cannotEncode(path: log.path.text, reason: $0) }) {
      let snapshot = try format.snapshot(content)
      _ = try format.content(of: snapshot.bytes)
      return (snapshot, isEqual ? nil : try format.export(content, of: log.head?.log))
    }
    let digest = export.map { Checksum($0).text } ?? files.withLock { $0.base?.digest }
    let isKnown: (String) -> Bool = { [base = files.withLock { $0.base?.digest }] found in
      [log.head?.export, log.head?.previous, base].contains(found)
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
      // Whatever comes of it, the file is looked at again.
      files.seen = nil
      guard var own = files.file else {
        log.discard(prepared)
        return true
      }
      defer { files.file = own }
      guard try own.commit(prepared) else { return false }
      files.base = digest.map { ($0, content.version) }
      files.exports[content.number] = content.version
      if files.exports.count > 32, let oldest = files.exports.keys.min() {
        files.exports[oldest] = nil
      }
      return true
    }
  }

  /// Whether the readable file is not the newest export, and not too large to be written now.
  private func isSaveDue(_ log: FileLog, _ files: Files, isLast: Bool) -> Bool {
    guard files.isOpen, files.hasLog, files.isWriting,
      shared.withLock({ $0.readOnly == nil })
    else { return false }
    if log.isUnreliable { return true }
    switch files.seen?.finding {
    case .unreadable: return false
    case .missing, .stale: return true
    case .same, .foreign, nil: break
    }
    let (entries, snapshot) = log.sizes
    return log.isBehind
      && (isLast || entries > snapshot || entries + snapshot < 1_000_000)
  }

  /// Returns when everything that was dispatched is on the device.
  func durable(_ number: Int) async throws {
    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
      let runBlocking = shared.withLock { $0.runBlocking }
      let work: @Sendable () -> Void = { [self] in
        note(nil, \.failure)
        append(number)
        waiter.resume(
          with: Result {
            try files.withLock { files in
              if files.isOpen, files.hasLog, files.isWriting { try files.log.synchronize() }
            }
            if let failure = shared.withLock({ $0.failure }) { throw failure }
          })
      }
      if let runBlocking { runBlocking(work) } else { work() }
    }
  }

  /// Calls `checkForChanges()` when the files change.
  func watch() {
    guard storage is SystemFiles, let log = files.withLock({ $0.file }) else { return }
    for path in [log.entriesPath, log.path.text] { watch(path) }
  }

  func watch(_ path: String) {
    let runBlocking = shared.withLock { $0.runBlocking }
    if let listening = try? FileWatch.begin(path) {
      shared.withLock { $0.stopWatching.append(listening.stop) }
      Task.detached { [weak self] in
        var events = listening.events.makeAsyncIterator()
        while (try? await events.next()) != nil {
          runBlocking? { [weak self] in self?.checkForChanges() }
        }
      }
    }
  }
}
