/// A server that keeps the log of a document, for participants on many machines.
///
/// `MillracePostgres` has one for PostgreSQL; a test has one in memory.
public protocol DocumentServer: Sendable {
  /// The server and the document, without a password, for messages.
  var address: String { get }

  /// Connects to the document. Blocks the calling thread, for some seconds at most.
  /// - Parameter onNews: Called on any thread when others may have appended entries, and when the
  ///   connection is lost. A missing call only delays entries: the program also reads at intervals.
  /// - Returns: A connection, whose user may be allowed to read only.
  /// - Throws: `ServerError`. After `unreachable`, the program tries again.
  func connect(
    onNews: @escaping @Sendable () -> Void
  ) throws(ServerError) -> any ServerConnection
}

/// A connection to the log of one document. One thread at a time calls its methods, which block the
/// thread for some seconds at most.
///
/// Each method throws a `ServerError`. After `unreachable`, the program closes the connection, and
/// makes another one.
public protocol ServerConnection: Sendable {
  /// Why this user may not append entries; nil if that is allowed.
  var readOnly: String? { get }

  /// Reads the entry with a number and the entries after it, in the order of their numbers.
  /// - Parameter number: The number of the first entry to read. The log need not have this entry.
  /// - Returns: As many of the entries as the server sends at once, at least two if there are two;
  ///   nil if the document does not exist.
  /// - Throws: `refused` if the server has something that this program does not understand.
  func read(from number: UInt64) throws(ServerError) -> ServerBatch?

  /// Reads the newest snapshot; nil if the document does not exist.
  /// - Throws: `refused` if the server has something that this program does not understand.
  func snapshot() throws(ServerError) -> ServerSnapshot?

  /// Begins the document with a snapshot, unless another participant has begun it.
  /// - Parameter snapshot: The snapshot, with an identity for the log.
  /// - Throws: `forbidden` if this user may not begin a document.
  func begin(_ snapshot: ServerSnapshot) throws(ServerError)

  /// Appends entries behind the last one: all of them, or none, in one round trip. The server gives
  /// them their numbers, and notifies the other participants.
  /// - Parameters:
  ///   - entries: The entries, in the order of their positions.
  ///   - writer: The identity of the entries' writer.
  ///   - log: The identity of the log.
  ///   - number: The number of the last entry that the participant knows.
  /// - Returns: False if the server's log is another one, or ends before that entry.
  /// - Throws: `exists` if the server has an entry with that writer and position; `forbidden` if
  ///   this user may not append; `refused` if the server never accepts one of the entries.
  func append(
    _ entries: [ServerEntry], by writer: String, to log: String, after number: UInt64
  ) throws(ServerError) -> Bool

  /// Returns the position of the last entry that the log ever had from a writer; 0 if it had none.
  /// - Parameter writer: A writer of this or of another machine.
  /// - Throws: `ServerError`.
  func position(of writer: String) throws(ServerError) -> UInt64

  /// Replaces the server's snapshot by one that includes more entries, and removes old entries that
  /// nobody needs any more. Does nothing if the server's snapshot includes as many, or if the log
  /// is another one.
  /// - Parameter snapshot: The result of applying the log's entries up to the number of the
  ///   snapshot.
  /// - Throws: `forbidden` if this user may not save. Then another participant saves later.
  func save(_ snapshot: ServerSnapshot) throws(ServerError)

  /// Ends the connection.
  func close()
}

/// An entry on its way to a server.
public struct ServerEntry: Sendable {
  /// The number of the entry among those of its writer. It is greater than that of the writer's
  /// previous entry; there may be gaps.
  public let position: UInt64
  /// A JSON object without its first brace, on one line.
  public let text: String
}

/// Some of a log's entries, and the numbers of the last entries that the log and its snapshot
/// include.
public struct ServerBatch: Sendable {
  /// The identity of the log. It changes when the document is deleted and begun again.
  public var log: String
  /// The number of the last entry of the log.
  public var last: UInt64
  /// The number of the last entry that the snapshot includes.
  public var snapshot: UInt64
  /// The entries as they were appended, in the order of their numbers.
  public var entries: [(number: UInt64, text: String)]

  /// Makes a batch from its parts.
  /// - Parameters:
  ///   - log: The identity of the log.
  ///   - last: The number of the last entry of the log.
  ///   - snapshot: The number of the last entry that the snapshot includes.
  ///   - entries: The entries, in the order of their numbers.
  public init(
    log: String, last: UInt64, snapshot: UInt64, entries: [(number: UInt64, text: String)]
  ) {
    (self.log, self.last, self.snapshot, self.entries) = (log, last, snapshot, entries)
  }
}

/// The result of applying the entries of a log up to a number.
public struct ServerSnapshot: Sendable {
  /// The identity of the log.
  public var log: String
  /// The number of the last entry that the snapshot includes.
  public var number: UInt64
  /// A JSON object on one line.
  public var text: String

  /// Makes a snapshot from its parts.
  /// - Parameters:
  ///   - log: The identity of the log.
  ///   - number: The number of the last entry that the snapshot includes.
  ///   - text: A JSON object on one line.
  public init(log: String, number: UInt64, text: String) {
    (self.log, self.number, self.text) = (log, number, text)
  }
}

/// Why a request to a server failed.
public enum ServerError: Error, Equatable, Sendable {
  /// There is no connection, or the server cannot work at present. The program tries again.
  case unreachable(String)
  /// This user lacks a permission.
  case forbidden(String)
  /// The server never accepts one of the entries, or has something that this program does not
  /// understand.
  case refused(String)
  /// The server has an entry with that writer and position.
  case exists

  /// The reason, on one line.
  public var reason: String {
    switch self {
    case .unreachable(let reason), .forbidden(let reason), .refused(let reason): reason
    case .exists: "the entry is there already"
    }
  }
}
