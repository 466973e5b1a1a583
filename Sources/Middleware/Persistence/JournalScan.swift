import MillraceSystem

/// What a journal's files hold, read from the first to the last sound line.
struct JournalScan: Sendable {
  struct Line: Sendable {
    /// Of an action: its number, and the version of the state's type.
    let version: UInt64
    let schema: Int
    /// The inbox's entry that it came from.
    let entry: String?
    let bytes: ArraySlice<UInt8>
    let place: Place
  }

  struct Place: Equatable, Sendable {
    let path: String
    let offset: Int
  }

  /// What cannot be read.
  struct Damage: Equatable, Sendable {
    let place: Place
    /// It is the end of the last line, which was not written to its end.
    let isTornEnd: Bool
  }

  private(set) var lines: [Line] = []
  private(set) var marks: [SnapshotMark] = []
  var damage: Damage?
  /// Files that are damaged, and of which only undo has need.
  private(set) var spoiled: [String] = []

  init() {}

  /// - Parameter commit: That of the state's file.
  init(_ journal: Journal, after commit: UInt64) throws(SystemError) {
    let segments = try journal.segments()
    for segment in segments {
      let bytes = try journal.storage.read(segment.path, from: 0)
      read(bytes[...], of: segment.path, from: 0, isLast: segment.path == segments.last?.path)
      if damage == nil { continue }
      guard let last = segment.last, last <= commit else { return }
      spoiled.append(segment.path)
      damage = nil
    }
  }

  /// Reads lines that were written to their end, until one is not sound.
  /// - Returns: How many bytes were read.
  @discardableResult
  mutating func read(_ bytes: ArraySlice<UInt8>, of path: String, from offset: Int, isLast: Bool)
    -> Int
  {
    let decoder = JSONForm.decoder()
    var rest = bytes
    while !rest.isEmpty {
      let place = Place(path: path, offset: offset + rest.startIndex - bytes.startIndex)
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let line = rest[..<(end ?? rest.endIndex)]
      guard let end, CheckedLine.isSound(line), note(line, place, decoder) else {
        // Not where the line is whole, and only its end another.
        let isTorn = isLast && end == nil && !CheckedLine.isSound(line.dropLast())
        damage = Damage(place: place, isTornEnd: isTorn)
        break
      }
      rest = rest[(end + 1)...]
    }
    return rest.startIndex - bytes.startIndex
  }

  private struct Head: Decodable {
    let version: UInt64?
    let schema: Int
    let entry: String?
  }

  private mutating func note(
    _ bytes: ArraySlice<UInt8>, _ place: Place, _ decoder: JSONDecoder
  ) -> Bool {
    let data = Data(bytes)
    guard let head = try? decoder.decode(Head.self, from: data) else { return false }
    if let version = head.version {
      lines.append(
        Line(version: version, schema: head.schema, entry: head.entry, bytes: bytes, place: place))
      return true
    }
    guard let mark = try? decoder.decode(SnapshotMark.self, from: data) else { return false }
    marks.append(mark)
    return true
  }

  /// Whether there are actions that no snapshot of which the journal tells has.
  var hasUnsavedActions: Bool {
    if !spoiled.isEmpty { return true }
    guard let last = lines.last else { return damage.map { !$0.isTornEnd } ?? false }
    return damage != nil || !marks.contains { $0.snapshot >= last.version }
  }

  /// The bytes of the actions that come after one.
  func size(after commit: UInt64) -> Int {
    lines.reduce(0) { $0 + ($1.version > commit ? $1.bytes.count : 0) }
  }

  /// The inbox's entries that have been applied.
  var applied: Set<String> { Set(lines.compactMap(\.entry) + marks.flatMap(\.applied)) }
}
