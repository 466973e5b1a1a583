import MillraceSystem

/// A log in a folder `NAME.log` beside a readable file, which is exported from it.
///
/// The file `entries` has a line with its head, a line with a snapshot, and a line for each later
/// entry. A process that appends to a document's log locks the file `lock` for microseconds. A
/// process that journals a plain state keeps it locked while its store runs. The file `lock`
/// contains the number of the process that held the lock last. A save replaces `entries` by a new
/// generation with a newer snapshot, and exports the readable file. The last exports are kept as
/// `export-NUMBER`, because another program may have read an older one before it writes the file.
struct FileLog: EntryLog {
  /// The first line of a generation.
  struct Head: Codable, Equatable, Sendable {
    /// Identifies the log: another one may replace it.
    var log: String
    /// The number of the last entry that the snapshot includes.
    var number: UInt64
    var schema: Int
    /// The length of the snapshot's line in bytes; nil in a log of an older program.
    var length: Int?
    /// The checksum of the readable file that was exported with the snapshot; nil for none.
    var export: String?
    /// The checksum of the readable file before the export. That file stays if the process is
    /// killed. If there was no such file, this is the checksum of the new file, and only the next
    /// generation sets `export`, so that a file which was not written yet is not reported as gone.
    var previous: String?
    /// The number of the last entry that the readable file includes. It may be less than `number`,
    /// because a save does not write the file again if its content is the same.
    var exported: UInt64?
  }

  /// The end of the part of a generation that this process has read or written.
  struct Location: Equatable, Sendable {
    var identity: FileStatus.Identity
    /// The number of the last entry.
    var number: UInt64
    /// The length of that part, in bytes.
    var offset: Int
  }

  /// The path of the readable file, with links followed.
  let path: Path
  /// The name of the log's folder, beside the readable file.
  let folderName: String
  let folder: String
  let entriesPath: String
  private let lockPath: String
  let storage: any Storage
  var head: Head?
  var location: Location?
  /// The offset at which the entries of the generation begin, in bytes.
  var entriesStart = 0
  /// The file of the generation. It stays open, so that the system gives no other file its inode
  /// number.
  var file: Int32?
  /// The file `lock`, while this process keeps its lock; nil otherwise.
  private var held: Int32?
  var isSynchronized = true
  /// Whether a failed write may have left bytes behind the last entry.
  private var hasPartialEntry = false
  /// Whether synchronizing failed. A successful retry proves nothing, because the system reports a
  /// failure only once: a new generation is needed.
  var isUnreliable = false
  /// The repairs since the last call of ``takeRepairs()``.
  private var repairs: [PersistenceError] = []
  /// The most bytes of a head.
  private static var longestHead: Int { 1_000 }
  /// How often a lock is tried, about a millisecond apart.
  private static var patience: Int { 3_000 }

  init(_ path: Path, _ storage: any Storage) {
    self.path = path
    self.storage = storage
    folderName = "\(path.name).log"
    folder = path.sibling(folderName)
    entriesPath = Path.join(folder, "entries")
    lockPath = Path.join(folder, "lock")
  }

  var number: UInt64 { location?.number ?? 0 }

  /// The length of the entries since the snapshot, and that of head and snapshot, in bytes.
  var sizes: (entries: Int, snapshot: Int) {
    (max(0, (location?.offset ?? 0) - entriesStart), entriesStart)
  }

  mutating func close() {
    file.map { storage.close($0) }
    (file, location, head, hasPartialEntry) = (nil, nil, nil, false)
  }

  var exists: Bool { storage.exists(entriesPath) }

  mutating func takeRepairs() -> [PersistenceError] {
    defer { repairs = [] }
    return repairs
  }

  /// Whether the generation that is open is still the file at `entriesPath`.
  var isAtPath: Bool {
    ((try? storage.status(of: entriesPath)) ?? nil)?.identity == location?.identity
  }

  /// Whether the log has entries after its snapshot.
  var isBehind: Bool { number > head?.number ?? number }

  /// Whether the log exists, and its readable file may not have been written yet.
  var isUnexported: Bool { head != nil && head?.export == nil }

  /// Removes a log that is not needed.
  func remove() throws(PersistenceError) {
    if !exists { return }
    try attempt({ .cannotWrite(path: folder, reason: $0) }) { try storage.remove(entriesPath) }
  }

  // MARK: The lock

  /// Takes the lock, so that no other process changes the log until ``release()``.
  /// - Throws: `inUse` if another process holds the lock.
  mutating func hold() throws(PersistenceError) {
    release()
    held = try attempt({ .cannotWrite(path: folder, reason: $0) }) {
      try lockedFile(attempts: 50) ?? { throw PersistenceError.inUse(path: path.text) }()
    }
  }

