import MillraceStore
import MillraceSystem

/// The way in which a store uses a document.
enum DocumentMode: Equatable, Sendable {
  case write
  /// The store sends one action, and ends.
  case command(Command)

  enum Command { case change, undo, redo }
}

/// The log in which a document is kept: beside a readable file, on a server, or in memory. The
/// stores that share a log share the document.
///
/// ```swift
/// let log = DocumentLog<Notes>(file: "notes.json")
/// try log.send(.change(.add(note)))  // a command without a screen
/// let titles = try log.read().value.items.map(\.title)
/// ```
///
/// Beside a file, every process appends its changes to the log `NAME.log` itself. Once `dispatch`
/// has returned, its change survives a kill of the process. The readable file is exported a second
/// later (less often if the log has 1 MB or more), and when a program ends; a file that another
/// program wrote is merged. One process has one log for a file, which its stores share.
public final class DocumentLog<Model: DocumentModel>: Sendable {
  typealias Content = DocumentContent<Model>

  /// A change that is in a store, and not yet in the log.
  struct Waiting: Sendable {
    let action: DocumentAction<Model>
    /// The result of the action in the store; nil if the action must be applied again.
    var after: Content?
  }

  /// A store that is connected with the log.
  struct Member: Sendable {
    let author: String
    /// Identifies the store's entries, so that they are found after a write that failed only in
    /// part.
    let writer: String
    let entryStart: [UInt8]
    var waiting: [Waiting] = []
    /// Whether the store's document must be made again from `content` and the waiting changes.
    var isStale = false
    /// Brings the store up to date, on another thread.
    let takeNews: @Sendable () -> Void
    let report: @Sendable (PersistenceError) -> Void

    init(
      _ author: String, _ writer: String, takeNews: @escaping @Sendable () -> Void,
      report: @escaping @Sendable (PersistenceError) -> Void
    ) {
      (self.author, self.writer) = (author, writer)
      (self.takeNews, self.report) = (takeNews, report)
      entryStart = DocumentFormat<Model>.entryStart(by: author, writer)
    }

    mutating func enqueue(
      _ action: DocumentAction<Model>?, _ after: Content?, _ isLogReadOnly: Bool, _ hasFailed: Bool
    ) {
      if let action, !isLogReadOnly {
        waiting.append(Waiting(action: action, after: isStale ? nil : after))
      }
      // While a write has failed or the server is not reached, the store's state shows how many
      // changes wait, so each change makes it stale. A change without a result must be applied
      // again, or reverted if the document can only be read.
      if hasFailed || after == nil { isStale = true }
    }

    /// Drops the results of the waiting changes, which must be applied again to another content.
    mutating func applyAgain() {
      isStale = true
      for index in waiting.indices { waiting[index].after = nil }
    }
  }

  struct Shared: Sendable {
    /// The result of applying all entries that were read or appended. With a server, these include
    /// the entries that wait in the outbox.
    var content: Content
    var members: [Int: Member] = [:]
    /// The state of each store before a tool replaced it, by the store's number. `update` takes the
    /// store's messages from it. Not a part of `members`, which are copied at each change.
    var replaced: [Int: DocumentState<Model>] = [:]
    var nextMember = 0
    /// Why this process cannot understand the entries. It applies no further ones.
    var readOnly: PersistenceError?
    /// Why this process cannot change the files, or may not append on the server. It applies what
    /// others append.
    var forbidden: PersistenceError?
    /// Why waiting changes are not in the log.
    var failure: PersistenceError?
    /// The last repair, or the last change that the server refused or replaced, in one line, for
    /// the stores to show; nil after the next change.
    var notice: String?
    /// Why the readable file is not exported, or the local copy not updated; the log has all
    /// changes.
    var exportFailure: PersistenceError?
    /// Why another program's version of the readable file is not merged.
    var fileFailure: PersistenceError?
    var anyFailure: PersistenceError? { failure ?? fileFailure ?? exportFailure }
    /// The last change that could not be encoded.
    var refused: PersistenceError?
    /// The errors to report once no lock is held.
    var reports: [PersistenceError] = []
    var timer: SaveTimer?
    var runBlocking: BlockingQueue?
    var stopWatching: [@Sendable () -> Void] = []
    /// How many entries the server does not have yet.
    var unsent = 0
    var offline: DocumentOffline?
    var pace = ServerPace()

