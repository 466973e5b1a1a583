import MillraceSystem

/// Identifies a snapshot in a journal: the lines after it apply to that snapshot only.
struct SnapshotRecord: Codable, Equatable, Sendable {
  /// The checksum of the file's bytes.
  var digest = ""
  /// How many actions the snapshot includes.
  var snapshot: UInt64 = 0
  var schema = 0
}

/// A folder of lines, one for each action, and of files needed to read them:
///
/// - `lines` is the file being written; `lines-LAST` are earlier ones, named by the number of their
///   last action;
/// - `snapshot-NUMBER.json` is a copy of the state after that many actions, to restore the file.
///
/// A line is `{"sum":…,"version":12,"schema":1,"action":…}`, or a `SnapshotRecord` that is written
/// before the snapshot replaces the file.
struct Journal: Sendable {
  let folder: String
  let storage: any Storage
  private var file: Int32?
  /// The length of the valid part of the file.
  private var length = 0
  private var hasPartialLine = false
  /// The snapshot that was recorded last.
  private var lastRecorded: SnapshotRecord?
  /// Whether synchronizing the lines failed. A successful retry proves nothing, because the system
  /// reports a failure only once.
  private(set) var isUnreliable = false
  /// Whether all lines are on the device.
  private(set) var isSynchronized = true

  init(of path: Path, _ storage: any Storage) {
    folder = path.sibling("\(path.name).journal")
    self.storage = storage
  }

  var path: String { Path.join(folder, "lines") }

  func snapshotPath(_ commit: UInt64) -> String {
    Path.join(folder, "snapshot-\(Self.padded(commit)).json")
  }

  /// The files of lines, in order, with the number of their last action; nil for the one being
  /// written.
  func segments() throws(SystemError) -> [(last: UInt64?, path: String)] {
    let isThere = try storage.status(of: folder)?.kind == .folder
    let names = isThere ? try storage.names(in: folder).sorted() : []
    let closed = names.compactMap { name in Self.number(of: name, "lines-", "").map { ($0, name) } }
    return closed.map { (last: $0, path: Path.join(folder, $1)) }
      + (names.contains("lines") ? [(last: nil, path: path)] : [])
  }

  /// The numbers of the snapshots that are kept, in order.
  func keptSnapshots() -> [UInt64] {
    ((try? storage.names(in: folder)) ?? [])
      .compactMap { Self.number(of: $0, "snapshot-", ".json") }.sorted()
  }

  private static func padded(_ number: UInt64) -> String {
    String(repeating: "0", count: 20 - "\(number)".count) + "\(number)"
  }

  private static func number(of name: String, _ start: String, _ end: String) -> UInt64? {
    guard name.hasPrefix(start), name.hasSuffix(end) else { return nil }
    return UInt64(name.dropFirst(start.count).dropLast(end.count))
  }
}

// Writing.
extension Journal {
  /// Opens the file of lines, and creates it if missing.
  /// - Parameter mark: The snapshot that new lines follow.
  mutating func open(following mark: SnapshotRecord) throws(SystemError) {
    if file == nil {
      try storage.makeFolder(folder)
      let file = try storage.open(path, .any)
      do {
        length = try storage.status(of: file).size
      } catch {
        storage.close(file)
        throw error
      }
      self.file = file
      isSynchronized = false
    }
    // A file with lines already says which snapshot they follow.
    if length > 0 { return }
    try storage.synchronizeFolder(folder)
    try append(Self.line(of: mark))
  }

  /// Appends lines: all of them, or none.
  mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    guard let file else { return }
    try cutPartialLine()
    hasPartialLine = true
    try storage.writeAll(bytes, to: file, at: length)
    hasPartialLine = false
    length += bytes.count
    isSynchronized = false
  }

  /// Records a snapshot that is about to replace the file. A repeated attempt records it once.
  mutating func recordSnapshot(_ mark: SnapshotRecord) throws(SystemError) {
    if lastRecorded == mark { return }
    try append(Self.line(of: mark))
    try synchronize()
    lastRecorded = mark
  }

  /// Cuts off the remains of a failed write, which would stand between the lines.
  private mutating func cutPartialLine() throws(SystemError) {
    guard let file, hasPartialLine else { return }
    try storage.resize(file, to: length)
    hasPartialLine = false
  }

  /// - Returns: Whether there was something to synchronize.
  @discardableResult
  mutating func synchronize() throws(SystemError) -> Bool {
    guard let file, !isSynchronized else { return false }
    do {
      try storage.synchronize(file)
    } catch {
      isUnreliable = true
      throw error
    }
    isSynchronized = true
    return true
  }

  /// Whether the open file is still the one at the path.
  func isAtPath() -> Bool {
    guard let file else { return true }
    let status = (try? storage.status(of: path)) ?? nil
    return status != nil && status?.identity == (try? storage.status(of: file))?.identity
  }

  /// Closes the current file of lines, under a name with the number of its last action, and begins
  /// a new one. Does nothing if a file has that name, because it may still be needed.
  /// - Parameters:
  ///   - last: The number of the last action in the current file.
  ///   - mark: The snapshot that the new lines follow.
  mutating func rotate(after last: UInt64, following mark: SnapshotRecord) throws(SystemError) {
    let closed = "\(path)-\(Self.padded(last))"
    guard file != nil, try storage.status(of: closed) == nil else { return }
    try cutPartialLine()
    try synchronize()
    try storage.rename(path, to: closed)
    close()
    try open(following: mark)
  }

  mutating func close() {
    file.map { storage.close($0) }
    file = nil
    (lastRecorded, hasPartialLine) = (nil, false)
  }

  /// Marks the written lines as unreliable until the state is saved.
  mutating func markUnreliable() {
    if !isAtPath() { close() }
    isUnreliable = true
  }

  mutating func markReliable() { isUnreliable = false }

  /// Removes the lines and snapshots that are older than a snapshot.
  func prune(before commit: UInt64) throws(SystemError) {
    // Snapshots first: a replay begins with the oldest one, and needs all lines after it. A kill in
    // between leaves only unneeded lines.
    for kept in keptSnapshots() where kept < commit { try storage.remove(snapshotPath(kept)) }
    for case (let last?, let path) in try segments() where last <= commit {
      try storage.remove(path)
    }
  }

  static func line(of mark: SnapshotRecord) -> [UInt8] {
    // A value of four plain fields always encodes.
    CheckedLine.make(Array((try? JSONFormat.encoder().encode(mark)) ?? Data("{}".utf8)))
  }
}

extension Journal {
  /// Keeps a copy of a snapshot, because another program may damage the file in place, and removes
  /// what is older. Without room for the copy, the older one and its lines stay.
  func keep(_ snapshot: [UInt8], as commit: UInt64) throws(SystemError) {
    try storage.remove(snapshotPath(commit))
    if (try? storage.makeFile(snapshotPath(commit), snapshot)) != nil {
      return try prune(before: commit)
    }
    try storage.remove(snapshotPath(commit))
  }
}