  mutating func release() {
    held.map { storage.close($0) }
    held = nil
  }

  /// - Returns: The file `lock`; nil if another process still has its lock.
  private func lockedFile(attempts: Int) throws -> Int32? {
    let file = try storage.open(lockPath, .any)
    var isLocked = false
    defer { if !isLocked { storage.close(file) } }
    isLocked = try storage.lock(file, attempts: attempts)
    if !isLocked { return nil }
    // The number is only for messages: if it cannot be written, as on a full disk, nothing else
    // fails.
    try? storage.writeAll(Array("\(SystemFiles.processNumber)       \n".utf8.prefix(11)), to: file)
    return file
  }

  /// The number of the process that held the lock last.
  private var holder: String? {
    let text = (try? storage.read(lockPath, from: 0)).map { String(decoding: $0, as: UTF8.self) }
    return text?.split(separator: " ").first.map(String.init)
  }

  /// Calls a body while this process alone changes the log.
  mutating func locked<Result>(
    _ body: (inout FileLog) throws -> Result
  ) throws(PersistenceError) -> Result {
    try attempt({ .cannotWrite(path: folder, reason: $0) }) {
      if held != nil { return try body(&self) }
      guard let file = try lockedFile(attempts: Self.patience) else {
        throw PersistenceError.isLocked(
          path: path.text, process: holder)
      }
      defer { storage.close(file) }
      return try body(&self)
    }
  }

  // MARK: Reading

  mutating func read() throws(PersistenceError) -> LogBatch? {
    try attempt({ .cannotRead(path: folder, reason: $0) }) {
      while let status = try storage.status(of: entriesPath) {
        if let location, file != nil, location.identity == status.identity {
          if status.size == location.offset { return LogBatch() }
          if status.size < location.offset {
            // Another process removed entries that it could not write completely.
            close()
            continue
          }
          let bytes = try storage.read(entriesPath, from: location.offset)
          if try storage.status(of: entriesPath)?.identity != status.identity { continue }
          return LogBatch(entries: entries(in: bytes[...]))
        }
        return try readGeneration(status.identity)
      }
      return nil
    }
  }

  /// Reads a new generation. Returns its snapshot only if the snapshot includes entries that were
  /// not read before.
  /// - Parameter needsSnapshot: Whether the snapshot is read.
  /// - Returns: Nil if the log is gone, or if it cannot be read without the snapshot.
  private mutating func readGeneration(
    _ identity: FileStatus.Identity, needsSnapshot: Bool = true
  ) throws -> LogBatch? {
    // This fails for a process that may not write. Such a process keeps no file open, and reads
    // everything again each time.
    let opened = try? storage.open(entriesPath, .existing)
    var isKept = false
    defer { if !isKept, let opened { storage.close(opened) } }
    if let opened, try storage.status(of: opened).identity != identity { return try read() }
    let bytes = try storage.read(
      entriesPath, from: 0, limit: needsSnapshot ? .max : Self.longestHead)
    if try storage.status(of: entriesPath)?.identity != identity { return try read() }
    let newline = UInt8(ascii: "\n")
    let damage = PersistenceError.unreadable(
      path: entriesPath, movedTo: nil, reason: "it is damaged")
    // The head of a newer program may be longer than what was read.
    if !needsSnapshot, !bytes.contains(newline) { return nil }
    guard let headEnd = bytes.firstIndex(of: newline),
      CheckedLine.hasValidChecksum(bytes[..<headEnd]),
      let head = try? JSONFormat.decode(Head.self, from: bytes[..<headEnd]),
      head.number < UInt64.max / 2
    else { throw damage }
    var snapshot: ArraySlice<UInt8>?
    let end: Int
    if needsSnapshot {
      let line = bytes[(headEnd + 1)...].prefix { $0 != newline }
      guard CheckedLine.hasValidChecksum(line) else { throw damage }
      (snapshot, end) = (line, line.endIndex)
    } else if let length = head.length, (1..<Int(Int32.max)).contains(length) {
      end = headEnd + length
    } else {
      return nil
    }
    let rest = needsSnapshot ? bytes[end...] : try storage.read(entriesPath, from: end)[...]
    // The line break behind the snapshot is the first byte of `rest`.
    guard rest.first == newline else { throw damage }
    // The number of the last entry that was read means nothing in another log.
    let known = self.head?.log == head.log ? location?.number : nil
    close()
    isKept = true
    (self.head, file) = (head, opened)
    entriesStart = end + 1
    // The entries of a killed process may not be on the device.
    isSynchronized = rest.count == 1
    location = Location(identity: identity, number: head.number, offset: end + 1)
    var batch = LogBatch(entries: entries(in: rest.dropFirst()))
    hasPartialEntry = location.map { $0.offset < end + rest.count } ?? false
    if let known, known >= head.number {
      batch.entries.removeAll { $0.number <= known }
    } else {
      batch.snapshot = snapshot.map { Array($0) }
    }
    return batch
  }