    var anyReadOnly: PersistenceError? { readOnly ?? forbidden }

    /// Marks all stores as not up to date.
    mutating func markStale() { for number in members.keys { members[number]?.isStale = true } }
  }

  struct Files: Sendable {
    var log: any EntryLog
    var isOpen = false
    /// Whether saving and watching have begun.
    var isStarted = false
    /// Whether this process may change the files.
    var isWriting = false
    var seat: Seat?
    /// The author of the first store, and the errors that it reports, until it joins.
    var author: String?
    var issues: [PersistenceError] = []
    /// The checksum and the document of the readable file, as it was exported or merged last.
    var base: (digest: String, version: DocumentVersion<Model>)?
    /// The status of the readable file when it was last compared with the log, and the result.
    var seen: (status: FileStatus?, finding: FileFinding<Model>)?
    /// Whether a restoration of the readable file was reported and is not done yet.
    var isRestoring = false
    /// The checksum of the readable file with which a log begins, and whether the file has the
    /// content of the document.
    var begunFrom: (digest: String, isCurrent: Bool)?
    var hasLog = true
    /// The identity of a log that was removed, until another log exists.
    var lostLog: String?

    /// The local copy of a document on a server.
    var copy: ServerCopy<Model>?

    var outbox: Outbox? {
      get { log as? Outbox }
      set { if let newValue { log = newValue } }
    }

    var file: FileLog? {
      get { log as? FileLog }
      set { if let newValue { log = newValue } }
    }
  }

  /// The path of the readable file, or of the local copy of a document on a server; nil in memory.
  public let path: String?
  /// The server; nil for a file.
  let server: (any DocumentServer)?
  /// The file system.
  public let storage: any Storage
  let initial: Model
  /// Its lock is taken before that of `shared`, and never while a store's lock is held.
  let files: Guarded<Files>
  let shared: Guarded<Shared>
  /// Its lock is taken before that of `files`, and held during requests to the server.
  let link = Guarded(ServerLink())

  /// Makes a log in memory, for a document that is not saved, and for tests.
  /// - Parameter initial: The document to begin with.
  public init(memory initial: Model = Model()) {
    (path, server, storage, self.initial) = (nil, nil, SystemFiles(), initial)
    files = Guarded(Files(log: MemoryLog()))
    shared = Guarded(Shared(content: Content(initial)))
  }

  /// Makes a log beside a file. Reads and creates nothing yet.
  /// - Parameters:
  ///   - path: A JSON file, which need not exist. Beside it there is a folder `NAME.log`.
  ///   - initial: The document to begin with if there is no file.
  ///   - storage: The file system; a test passes another one.
  public convenience init(
    file path: String, initial: Model = Model(), storage: any Storage = SystemFiles()
  ) {
    self.init(path, nil, initial, storage)
  }

  /// Makes a log on a server, with a local copy. Reads and creates nothing yet.
  ///
  /// A change is in the *outbox*, a file in the folder `NAME.log`, when its `dispatch` returns. It
  /// is sent to the server in the background. While the server is not reached, the program goes on.
  /// If others appended entries first, these are applied first, and the waiting changes are applied
  /// again after them, without commands.
  /// - Parameters:
  ///   - server: The server, and the document on it.
  ///   - path: The path of the local copy. The processes of this machine that use the same document
  ///     share it.
  ///   - initial: The document to begin with if the server has none.
  ///   - storage: The file system; a test passes another one.
  public convenience init(
    server: any DocumentServer, copy path: String, initial: Model = Model(),
    storage: any Storage = SystemFiles()
  ) {
    self.init(path, server, initial, storage)
  }

  private init(
    _ path: String, _ server: (any DocumentServer)?, _ initial: Model, _ storage: any Storage
  ) {
    (self.path, self.server, self.storage, self.initial) = (path, server, storage, initial)
    files = Guarded(Files(log: MemoryLog()))
    shared = Guarded(Shared(content: Content(initial)))
  }

