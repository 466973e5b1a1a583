import MillraceSystem

/// An ordered list of entries, to which several participants append, and a snapshot, which is the
/// result of applying the entries up to a number.
///
/// Each method is called by one thread of a process at a time. For a document on a server, the log
/// is an ``Outbox``.
protocol EntryLog: Sendable {
  /// The number of the last entry that was read or appended.
  var number: UInt64 { get }
  /// Returns the repairs since the last call, to report them.
  mutating func takeRepairs() -> [PersistenceError]
  /// Reads the entries that are new since the last call.
  /// - Returns: Nil if there is no log yet.
  mutating func read() throws(PersistenceError) -> LogBatch?
  /// Begins a log, unless another participant has begun it.
  /// - Parameters:
  ///   - export: The checksum of a readable file with the snapshot; nil for none.
  ///   - previous: The checksum of a readable file with other content, which this log may replace;
  ///     nil for none.
  mutating func begin(
    _ snapshot: LogSnapshot, export: String?, previous: String?
  ) throws(PersistenceError)
  /// Appends entries: all of them, or none. They survive a kill of the process.
  /// - Parameters:
  ///   - entries: JSON objects without their first brace; the log adds their numbers.
  ///   - number: The number of the last entry that the caller knows.
  mutating func append(
    _ entries: [[UInt8]], after number: UInt64
  ) throws(PersistenceError) -> AppendAnswer
  /// Returns when all entries are on the device.
  mutating func synchronize() throws(PersistenceError)
}

/// The answer to an append.
enum AppendAnswer: Sendable {
  /// The entries are in the log.
  case appended
  /// Nothing is appended: others have appended entries, which must be read first.
  case behind
  /// There is no log any more.
  case gone
}

/// The content of a log that was not read before.
struct LogBatch: Sendable {
  /// A snapshot to begin with; nil if the entries follow those that were read before.
  var snapshot: [UInt8]?
  var entries: [LogEntry] = []
}

/// An entry, as a line of JSON.
struct LogEntry: Sendable {
  let number: UInt64
  let author: String
  /// Identifies the store that appended the entry: several stores may have the same author.
  let writer: String
  let schema: Int
  /// The number of the entry among those of its writer; nil in a log without a server.
  let position: UInt64?
  let line: Data

  private struct Head: Decodable {
    let number: UInt64
    let author: String?
    let writer: String?
    let schema: Int
    let position: UInt64?
  }

  /// - Returns: Nil if the line is no entry.
  init?(line: Data, with decoder: JSONDecoder) {
    guard let head = try? decoder.decode(Head.self, from: line) else { return nil }
    (number, schema, position, self.line) = (head.number, head.schema, head.position, line)
    (author, writer) = (head.author ?? "", head.writer ?? "")
  }

  /// Makes an entry from its text on a server or in an outbox.
  /// - Parameter text: The JSON object, without its first brace and its number.
  /// - Returns: Nil if the text is not a valid entry on one line.
  init?(number: UInt64, text: String, with decoder: JSONDecoder) {
    self.init(line: Data("{\"number\":\(number),\(text)".utf8), with: decoder)
    let isPossible = position ?? 0 < UInt64(Int64.max)
    if self.number != number || !isPossible || text.utf8.contains(UInt8(ascii: "\n")) { return nil }
  }
}

/// The result of applying the entries of a log up to `number`.
struct LogSnapshot: Sendable {
  let number: UInt64
  let schema: Int
  /// The snapshot as a line of the log, with its checksum and line break.
  let line: [UInt8]

  /// - Parameter bytes: A JSON object.
  init(number: UInt64, schema: Int, bytes: [UInt8]) {
    (self.number, self.schema, line) = (number, schema, CheckedLine.make(bytes))
  }

  /// - Parameter line: The line in another log, without its line break.
  /// - Returns: Nil if it is damaged.
  init?(number: UInt64, schema: Int, line: some Sequence<UInt8>) {
    let line = Array(line)
    guard CheckedLine.hasValidChecksum(line[...]), !line.contains(UInt8(ascii: "\n")) else {
      return nil
    }
    (self.number, self.schema, self.line) = (number, schema, line + [UInt8(ascii: "\n")])
  }
}

/// A log that keeps no entries: the stores of one process share the content in memory.
struct MemoryLog: EntryLog {
  private(set) var number: UInt64 = 0

  func takeRepairs() -> [PersistenceError] { [] }

  func read() -> LogBatch? { LogBatch() }

  func begin(_ snapshot: LogSnapshot, export: String?, previous: String?) {}

  mutating func append(_ entries: [[UInt8]], after number: UInt64) -> AppendAnswer {
    self.number += UInt64(entries.count)
    return .appended
  }

  func synchronize() {}
}