  private static let numberStart = Array("\"number\":".utf8)
  /// The most bytes that the log adds to an entry.
  private static var longestEntryHead: Int { 64 }

  /// Returns the complete entries at the beginning of some bytes, and moves `location` behind them.
  private mutating func entries(in bytes: ArraySlice<UInt8>) -> [LogEntry] {
    let decoder = JSONFormat.decoder()
    var found: [LogEntry] = []
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Data(rest[..<end])
      guard CheckedLine.hasValidChecksum(rest[..<end]),
        let entry = LogEntry(line: line, with: decoder), entry.number == number + 1
      else { break }
      found.append(entry)
      rest = rest[(end + 1)...]
      location?.number = entry.number
    }
    location?.offset += bytes.count - rest.count
    return found
  }

  // MARK: Appending

  mutating func begin(
    _ snapshot: LogSnapshot, export: String?, previous: String?
  ) throws(PersistenceError) {
    try begin(snapshot, as: Self.newName(), export: export, previous: previous)
  }

  /// A random name for a log or a writer.
  static func newName() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

  /// Begins a log, unless there is one.
  /// - Parameters:
  ///   - name: The identity of the log.
  ///   - replaces: Whether an existing log is replaced.
  mutating func begin(
    _ snapshot: LogSnapshot, as name: String, export: String? = nil, previous: String? = nil,
    replaces: Bool = false
  ) throws(PersistenceError) {
    try StateFile.makeFolders(folder, storage)
    try locked { log in
      if log.exists, !replaces { return }
      let head = Head(
        log: name, number: snapshot.number,
        schema: snapshot.schema, length: snapshot.line.count, export: export, previous: previous)
      let new = try log.writeGeneration(head, snapshot)
      do { try log.name(new) } catch {
        log.storage.close(new.file)
        try? log.storage.remove(new.path)
        throw error
      }
      log.adopt(new, head)
      try log.synchronizeFolders([log.folder, log.path.folder])
    }
  }

  mutating func append(
    _ entries: [[UInt8]], after known: UInt64
  ) throws(PersistenceError) -> AppendAnswer {
    do {
      return try locked { log in
        // Nobody else changes a log whose lock is kept.
        if log.held != nil { return try log.write(entries) }
        guard let status = try log.storage.status(of: log.entriesPath) else { return .gone }
        guard log.file != nil, status.identity == log.location?.identity, known == log.number else {
          return .behind
        }
        return try log.append(entries, to: status)
      }
    } catch {
      // If the folder of the log was removed, taking the lock failed.
      if !exists { return .gone }
      throw error
    }
  }

  /// Appends an entry behind the last one, without reading the snapshot.
  /// - Parameter schema: The schema version of the entry.
  /// - Returns: False if the log is gone or damaged, a newer program has written to it, or an older
  ///   program has written its head.
  mutating func appendUnread(_ entry: [UInt8], schema: Int) throws(PersistenceError) -> Bool {
    try locked { log in
      guard let status = try log.storage.status(of: log.entriesPath),
        let batch = try log.readGeneration(status.identity, needsSnapshot: false),
        try !log.isDamaged(), let head = log.head,
        max(head.schema, batch.entries.last?.schema ?? 0) <= schema,
        case .appended = try log.append([entry], to: status)
      else { return false }
      return true
    }
  }

  /// Appends entries. Called while this process has the lock.
  private mutating func append(
    _ entries: [[UInt8]], to status: FileStatus
  ) throws -> AppendAnswer {
    guard let offset = location?.offset else { return .behind }
    let rest = status.size > offset ? try storage.read(entriesPath, from: offset - 1) : []
    if let first = rest.first, first != UInt8(ascii: "\n") {
      // The entries that this process read last were removed, and other entries replaced them.
      close()
      return .behind
    }
    if hasEntry(in: rest.dropFirst()) { return .behind }
    if rest.count > 1 { try cut(at: offset) }
    return try write(entries)
  }

  /// Writes entries behind the last one.
  private mutating func write(_ entries: [[UInt8]]) throws -> AppendAnswer {
    guard let offset = location?.offset else { return .behind }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.reduce(0) { $0 + $1.count + Self.longestEntryHead })
    for (index, entry) in entries.enumerated() {
      CheckedLine.append(to: &bytes) { [number] bytes in
        bytes += Self.numberStart
        bytes += String(number + UInt64(index) + 1).utf8
        bytes.append(UInt8(ascii: ","))
        bytes += entry
      }
    }
    let file = try openedFile()
    if hasPartialEntry { try storage.resize(file, to: offset) }
    hasPartialEntry = true
    do { try storage.writeAll(bytes, to: file, at: offset) } catch {
      // If the file cannot be shortened now, the next append cuts these bytes.
      hasPartialEntry = (try? storage.resize(file, to: offset)) == nil
      throw error
    }
    hasPartialEntry = false
    location?.offset += bytes.count
    location?.number += UInt64(entries.count)
    isSynchronized = false
    return .appended
  }

  /// Whether damaged lines follow the entries that can be read.
  func isDamaged() throws -> Bool {
    guard let location, let status = try storage.status(of: entriesPath),
      status.identity == location.identity, status.size > location.offset
    else { return false }
    let rest = try storage.read(entriesPath, from: location.offset)
    // Another process may have begun a new generation meanwhile.
    guard try storage.status(of: entriesPath)?.identity == location.identity else { return false }
    return !isTorn(rest) && !hasEntry(in: rest[...])
  }

  /// Whether some bytes are the beginning of a line whose writing was interrupted. A line that is
  /// complete except for a wrong line break counts as damaged instead.
  private func isTorn(_ bytes: [UInt8]) -> Bool {
    !bytes.contains(UInt8(ascii: "\n")) && !CheckedLine.hasValidChecksum(bytes.dropLast())
  }

  /// Cuts the bytes behind the last entry, if they are damaged.
  mutating func repair() throws(PersistenceError) {
    try locked { log in
      if try log.isDamaged(), let offset = log.location?.offset { try log.cut(at: offset) }
    }
  }

  private mutating func openedFile() throws(SystemError) -> Int32 {
    if let file { return file }
    let opened = try storage.open(entriesPath, .existing)
    file = opened
    return opened
  }

  /// Whether some bytes behind the last entry begin with the next entry.
  private func hasEntry(in bytes: ArraySlice<UInt8>) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      CheckedLine.hasValidChecksum(bytes[..<end])
    else { return false }
    let entry = LogEntry(line: Data(bytes[..<end]), with: JSONFormat.decoder())
    return entry?.number == number + 1
  }

  /// Cuts the bytes behind the last entry: the rest of an interrupted append, or damaged lines, of
  /// which a copy is kept.
  private mutating func cut(at offset: Int) throws {
    let rest = try storage.read(entriesPath, from: offset)
    if !isTorn(rest) {
      let copy = try StateFile(reading: path.text, storage).unusedPath(as: "log-damaged")
      try storage.makeFile(copy, rest)
      repairs.append(
        .logDamaged(
          path: entriesPath, movedTo: copy, recovered: number, bytes: rest.count))
    }
    let file = try openedFile()
    try storage.resize(file, to: offset)
    try storage.synchronize(file)
  }

  mutating func synchronize() throws(PersistenceError) {
    if isSynchronized { return }
    do throws(PersistenceError) {
      if isUnreliable {
        throw .cannotWrite(path: entriesPath, reason: "what was written is not on the device")
      }
      try attempt({ .cannotWrite(path: entriesPath, reason: $0) }) {
        try storage.synchronize(openedFile())
      }
    } catch {
      isUnreliable = true
      throw error
    }
    isSynchronized = true
  }

  /// Takes over the result of synchronizing a copy of this log.
  mutating func didSynchronize(_ copy: FileLog) {
    if location?.identity != copy.location?.identity { return }
    isUnreliable = isUnreliable || copy.isUnreliable
    if location == copy.location { isSynchronized = copy.isSynchronized }
  }
}

extension Storage {
  /// Takes the lock of a file; waits while another process has it.
  /// - Parameter attempts: How often to try, about a millisecond apart.
  /// - Returns: False if another process still has the lock.
  func lock(_ file: Int32, attempts: Int) throws(SystemError) -> Bool {
    for attempt in 1...max(attempts, 1) {
      if try lock(file) { return true }
      if attempt < attempts { SystemFiles.pause(microseconds: attempt < 10 ? 100 : 1_000) }
    }
    return false
  }
}
