import MillraceIdentifiedList

/// A line of a ``LogLines``.
public struct LogLine: Identifiable, Hashable, Sendable {
  /// The number of the line since the log began, from 0. It does not change when older lines are
  /// dropped.
  public let id: Int
  /// The text, with its control sequences.
  public let text: String
}

/// A log: lines are appended at the end, and the oldest are dropped beyond a limit.
///
/// ```swift
/// var lines = LogLines(maximumCount: 10_000)
/// lines.append("GET /items 200")
/// ```
///
/// It is a value, for use in a program's state. Lines are stored in blocks of at most 1,024 lines,
/// which copies share. While a copy exists, such as the one that the screen shows, the next append
/// copies only the last block (at most 64 KB and one line). The index of a line is its id.
public struct LogLines: Sendable {
  private var full: [FullLogBlock] = []
  private var last = LogBlock()
  /// The id of the oldest line.
  public private(set) var startIndex = 0
  /// The size of all lines in UTF-8 bytes, without line breaks.
  public private(set) var byteCount = 0
  /// The maximum number of lines. If there are more, the oldest are dropped.
  public let maximumCount: Int
  /// The maximum size of all lines in UTF-8 bytes. If they are larger, the oldest are dropped.
  public let maximumBytes: Int

  /// - Parameters:
  ///   - texts: the initial lines.
  ///   - maximumCount: the number of lines to keep, at least 1.
  ///   - maximumBytes: the bytes of text to keep. The newest line is always kept, whatever its
  ///     length.
  public init(
    _ texts: some Sequence<String> = [String](), maximumCount: Int = 1_000_000,
    maximumBytes: Int = 256 << 20
  ) {
    self.maximumCount = Swift.max(1, maximumCount)
    self.maximumBytes = maximumBytes
    append(contentsOf: texts)
  }

  /// The id of the newest line plus one.
  public var endIndex: Int { last.end }

  /// Appends a text. Line breaks (LF, CRLF) split it into lines; a line break at the end does not
  /// start another line.
  /// - Complexity: amortized O(length of `text`); when blocks are dropped, also O(*n* / 1,024) in
  ///   the number of lines.
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      repeat {
        let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
        let line = rest[..<end]
        append(line.last == 0x0D ? line.dropLast() : line)
        rest = rest[end...].dropFirst()
      } while !rest.isEmpty
    }
  }

  /// Appends texts, each as one or more lines.
  public mutating func append(contentsOf texts: some Sequence<String>) {
    for text in texts { append(text) }
  }

  private mutating func append(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
    last.bytes.append(contentsOf: line)
    last.ends.append(last.bytes.count)
    byteCount += line.count
    if last.ends.count == 1024 || last.bytes.count >= 1 << 16 {
      full.append(FullLogBlock(last))
      last = LogBlock(start: endIndex)
    }
    while count > 1, count > maximumCount || byteCount > maximumBytes {
      byteCount -= (full.first?.block ?? last).range(of: startIndex).count
      startIndex += 1
      if startIndex == full.first?.block.end { full.removeFirst() }
    }
  }

  /// The index of the full block that contains a line; the number of full blocks if the line is in
  /// the last block.
  private func position(of id: Int) -> Int { full.indices.lowerBound { full[$0].block.end > id } }

  func block(of id: Int) -> LogBlock {
    let position = position(of: id)
    return position < full.count ? full[position].block : last
  }

  /// The ids in a range of lines that pass all filters.
  func ids(in range: Range<Int>, passing filters: [LogFilter]) -> [Int] {
    var found: [Int] = []
    var id = range.lowerBound
    while id < range.upperBound {
      let block = block(of: id)
      block.bytes.withUnsafeBufferPointer { bytes in
        while id < Swift.min(range.upperBound, block.end) {
          let line = bytes[block.range(of: id)]
          if filters.allSatisfy({ $0.matches(line) }) { found.append(id) }
          id += 1
        }
      }
    }
    return found
  }

  /// Whether this log is `old` with lines appended, and possibly with its first lines dropped.
  /// - Complexity: O(log *n*) plus the size of one block.
  func continues(_ old: LogLines) -> Bool {
    guard old.endIndex <= endIndex, old.startIndex <= startIndex else { return false }
    // Each full block is created once: two logs with the same block have the same lines before it.
    if let block = old.full.last, block.block.end > startIndex {
      let position = position(of: Swift.max(startIndex, block.block.start))
      guard position < full.count, full[position] === block else { return false }
    }
    let first = Swift.max(old.last.start, startIndex)
    if first >= old.endIndex { return true }
    let block = block(of: first)
    return block.start == old.last.start && block.ends.starts(with: old.last.ends)
      && block.bytes.starts(with: old.last.bytes)
  }
}

/// Consecutive lines in one array of bytes.
struct LogBlock: Sendable {
  /// The id of the first line.
  var start = 0
  var bytes: [UInt8] = []
  /// The end offset of each line.
  var ends: [Int] = []

  var end: Int { start + ends.count }

  func range(of id: Int) -> Range<Int> {
    (id == start ? 0 : ends[id - start - 1])..<ends[id - start]
  }
}

/// A full block is a class, so that the array of blocks is small, and blocks can be compared by
/// identity.
private final class FullLogBlock: Sendable {
  let block: LogBlock

  init(_ block: LogBlock) { self.block = block }
}

extension LogLines: IdentifiedCollection {
  /// The line with an id, which must be one of `indices`.
  /// - Complexity: O(log *n*) plus the length of the line.
  public subscript(id: Int) -> LogLine {
    precondition(
      indices.contains(id), "Line \(id) is out of range: lines are \(startIndex)..<\(endIndex).")
    let block = block(of: id)
    return LogLine(id: id, text: String(decoding: block.bytes[block.range(of: id)], as: UTF8.self))
  }

  public func index(id: Int) -> Int? { indices.contains(id) ? id : nil }
}

extension LogLines: Equatable {
  /// Whether both logs have the same lines with the same ids.
  /// - Complexity: O(1) if the first or the last id differs; O(*n* / 1,024) for copies of one log;
  ///   otherwise O(*n*).
  public static func == (one: LogLines, other: LogLines) -> Bool {
    guard one.startIndex == other.startIndex, one.endIndex == other.endIndex else { return false }
    if one.full.elementsEqual(other.full, by: ===), one.last.ends == other.last.ends,
      one.last.bytes == other.last.bytes
    {
      return true
    }
    return one.elementsEqual(other)
  }
}
