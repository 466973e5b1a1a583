import MillraceSystem

/// An ordered list of entries, to which several participants append, and a snapshot of what the first
/// of them lead to.
///
/// Each method is called by one thread of a process at a time. A log on a server answers an append
/// later: then ``append(_:after:)`` returns ``AppendAnswer/later``, and ``read()`` returns the entries
/// once they are in the log.
protocol EntryLog: Sendable {
  /// The number of the last entry that was read or appended.
  var number: UInt64 { get }
  /// What had to be repaired, to report; it is forgotten then.
  mutating func takeRepairs() -> [PersistenceError]
  /// Reads what is new since the last call.
  /// - Returns: Nil if there is no log yet.
  mutating func read() throws(PersistenceError) -> LogPage?
  /// Begins a log, unless another participant has begun it.
  /// - Parameters:
  ///   - export: The checksum of a readable file with the snapshot; nil for none.
  ///   - previous: The checksum of a readable file of ours with an older content.
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
  /// The entries are on their way.
  case later
  /// There is no log any more.
  case gone
}

/// What is new in a log.
struct LogPage: Sendable {
  /// A snapshot to begin with; nil if the entries follow those that were read before.
  var snapshot: [UInt8]?
  var entries: [LogEntry] = []
}

/// An entry, as a line of JSON.
struct LogEntry: Sendable {
  let number: UInt64
  let author: String
  /// Distinguishes the stores that have been one author.
  let writer: String
  let schema: Int
  let line: Data
}

/// What the first entries of a log lead to.
struct LogSnapshot: Sendable {
  let number: UInt64
  let schema: Int
  /// The line in the log.
  let line: [UInt8]

  /// - Parameter bytes: A JSON object.
  init(number: UInt64, schema: Int, bytes: [UInt8]) {
    (self.number, self.schema, line) = (number, schema, CheckedLine.make(bytes))
  }
}

/// A log that keeps nothing: the stores of one process share what it leads to.
struct MemoryLog: EntryLog {
  private(set) var number: UInt64 = 0

  func takeRepairs() -> [PersistenceError] { [] }

  func read() -> LogPage? { LogPage() }

  func begin(_ snapshot: LogSnapshot, export: String?, previous: String?) {}

  mutating func append(_ entries: [[UInt8]], after number: UInt64) -> AppendAnswer {
    self.number += UInt64(entries.count)
    return .appended
  }

  func synchronize() {}
}
