import MillraceStore
import MillraceSystem

/// The entries of a process that its server may not have yet, in the file of the process's seat: a
/// file that one process at a time locks.
///
/// The first line names the writer, and the last position that the server had when the file was
/// begun; each later line is an entry with its position. An entry waits until the server is known
/// to have it; sending does not change the file. The next process on the seat sends the entries
/// that this one leaves.
struct Outbox: EntryLog {
  private struct Head: Codable {
    /// Identifies the writer among those of all machines. The same name is the author of this
    /// process's first store.
    var writer: String
    var position: UInt64
  }

  /// A line that is not an entry. It has the last position that the server is known to have, or it
  /// says that the next entries replace all entries before them.
  private struct Line: Decodable {
    var known: UInt64?
    /// How many of the next lines are the entries that replace all entries before this line.
    var replaces: Int?
  }

  private let seat: Seat
  private let path: String
  private let storage: any Storage
  private(set) var writer = ""
  /// The position of the last entry.
  private(set) var last: UInt64 = 0
  /// The last position that the server has according to the file.
  private var known: UInt64 = 0
  /// How many entries the server may not have yet.
  private(set) var count = 0
  /// The offsets at which the waiting entries begin, and at which the last line ends, in bytes.
  private var (start, end) = (0, 0)
  /// Whether a failed write may have left bytes behind the last entry.
  private var hasPartialEntry = false
  /// Whether synchronizing failed. A successful retry proves nothing, because the system reports a
  /// failure only once.
  private var isUnreliable = false
  private var repairs: [PersistenceError] = []

  /// How many bytes are read at once.
  private static var partSize: Int { 1_000_000 }

  /// Reads the outbox of a seat.
  /// - Parameters:
  ///   - now: The time since 1970 in microseconds.
  ///   - known: Given a writer, returns the last of its positions that the server is known to have.
  init(
    _ seat: Seat, _ storage: any Storage,
    at now: UInt64 = UInt64(timeSince1970() / .microseconds(1)), known: (_ writer: String) -> UInt64
  ) throws(PersistenceError) {
    (self.seat, self.storage, path) = (seat, storage, seat.path)
    let bytes = try attempt({ .cannotRead(path: seat.path, reason: $0) }) {
      try storage.read(seat.path, from: 0)
    }
    let lines = Self.lines(in: bytes[...])
    guard let first = lines.first, let head = try? JSONFormat.decode(Head.self, from: first) else {
      (writer, last) = (FileLog.newName(), now)
      if !bytes.isEmpty { try setAside(bytes[...]) }
      try clear()
      return
    }
    (writer, last) = (head.writer, head.position)
    let decoder = JSONFormat.decoder()
    (start, end) = (first.endIndex + 1, first.endIndex + 1)
    var isTornRewrite = false
    for (index, line) in lines.enumerated().dropFirst() {
      if let entry = Self.entry(line) {
        (last, count, end) = (entry.position, count + 1, line.endIndex + 1)
        continue
      }
      guard let found = try? decoder.decode(Line.self, from: Data(line)) else { break }
      if let replaces = found.replaces {
        // If not all of the replacing entries were written, the entries before them stay valid.
        isTornRewrite = lines.count - index - 1 < replaces
        if isTornRewrite { break }
        (start, count) = (line.endIndex + 1, 0)
      }
      end = line.endIndex + 1
      if let position = found.known { self.known = position }
    }
    hasPartialEntry = end < bytes.count
    if !isTornRewrite, bytes[end...].contains(UInt8(ascii: "\n")) {
      try setAside(bytes[end...])
      try attempt({ .cannotWrite(path: seat.path, reason: $0) }) {
        try storage.resize(seat.file, to: end)
      }
      hasPartialEntry = false
    }
    try acknowledge(through: max(known(writer), self.known))
    // Positions continue from the current time, so that an outbox restored from a backup does not
    // use a position again.
    last = max(last, now)
  }

