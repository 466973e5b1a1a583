import MillraceSystem

/// The content of a journal's files, from the first to the last valid line.
struct JournalScan: Sendable {
  struct Line: Sendable {
    /// The number of the line's action.
    let version: UInt64
    let schema: Int
    let bytes: ArraySlice<UInt8>
    let location: Place
  }

  struct Place: Equatable, Sendable {
    let path: String
    let offset: Int
  }

  /// The location of an unreadable part.
  struct Damage: Equatable, Sendable {
    let location: Place
    /// Whether the part is the end of the last line, whose writing was interrupted.
    let isTruncated: Bool
  }

  private(set) var lines: [Line] = []
  private(set) var marks: [SnapshotRecord] = []
  var damage: Damage?
  /// Damaged files whose lines are in the state's file.
  private(set) var damagedOldSegments: [String] = []

  init() {}

  /// - Parameter commit: The number of the last action in the state's file.
  init(_ journal: Journal, after commit: UInt64) throws(SystemError) {
    let segments = try journal.segments()
    for segment in segments {
      let bytes = try journal.storage.read(segment.path, from: 0)
      read(bytes[...], of: segment.path, from: 0, isLast: segment.path == segments.last?.path)
      if damage == nil { continue }
      guard let last = segment.last, last <= commit else { return }
      damagedOldSegments.append(segment.path)
      damage = nil
    }
  }

  /// Reads complete lines, up to the first that is not valid.
  /// - Returns: How many bytes were read.
  @discardableResult
  mutating func read(_ bytes: ArraySlice<UInt8>, of path: String, from offset: Int, isLast: Bool)
    -> Int
  {
    let decoder = JSONFormat.decoder()
    var rest = bytes
    while !rest.isEmpty {
      let location = Place(path: path, offset: offset + rest.startIndex - bytes.startIndex)
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let line = rest[..<(end ?? rest.endIndex)]
      guard let end, CheckedLine.hasValidChecksum(line), note(line, location, decoder) else {
        // A whole line in which only the line break differs is damage, not a torn end.
        let isTruncated = isLast && end == nil && !CheckedLine.hasValidChecksum(line.dropLast())
        damage = Damage(location: location, isTruncated: isTruncated)
        break
      }
      rest = rest[(end + 1)...]
    }
    return rest.startIndex - bytes.startIndex
  }

  private struct Head: Decodable {
    let version: UInt64?
    let schema: Int
  }

  private mutating func note(
    _ bytes: ArraySlice<UInt8>, _ location: Place, _ decoder: JSONDecoder
  ) -> Bool {
    let data = Data(bytes)
    guard let head = try? decoder.decode(Head.self, from: data) else { return false }
    if let version = head.version {
      lines.append(
        Line(version: version, schema: head.schema, bytes: bytes, location: location))
      return true
    }
    guard let mark = try? decoder.decode(SnapshotRecord.self, from: data) else { return false }
    marks.append(mark)
    return true
  }

  /// Whether there are actions that are in no snapshot known to the journal.
  var hasUnsavedActions: Bool {
    if !damagedOldSegments.isEmpty { return true }
    guard let last = lines.last else { return damage != nil }
    return damage != nil || !marks.contains { $0.snapshot >= last.version }
  }

  /// The size in bytes of the actions after a number.
  func size(after commit: UInt64) -> Int {
    lines.reduce(0) { $0 + ($1.version > commit ? $1.bytes.count : 0) }
  }
}