  /// Returns another object for the same log, for one more participant of this process.
  func another() -> DocumentLog { DocumentLog(path ?? "", server, initial, storage) }

  /// The document's name in messages.
  var address: String { server?.address ?? path ?? "the document" }
  var format: DocumentFormat<Model> { DocumentFormat(path: address) }
  var loader: DocumentLoader<Model> {
    DocumentLoader(path: server?.address ?? path ?? "", storage: storage, initial: initial)
  }

  /// How many changes of this process the server does not have yet. They survive the end of the
  /// process.
  public var waiting: Int { shared.withLock { $0.unsent } }

  /// Why the newest changes are not saved; nil if no obstacle is known.
  public var failure: PersistenceError? {
    shared.withLock { $0.anyFailure }
  }

  /// Opens the log before its first store does, so that a program can end if that fails.
  ///
  /// Without this call, the first store opens the log. If that fails, the store has the error among
  /// its `startupFailures`, and does not save the document. `TerminalApp.run()` and `run(serving:)`
  /// throw that error; another program calls this method first.
  public func open() throws(PersistenceError) {
    try files.withLock { files throws(PersistenceError) in try open(&files, .write) }
  }

  // MARK: Members

  /// Adds a store, and opens the log for the first one.
  func join(
    _ mode: DocumentMode, dependencies: Dependencies, takeNews: @escaping @Sendable () -> Void,
    report: @escaping @Sendable (PersistenceError) -> Void
  ) throws(PersistenceError) -> Int {
    let (number, isFirst, issues) = try files.withLock { files throws(PersistenceError) in
      let isFirst = !files.isOpen
      try open(&files, mode)
      defer { (files.author, files.issues) = (nil, []) }
      let number = shared.withLock { [files] shared in
        let number = shared.nextMember
        shared.nextMember += 1
        shared.members[number] = Member(
          files.author ?? "tab-\(FileLog.newName())", files.outbox?.writer ?? FileLog.newName(),
          takeNews: takeNews, report: report)
        if shared.timer == nil {
          shared.timer = SaveTimer(
            dependencies.clock.scheduler, delay: .seconds(1), maximumWait: .seconds(1))
          shared.runBlocking = dependencies.makeBlockingQueue()
          shared.pace.runBlocking = dependencies.makeBlockingQueue()
          shared.pace.scheduler = dependencies.clock.scheduler
          shared.pace.date = dependencies.date
        }
        if let last = files.issues.last { shared.notice = last.description }
        return number
      }
      return (number, isFirst || !files.isStarted, files.issues)
    }
    for issue in issues { report(issue) }
    if isFirst, path != nil, mode == .write {
      files.withLock { $0.isStarted = true }
      startSaving()
    }
    return number
  }

  private func startSaving() {
    let (timer, runBlocking) = shared.withLock { ($0.timer, $0.runBlocking) }
    timer?.start { [weak self] in runBlocking? { [weak self] in self?.save() } }
    watch()
    // Exports a readable file that is missing or stale, and merges another program's version, at
    // once.
    runBlocking? { [weak self] in self?.checkForChanges() }
    if server != nil { exchangeSoon(isRetry: true) }
  }

  /// Removes a store. The last one saves everything, and closes the log.
  func leave(_ number: Int) {
    append(number, isRetry: true)
    if server != nil, shared.withLock({ $0.members.count == 1 }) { sendLast() }
    // The document is also saved when the first store ends, because the process may end before the
    // other stores do.
    let mustSave = shared.withLock { $0.members.keys.min() == number || $0.members.count == 1 }
    if mustSave { save(isLast: true) }
    let (failure, report): (PersistenceError?, (@Sendable (PersistenceError) -> Void)?) =
      files.withLock { files in
        let (member, isLast) = shared.withLock { shared in
          let member = shared.members.removeValue(forKey: number)
          shared.replaced[number] = nil
          return (member, shared.members.isEmpty)
        }
        let failure = isLast || member?.waiting.isEmpty == false ? self.failure : nil
        if isLast { close(&files) }
        return (failure, member?.report)
      }
    // A running exchange closes the connection itself.
    if server != nil, files.withLock({ !$0.isOpen }) {
      _ = link.withLockIfAvailable { Self.disconnect(&$0) }
    }
    if let failure { report?(failure) }
  }

