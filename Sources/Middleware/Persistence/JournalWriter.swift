import MillraceStore
import MillraceSystem

/// A change of a plain state that becomes an entry of its log.
struct JournalEntry: Sendable {
  enum Content: Sendable {
    case action(any Encodable & Sendable)
    /// The whole saved part of the state, for a change that no action expresses.
    case state(any Encodable & Sendable)
  }

  /// The store's version after the change.
  let version: UInt64
  let content: Content
}

/// Writes the changes of one store to its log. It is not generic over state and action, because
/// unspecialized generic code would take twice the time.
struct JournalWriter: Sendable {
  /// The location of a snapshot in the log.
  struct SnapshotLocation: Sendable {
    /// The number of the last entry that the snapshot includes.
    let number: UInt64
    /// The location at which that entry ends, or the last entry before it if that entry could not
    /// be written; nil if the log has not begun.
    let end: FileLog.Location?
  }

  var log: FileLog
  let schema: Int
  /// The snapshot with which a new log begins, and the checksums for its head; nil once the log
  /// exists.
  var beginning: (snapshot: @Sendable () throws -> LogSnapshot, export: String?, previous: String?)?
  var isOpen = false
  /// Whether the state must be saved before the next entry, because an older program wrote the
  /// file.
  var needsState = false
  /// Whether writing failed, so that the entries wait for a retry.
  var hasFailed = false
  /// The last version of the store whose entry is written.
  var written: UInt64 = 0
  // The entries of one call of `write`. The array is kept between calls, to reuse its capacity.
  private var batch: [JournalEntry] = []

  /// The beginning of an action's entry.
  private let actionStart: [UInt8]

  init(log: FileLog, schema: Int) {
    (self.log, self.schema) = (log, schema)
    actionStart = Array("\"schema\":\(schema),\"action\":".utf8)
  }

  /// Whether the log may lose its entries, so that the state must be saved.
  var isUnusable: Bool { beginning == nil && (log.isUnreliable || !log.isAtPath) }

  /// Writes the pending entries up to a version. If that fails, they stay pending.
  mutating func write(
    _ pending: borrowing Guarded<[JournalEntry]>, through version: UInt64 = .max
  ) throws(PersistenceError) {
    pending.withLock { pending in
      if pending.last.map({ $0.version <= version }) != false { return swap(&batch, &pending) }
      let count = pending.prefix { $0.version <= version }.count
      batch += pending[..<count]
      pending.removeFirst(count)
    }
    guard let last = batch.last else { return }
    defer { batch.removeAll(keepingCapacity: true) }
    do throws(PersistenceError) {
      var lines: [[UInt8]] = []
      for entry in batch {
        do { lines.append(try text(of: entry)) } catch {
          throw .cannotEncode(path: log.path.text, reason: explain(error))
        }
      }
      try begin()
      guard case .appended = try log.append(lines, after: log.number) else {
        throw .cannotWrite(path: log.entriesPath, reason: "another program has removed it")
      }
    } catch {
      pending.withLock { [batch] in $0.insert(contentsOf: batch, at: 0) }
      hasFailed = true
      throw error
    }
    hasFailed = false
    written = max(written, last.version)
  }

  /// Returns the text of an entry in the form that `FileLog` appends.
  private func text(of entry: JournalEntry) throws -> [UInt8] {
    var bytes = actionStart
    switch entry.content {
    case .action(let action):
      try JSONFormat.append(action, to: &bytes)
    case .state(let state):
      let start = "\"writer\":\"\(Self.stateWriter)\",\"schema\":\(schema),\"version\":\(schema),"
      bytes = Array((start + "\"state\":").utf8)
      try JSONFormat.append(state, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// The name of the writer in entries that contain the whole saved part of the state.
  static let stateWriter = "state"

  /// Begins the log, if it does not exist yet.
  mutating func begin() throws(PersistenceError) {
    guard let beginning else { return }
    // An error may come after the log has begun.
    defer { if log.head != nil { self.beginning = nil } }
    let snapshot = try attempt({ .cannotEncode(path: log.path.text, reason: $0) }) {
      try beginning.snapshot()
    }
    try StateFile.makeFolders(log.folder, log.storage)
    try log.hold()
    try log.begin(snapshot, export: beginning.export, previous: beginning.previous)
  }

  mutating func synchronize() throws(PersistenceError) {
    if beginning == nil { try log.synchronize() }
  }

  /// Called after a snapshot of a version of the store is written.
  mutating func didSave(_ version: UInt64) {
    (hasFailed, needsState) = (false, false)
    written = max(written, version)
  }

  mutating func close() {
    log.close()
    log.release()
    isOpen = false
  }
}