  /// Saves damaged lines to another file, and reports them.
  private mutating func setAside(_ bytes: ArraySlice<UInt8>) throws(PersistenceError) {
    let copy = try keep(bytes, as: "damaged-\(UInt32.random(in: 0 ... .max))")
    repairs.append(.logDamaged(path: path, movedTo: copy, recovered: last, bytes: bytes.count))
  }

  /// Returns the lines at the beginning of some bytes, without their line breaks, up to the first
  /// that is damaged or incomplete.
  private static func lines(in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var (lines, rest): ([ArraySlice<UInt8>], ArraySlice<UInt8>) = ([], bytes)
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")),
      CheckedLine.hasValidChecksum(rest[..<end])
    {
      lines.append(rest[..<end])
      rest = rest[(end + 1)...]
    }
    return lines
  }

  /// Calls a body with each waiting line, and the offset at which it ends, until the body returns
  /// false.
  private func forEachLine(
    _ body: (_ line: ArraySlice<UInt8>, _ end: Int) throws(PersistenceError) -> Bool
  ) throws(PersistenceError) {
    var (offset, size) = (start, Self.partSize)
    while offset < end {
      let limit = min(size, end - offset)
      let bytes = try attempt({ .cannotRead(path: path, reason: $0) }) {
        try storage.read(path, from: offset, limit: limit)
      }
      let lines = Self.lines(in: bytes[...])
      for line in lines {
        offset += line.count + 1
        if try !body(line, offset) { return }
      }
      // An entry may be longer than `partSize`.
      size = lines.isEmpty ? size * 2 : Self.partSize
      if lines.isEmpty, limit < size / 2 {
        throw .cannotRead(path: path, reason: "another program has changed it")
      }
    }
  }