  func close(_ files: inout Files) {
    let stops = shared.withLock { shared in
      shared.timer?.close()
      defer { (shared.timer, shared.runBlocking, shared.stopWatching) = (nil, nil, []) }
      (shared.pace, shared.offline) = (ServerPace(), nil)
      return shared.stopWatching
    }
    for stop in stops { stop() }
    files.copy?.replica.close()
    files.seat?.leave(storage)
    files.file?.close()
    if path != nil { files = Files(log: MemoryLog()) }
  }

  /// Brings a store's document up to date: to the content of the log, with the store's waiting
  /// changes.
  func update(_ state: inout DocumentState<Model>, of number: Int) {
    shared.withLock { shared in
      guard var member = shared.members[number] else { return }
      var content = shared.content
      for index in member.waiting.indices {
        content.apply(member.waiting[index].action, by: member.author)
        member.waiting[index].after = content
      }
      state.author = member.author
      state.access = shared.anyReadOnly.map { .readOnly($0.description) } ?? .writing
      state.failure = shared.anyFailure?.description
      state.isSaved = shared.failure == nil
      state.offline = shared.offline
      // Changes that are being sent do not count as waiting.
      let isSending = shared.offline == nil && shared.anyReadOnly == nil
      state.waiting =
        shared.failure != nil ? member.waiting.count : isSending ? 0 : shared.unsent
      if let own = shared.replaced.removeValue(forKey: number) { state.takeMessages(from: own) }
      if let notice = shared.notice { state.notice = notice }
      if let last = content.merged.last, last != state.content.merged.last, state.isJoined {
        let isOwn = content.steps[member.author]?.past.last?.name == Content.mergeName
        state.setMessage("Merged with the file", isUndoable: isOwn)
      }
      state.isJoined = true
      state.content = content
      member.isStale = false
      shared.members[number] = member
    }
  }

  /// Adds a change of a store to its waiting changes. Called under the store's lock.
  /// - Parameter after: The content after the change; nil if the store must be brought up to date.
  func enqueue(_ action: DocumentAction<Model>?, after: Content?, of number: Int) {
    shared.withLock { shared in
      let isReadOnly = shared.anyReadOnly != nil
      let hasFailed = shared.failure != nil || shared.offline != nil
      shared.members[number]?.enqueue(action, after, isReadOnly, hasFailed)
    }
  }

  /// Adds the change of a tool that has replaced the state to the store's waiting changes.
  /// Afterwards the store must be brought up to date. Called under the store's lock.
  /// - Parameter before: The document's state before the replacement.
  func enqueue(
    _ action: DocumentAction<Model>?, replacing before: DocumentState<Model>, of number: Int
  ) {
    enqueue(action, after: nil, of: number)
    // After several replacements, the state before the first has the messages.
    shared.withLock { shared in
      if shared.members[number] != nil, shared.replaced[number] == nil {
        shared.replaced[number] = before
      }
    }
  }

  /// Whether a store has changes to write, or is not up to date.
  func needsFlush(_ number: Int) -> Bool {
    shared.withLock { shared in
      shared.members[number].map { !$0.waiting.isEmpty || $0.isStale } ?? false
    }
  }

  /// Whether a store must be brought up to date.
  func isStale(_ number: Int) -> Bool { shared.withLock { $0.members[number]?.isStale ?? false } }

  /// Brings stale stores up to date, on other threads, and reports the collected errors. Called
  /// without a lock.
  func notify(except number: Int? = nil) {
    let (stale, reports, report) = shared.withLock { shared in
      defer { shared.reports = [] }
      let first = shared.members.min { $0.key < $1.key }?.value
      return (
        shared.members.filter { $0.key != number && $0.value.isStale }.map(\.value.takeNews),
        shared.reports, first?.report
      )
    }
    for issue in reports { report?(issue) }
    for takeNews in stale { takeNews() }
  }
}
