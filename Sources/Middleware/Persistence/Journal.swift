import MillraceSystem

/// Names a snapshot in a journal: lines that follow it belong to it and to no other.
struct SnapshotMark: Codable, Equatable, Sendable {
  /// The checksum of the file's bytes.
  var digest = ""
  /// How many actions it has in it.
  var snapshot: UInt64 = 0
  var schema = 0
  /// The inbox's entries that are in it, and may still be there.
  var applied: [String] = []
}

/// A folder of lines, one an action, and of what is needed to read them:
///
/// - `lines` is written; `lines-LAST` were written before it, up to an action's number;
/// - `snapshot-NUMBER.json` is the state after so many actions, for undo's sake;
/// - `inbox` has the actions that others want applied.
///
/// A line is `{"sum":…,"version":12,"schema":1,"action":…}`, or the mark of a snapshot that was about to take the
/// file's name.
struct Journal: Sendable {
  let folder: String
  let storage: any Storage
  private var file: Int32?
  /// Up to here the file is sound.
  private var length = 0
  private var isTorn = false
  /// The snapshot that it told of last.
  private var announced: SnapshotMark?
  /// Lines could not be put on the device. To try that again proves nothing: the system tells it once.
  private(set) var isDoubtful = false
  /// All lines are on the device.
  private(set) var isSynchronized = true

  init(of path: Path, _ storage: any Storage) {
    folder = path.sibling("\(path.name).journal")
    self.storage = storage
  }

  var path: String { Path.join(folder, "lines") }
  var inbox: String { Path.join(folder, "inbox") }

  func snapshotPath(_ commit: UInt64) -> String {
    Path.join(folder, "snapshot-\(Self.padded(commit)).json")
  }

  /// The files of lines, in order, with the number of their last action; the one that is written has none.
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
  /// Opens the lines, made where they are missing.
  /// - Parameter mark: The snapshot that new lines follow.
  mutating func open(following mark: SnapshotMark) throws(SystemError) {
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
    // It tells already what its lines follow.
    if length > 0 { return }
    try storage.synchronizeFolder(folder)
    try append(Self.line(of: mark))
  }

  /// Appends lines: all of them, or none.
  mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    guard let file else { return }
    try cutTornEnd()
    isTorn = true
    try storage.writeAll(bytes, to: file, at: length)
    isTorn = false
    length += bytes.count
    isSynchronized = false
  }

  /// Tells of a snapshot that is about to take the file's name; where that fails again and again, once.
  mutating func announce(_ mark: SnapshotMark) throws(SystemError) {
    if announced == mark { return }
    try append(Self.line(of: mark))
    try synchronize()
    announced = mark
  }

  /// What a failure left would stand between the lines.
  private mutating func cutTornEnd() throws(SystemError) {
    guard let file, isTorn else { return }
    try storage.resize(file, to: length)
    isTorn = false
  }

  /// - Returns: Whether there was something to put on the device.
  @discardableResult
  mutating func synchronize() throws(SystemError) -> Bool {
    guard let file, !isSynchronized else { return false }
    do {
      try storage.synchronize(file)
    } catch {
      isDoubtful = true
      throw error
    }
    isSynchronized = true
    return true
  }

  /// Whether the lines still go to where the path leads.
  func isThere() -> Bool {
    guard let file else { return true }
    let status = (try? storage.status(of: path)) ?? nil
    return status != nil && status?.identity == (try? storage.status(of: file))?.identity
  }

  /// Begins another file of lines, unless there is no action in the present one: the file before it, which may not
  /// be needed less, would have the same name.
  /// - Parameters:
  ///   - last: The number of the last action in the present one.
  ///   - mark: The snapshot that the lines follow until there is another.
  mutating func rotate(after last: UInt64, following mark: SnapshotMark) throws(SystemError) {
    let closed = "\(path)-\(Self.padded(last))"
    guard file != nil, try storage.status(of: closed) == nil else { return }
    try cutTornEnd()
    try synchronize()
    try storage.rename(path, to: closed)
    close()
    try open(following: mark)
  }

  mutating func close() {
    file.map { storage.close($0) }
    file = nil
    (announced, isTorn) = (nil, false)
  }

  /// Until the state is saved, what was written counts for nothing.
  mutating func distrust() {
    if !isThere() { close() }
    isDoubtful = true
  }

  mutating func trust() { isDoubtful = false }

  /// Removes what is not needed to come from a snapshot to the present.
  func prune(before commit: UInt64) throws(SystemError) {
    // Snapshots first: a replay begins with the oldest one, and needs all lines after it. A kill in between leaves lines
    // that are not needed.
    for kept in keptSnapshots() where kept < commit { try storage.remove(snapshotPath(kept)) }
    for case (let last?, let path) in try segments() where last <= commit {
      try storage.remove(path)
    }
  }

  static func line(of mark: SnapshotMark) -> [UInt8] {
    // Four plain fields: it cannot fail.
    CheckedLine.make(Array((try? JSONForm.encoder().encode(mark)) ?? Data("{}".utf8)))
  }
}

// Undo's sake.
extension Journal {
  /// So many snapshots are kept at most.
  private static let keptLimit = 4

  /// Keeps a snapshot, and what is needed to come to it from an older one.
  /// - Parameters:
  ///   - path: The file that is the snapshot.
  ///   - mayDropAll: Whether nothing older is of use.
  ///   - isEnough: Whether what can be undone is known again when the actions since an older snapshot are applied.
  func keep(
    _ path: String, as commit: UInt64, mayDropAll: Bool, isEnough: (UInt64) -> Bool
  ) throws(SystemError) {
    try? storage.remove(snapshotPath(commit))
    // A file system without links has no undo across restarts.
    let isKept = (try? storage.link(path, to: snapshotPath(commit))) != nil
    if mayDropAll || !isKept { return try prune(before: commit) }
    var kept = keptSnapshots()
    if let start = kept.last(where: isEnough) {
      try prune(before: start)
      kept.removeAll { $0 < start }
    }
    // Of those in the middle, the one goes whose neighbours are nearest.
    while kept.count > Self.keptLimit {
      let middle = kept.indices.dropFirst().dropLast()
      guard
        let nearest = middle.min(by: { kept[$0 + 1] - kept[$0 - 1] < kept[$1 + 1] - kept[$1 - 1] })
      else { return }
      try storage.remove(snapshotPath(kept.remove(at: nearest)))
    }
  }
}