  private static let positionStart = Array(#""position":"#.utf8)

  /// - Returns: Nil for a line that is no entry.
  private static func entry(_ line: ArraySlice<UInt8>) -> ServerEntry? {
    let text = CheckedLine.content(of: line)
    guard text.starts(with: positionStart) else { return nil }
    let digits = text.dropFirst(positionStart.count).prefix { $0 != UInt8(ascii: ",") }
    return UInt64(String(decoding: digits, as: UTF8.self)).map {
      ServerEntry(position: $0, text: String(decoding: text, as: UTF8.self))
    }
  }

  // MARK: Waiting entries

  /// Calls a body with each waiting entry, until the body returns false.
  func forEach(
    _ body: (ServerEntry) throws(PersistenceError) -> Bool
  ) throws(PersistenceError) {
    if count == 0 { return }
    try forEachLine { line, _ throws(PersistenceError) in
      guard let entry = Self.entry(line) else { return true }
      return try body(entry)
    }
  }

  /// Returns the first waiting entries, of about 1 MB together.
  /// - Parameter limit: The most entries to return.
  func first(_ limit: Int) throws(PersistenceError) -> [ServerEntry] {
    var (entries, size): ([ServerEntry], Int) = ([], 0)
    try forEach { entry in
      entries.append(entry)
      size += entry.text.utf8.count
      return entries.count < limit && size < Self.partSize
    }
    return entries
  }

  /// Removes the entries up to a position from those that wait, because the server has them. If
  /// none is left, begins the file again.
  mutating func acknowledge(through position: UInt64) throws(PersistenceError) {
    last = max(last, position)
    if count == 0 { return }
    var (begin, done) = (start, 0)
    try forEachLine { line, end in
      let entry = Self.entry(line)
      if let entry, entry.position > position { return false }
      if entry != nil { done += 1 }
      begin = end
      return true
    }
    (start, count) = (begin, count - done)
    if count == 0 { return try clear() }
    // The file keeps the position, because the server forgets it when the document is deleted and
    // begun again.
    if done == 0 || position <= known { return }
    known = position
    try write(CheckedLine.make(#"{"known":\#(position)}"#.utf8))
  }

  /// Begins the file again, without entries.
  private mutating func clear() throws(PersistenceError) {
    let head = try attempt({ .cannotEncode(path: path, reason: $0) }) {
      CheckedLine.make(try JSONFormat.encode(Head(writer: writer, position: last)))
    }
    // If the process is killed between these two calls, the head is followed by the rest of the old
    // file, whose entries the server has.
    try attempt({ .cannotWrite(path: path, reason: $0) }) {
      try storage.writeAll(head, to: seat.file)
      try storage.resize(seat.file, to: head.count)
    }
    (start, end, count) = (head.count, head.count, 0)
    (hasPartialEntry, isUnreliable) = (false, false)
  }

  // MARK: The log

  var number: UInt64 { last }

  mutating func takeRepairs() -> [PersistenceError] {
    defer { repairs = [] }
    return repairs
  }

  func read() -> LogBatch? { LogBatch() }

  func begin(_ snapshot: LogSnapshot, export: String?, previous: String?) {}

  mutating func append(
    _ entries: [[UInt8]], after number: UInt64
  ) throws(PersistenceError) -> AppendAnswer {
    try write(lines(entries))
    last += UInt64(entries.count)
    count += entries.count
    return .appended
  }

  private func lines(_ entries: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, entry) in entries.enumerated() {
      CheckedLine.append(to: &bytes) { bytes in
        bytes += Self.positionStart
        bytes += "\(last + UInt64(index) + 1),".utf8
        bytes += entry
      }
    }
    return bytes
  }

  /// Writes the given entry, if any, and then the waiting entries again, with new positions. They
  /// replace all lines before them.
  mutating func rewrite(behind entry: [UInt8]?) throws(PersistenceError) {
    var waiting: [[UInt8]] = []
    try forEach { found in
      waiting.append(Array(found.text.utf8.drop { $0 != UInt8(ascii: ",") }.dropFirst()))
      return true
    }
    // If an earlier attempt failed after this point, the given entry already is the first that
    // waits.
    let entries = (waiting.first == entry ? [] : entry.map { [$0] } ?? []) + waiting
    let replacement = CheckedLine.make(#"{"replaces":\#(entries.count)}"#.utf8)
    let begin = end + replacement.count
    try write(replacement + lines(entries))
    last += UInt64(entries.count)
    (start, count) = (begin, entries.count)
    if count == 0 { try clear() }
  }

  /// Moves the first waiting entry to another file, because the server refuses it.
  /// - Returns: The path of that file.
  mutating func refuse(_ entry: ServerEntry) throws(PersistenceError) -> String {
    let copy = try keep("{\(entry.text)\n".utf8, as: "refused-\(entry.position)")
    try acknowledge(through: entry.position)
    return copy
  }

  /// Writes a file beside the outbox. Keeps an existing file with the name, which a process wrote
  /// before it was killed.
  private func keep(
    _ bytes: some Sequence<UInt8>, as name: String
  ) throws(PersistenceError) -> String {
    let copy = Path(path).sibling("\(name)-\(Path(path).name)")
    try attempt({ .cannotWrite(path: copy, reason: $0) }) {
      if !storage.exists(copy) { try storage.makeFile(copy, Array(bytes)) }
    }
    return copy
  }

  private mutating func write(_ bytes: [UInt8]) throws(PersistenceError) {
    try attempt({ .cannotWrite(path: path, reason: $0) }) {
      // If another program has removed the file, its content is lost when this process ends.
      let named = try storage.status(of: path)?.identity
      if try named != storage.status(of: seat.file).identity {
        throw PersistenceError.cannotWrite(path: path, reason: "the file was removed")
      }
      if hasPartialEntry { try storage.resize(seat.file, to: end) }
      hasPartialEntry = true
      try storage.writeAll(bytes, to: seat.file, at: end)
      hasPartialEntry = false
    }
    end += bytes.count
  }

  /// Synchronizes the file, unless the server has all entries.
  mutating func synchronize() throws(PersistenceError) {
    if count == 0 { return }
    try attempt({ .cannotWrite(path: path, reason: $0) }) {
      if isUnreliable {
        throw PersistenceError.cannotWrite(
          path: path, reason: "what was written is not on the device")
      }
      isUnreliable = true
      try storage.synchronize(seat.file)
      isUnreliable = false
    }
  }
}
