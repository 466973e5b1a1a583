import Dispatch
import MillraceStore
import MillraceStoreTesting
import MillraceSystem
import TestSupport
import Testing

@testable import MillraceMiddleware
@testable import MillracePostgres

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An address of a database whose tables these tests may delete.
private let server = getenv("MILLRACE_POSTGRES").map { String(cString: $0) }

/// A connection that runs any statement.
private final class Administrator: Sendable {
  private let link: Guarded<PostgresLink>

  init(_ link: sending PostgresLink) { self.link = Guarded(link) }

  @discardableResult
  func run(_ statement: String) throws(ServerError) -> [[String?]] {
    try link.withLock { link throws(ServerError) in try link.run(statement) }.map(\.values)
  }
}

@Suite(
  "Documents on a PostgreSQL server",
  .enabled(if: server != nil, "MILLRACE_POSTGRES has no address"), .serialized,
  .timeLimit(.minutes(5)))
struct PostgresConnectionTests {
  /// The schema of a test, which has tables of its own.
  private let schema: String
  private let admin: Administrator

  init() throws {
    schema = "test_\(UInt64.random(in: 0...UInt64.max))"
    let address = try #require(PostgresAddress(server ?? ""))
    admin = Administrator(try PostgresLink(to: address))
    try admin.run("create schema \(schema)")
    try admin.run("set search_path to \(schema)")
  }

  private func address(_ options: String = "", as user: String? = nil) -> String {
    let user = user.map { "&user=\($0)" } ?? ""
    return "\(server ?? "")\(user)&options=-csearch_path%3D\(schema)\(options)"
  }

  private func connect(
    _ document: String = "list", as user: String? = nil,
    onNews: @escaping @Sendable () -> Void = {}
  ) throws(ServerError) -> any ServerConnection {
    try PostgresServer(address: address(as: user), document: document).connect(onNews: onNews)
  }

  private func connectAndBegin(_ document: String = "list") throws -> any ServerConnection {
    let connection = try connect(document)
    try connection.begin(ServerSnapshot(log: "L", number: 0, text: "{}"))
    return connection
  }

  /// Makes a user who may only look at the schema.
  private func makeUser() throws -> String {
    let user = "user_\(UInt64.random(in: 0...UInt64.max))"
    try admin.run("create role \(user) login")
    try admin.run("grant usage on schema \(schema) to \(user)")
    return user
  }

  private func entries(_ positions: ClosedRange<UInt64>, _ text: String = "\"a\":1}")
    -> [ServerEntry]
  {
    positions.map { ServerEntry(position: $0, text: text) }
  }

  private func numbers() throws -> [String?] {
    try admin.run("select number from millrace_entries order by number").map { $0[0] }
  }

  @Test("a new database gets its tables; a document does not exist until it begins")
  func begin() throws {
    let connection = try connect()
    #expect(connection.readOnly == nil)
    #expect(try connection.read(from: 0) == nil)
    #expect(try connection.snapshot() == nil)
    #expect(try !connection.append(entries(1...1), by: "w", to: "L", after: 0))
    try connection.begin(ServerSnapshot(log: "L", number: 7, text: "{\"é\":\"\\\\\"}"))
    try connection.begin(ServerSnapshot(log: "M", number: 8, text: "{}"))
    let snapshot = try #require(try connection.snapshot())
    #expect((snapshot.log, snapshot.number, snapshot.text) == ("L", 7, "{\"é\":\"\\\\\"}"))
    let batch = try #require(try connection.read(from: 0))
    #expect((batch.log, batch.last, batch.snapshot, batch.entries.count) == ("L", 7, 7, 0))
    #expect(try connect("other").read(from: 0) == nil)
  }

  @Test("entries are read as they were appended, with numbers from the server")
  func append() throws {
    let connection = try connectAndBegin()
    let texts = ["\"a\":1}", "\"b\":\"\\\"\\\\ {},'$1 é\u{1F600}\"}", "x", "null", "\t"]
    let entries = texts.enumerated().map { ServerEntry(position: UInt64($0) * 3 + 1, text: $1) }
    #expect(try connection.append(Array(entries[0..<2]), by: "w", to: "L", after: 0))
    #expect(try connection.append(Array(entries[2...]), by: "w", to: "L", after: 1))
    #expect(try connection.append([], by: "w", to: "L", after: 5))
    let batch = try #require(try connection.read(from: 0))
    #expect(batch.last == 5)
    #expect(batch.entries.map(\.text) == texts)
    #expect(batch.entries.map(\.number) == [1, 2, 3, 4, 5])
    #expect(try connection.read(from: 4)?.entries.map(\.number) == [4, 5])
    #expect(try connection.read(from: 6)?.entries.isEmpty == true)
  }

  @Test("an entry of another log, or after an entry that the server lacks, is not appended")
  func otherLog() throws {
    let connection = try connectAndBegin()
    #expect(try !connection.append(entries(1...1), by: "w", to: "M", after: 0))
    #expect(try !connection.append(entries(1...1), by: "w", to: "L", after: 1))
    #expect(try numbers().isEmpty)
  }

  @Test("a position that a writer has used is there already; all of its batch stays away")
  func exists() throws {
    let connection = try connectAndBegin()
    #expect(try connection.append(entries(1...3), by: "w", to: "L", after: 0))
    #expect(throws: ServerError.exists) {
      try connection.append(entries(3...4), by: "w", to: "L", after: 0)
    }
    #expect(throws: ServerError.exists) {
      try connection.append(entries(5...5) + entries(5...5), by: "w", to: "L", after: 0)
    }
    #expect(try connection.append(entries(3...3), by: "v", to: "L", after: 0))
    #expect(try connection.read(from: 0)?.last == 4)
    #expect(try numbers() == ["1", "2", "3", "4"])
  }

  @Test("texts of any characters but NUL reach the server unchanged")
  func randomTexts() throws {
    let connection = try connectAndBegin()
    var random = SeededGenerator(seed: 5)
    let pieces = [
      "\"", "\\", "{", "}", ",", "'", " ", "NULL", "é", "\u{1F600}", "a", "\t", "$1", "\u{301}",
    ]
    for round in 0..<rounds(UInt64(20), long: 1000) {
      let texts = (0..<4).map { _ in
        (0..<Int.random(in: 1...8, using: &random)).map { _ in random.pick(pieces) }.joined()
      }
      let new = texts.enumerated().map { ServerEntry(position: round * 4 + UInt64($0), text: $1) }
      #expect(try connection.append(new, by: "w\"\\", to: "L", after: 0))
      #expect(try connection.read(from: round * 4 + 1)?.entries.map(\.text) == texts)
    }
    for text in ["a\nb", "\n", "a\n"] {
      let error = #expect(throws: ServerError.self) {
        try connection.append(
          [ServerEntry(position: 1 << 41, text: text), ServerEntry(position: 1 << 42, text: "a")],
          by: "w", to: "L", after: 0)
      }
      #expect(error == .refused(error?.reason ?? ""), "\(text.debugDescription)")
    }
    let nul = ServerEntry(position: 1 << 40, text: "a\0b")
    #expect(throws: ServerError.refused("a text has a NUL")) {
      try connection.append([nul], by: "w", to: "L", after: 0)
    }
    #expect(try connection.append(entries(1...1), by: "v", to: "L", after: 0))
  }

  @Test("writers who append at once get numbers without gaps")
  func writersAtOnce() throws {
    _ = try connectAndBegin()
    let (writers, batches): (Int, UInt64) = (4, rounds(25, long: 500))
    let connections = try (0..<writers).map { _ in try connect() }
    DispatchQueue.concurrentPerform(iterations: writers) { writer in
      for batch in 0..<batches {
        let isAppended = try? connections[writer].append(
          entries(batch * 3...batch * 3 + 2), by: "\(writer)", to: "L", after: batch)
        #expect(isAppended == true)
      }
    }
    let count = UInt64(writers) * batches * 3
    var (found, next): ([UInt64], UInt64) = ([], 1)
    while let batch = try connections[0].read(from: next), !batch.entries.isEmpty {
      #expect(batch.entries.count <= 500 && batch.last == count)
      found += batch.entries.map(\.number)
      next = (found.last ?? 0) + 1
    }
    #expect(found == Array(1...count))
    // The entries of a batch stay together.
    let batchesTogether = try admin.run(
      "select count(distinct writer) from millrace_entries group by (number - 1) / 3")
    #expect(batchesTogether.allSatisfy { $0 == ["1"] })
  }

  @Test("participants who come at once make the tables once")
  func tablesAtOnce() {
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      #expect(throws: Never.self) { try connectAndBegin() }
    }
  }

  @Test("a batch has at most 16 MiB, or two entries; a longer entry is refused")
  func longEntries() throws {
    let connection = try connectAndBegin()
    let text = String(repeating: "x", count: 9 << 20)
    #expect(try connection.append(entries(1...3, text), by: "w", to: "L", after: 0))
    let batch = try #require(try connection.read(from: 1))
    #expect(batch.entries.map(\.number) == [1, 2])
    #expect(batch.entries.first?.text == text)
    #expect(batch.last == 3)
    let long = [ServerEntry(position: 9, text: String(repeating: "x", count: 16_777_217))]
    #expect(throws: ServerError.self) { try connection.append(long, by: "w", to: "L", after: 0) }
    try admin.run("alter table millrace_entries drop constraint millrace_entries_entry_check")
    try admin.run("update millrace_entries set entry = repeat('x', 16777217) where number = 2")
    #expect(throws: ServerError.self) { try connection.read(from: 2) }
    #expect(try connection.read(from: 3)?.entries.count == 1)
  }

  @Test("a newer snapshot replaces one; an older one, or one beyond the log, does not")
  func saveSnapshot() throws {
    let connection = try connectAndBegin()
    #expect(try connection.append(entries(1...9), by: "w", to: "L", after: 0))
    let long = "{\(String(repeating: "é", count: 4 << 20))}"
    for (log, number, text) in [
      ("L", 5, long), ("L", 4, "4"), ("L", 5, "5"), ("M", 6, "6"), ("L", 10, "7"),
    ] {
      try connection.save(ServerSnapshot(log: log, number: UInt64(number), text: text))
    }
    let snapshot = try #require(try connection.snapshot())
    #expect(snapshot.number == 5 && snapshot.text == long)
    #expect(try connection.read(from: 9)?.snapshot == 5)
    #expect(try numbers().count == 9)
  }

  @Test("a snapshot removes old entries before its own, but no writer's newest")
  func removal() throws {
    let connection = try connectAndBegin()
    #expect(try connection.append(entries(1...1), by: "quiet", to: "L", after: 0))
    #expect(try connection.append(entries(1...8), by: "w", to: "L", after: 0))
    try admin.run(
      "update millrace_entries set made = now() - interval '31 days' where number not in (3, 9)")
    _ = try connect("other").begin(ServerSnapshot(log: "L", number: 0, text: "{}"))
    try connection.save(ServerSnapshot(log: "L", number: 6, text: "{}"))
    #expect(try numbers() == ["1", "3", "6", "7", "8", "9"])
    try admin.run("update millrace_documents set keep = '0'")
    try connection.save(ServerSnapshot(log: "L", number: 9, text: "{}"))
    #expect(try numbers() == ["1", "9"])
    #expect(throws: ServerError.exists) {
      try connection.append(entries(1...1), by: "quiet", to: "L", after: 9)
    }
  }

  @Test("another's entries are news, one's own are not")
  func news() async throws {
    let (own, others) = (Tally(), Feed<Void>())
    let connection = try connect(onNews: { own.add(1) })
    let other = try connect(onNews: { others.add(()) })
    let bystander = try connect("bystander", onNews: { own.add(1) })
    try connection.begin(ServerSnapshot(log: "L", number: 0, text: "{}"))
    await others.wait(for: 1)
    #expect(try connection.append(entries(1...2), by: "w", to: "L", after: 0))
    await others.wait(for: 2)
    #expect(try bystander.read(from: 0) == nil)
    #expect(try connection.read(from: 0)?.last == 2)
    #expect(own.value == 0)
    // News that come with the answer to a statement count, too.
    _ = try other.append(entries(1...1), by: "v", to: "L", after: 0)
    _ = try connection.read(from: 0)
    await repeatUntil({ own.value > 0 }) { await Task.yield() }
    #expect(own.value == 1)
  }

  @Test("a connection that the server ends is news, and stays unreachable")
  func lost() async throws {
    // The end comes with the server's last message or after it, which are different events.
    for round in 0..<rounds(40, long: 1000) {
      let news = Feed<Void>()
      let connection = try connect(onNews: { news.add(()) })
      if round % 2 == 0 { #expect(try connection.read(from: 0) == nil) }
      try endOthers()
      if round % 3 == 0 { _ = try? connection.read(from: 0) }
      await news.wait(for: 1)
      for _ in 0..<2 {
        let error = #expect(throws: ServerError.self) { try connection.read(from: 0) }
        #expect(error == .unreachable(error?.reason ?? ""))
      }
      connection.close()
      connection.close()
    }
  }

  /// Ends all connections but the administrator's.
  private func endOthers() throws {
    try admin.run(
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'millrace' and pid <> pg_backend_pid()
      """)
  }

  @Test("a closed or dropped connection leaves no descriptor and no session")
  func leaks() async throws {
    func descriptors() -> Int { (0..<1024).count { fcntl(Int32($0), F_GETFD) != -1 } }
    func sessions() throws -> String? {
      try admin.run("select count(*) from pg_stat_activity where application_name = 'millrace'")[0][
        0]
    }
    for isClosed in [true, false] {
      _ = try connectAndBegin()
      await repeatUntil({ (try? sessions()) == "1" }) { await Task.yield() }
      let before = descriptors()
      for _ in 0..<20 {
        let connection = try connect()
        #expect(try connection.read(from: 0) != nil)
        if isClosed {
          connection.close()
          #expect(throws: ServerError.self) { try connection.read(from: 0) }
        }
      }
      await repeatUntil({ (try? sessions()) == "1" && descriptors() <= before }) {
        await Task.yield()
      }
      #expect(try sessions() == "1")
      #expect(descriptors() <= before)
    }
  }

  @Test("a user who may only read learns that, and cannot append")
  func readOnly() throws {
    let owner = try connectAndBegin()
    #expect(try owner.append(entries(1...1), by: "w", to: "L", after: 0))
    let user = try makeUser()
    let stranger = try connect(as: user)
    #expect(throws: ServerError.forbidden("permission denied for table millrace_documents")) {
      try stranger.read(from: 0)
    }
    try admin.run("grant select on all tables in schema \(schema) to \(user)")
    let reader = try connect(as: user)
    #expect(reader.readOnly?.hasPrefix("the user \(user) may only read: ") == true)
    #expect(try reader.read(from: 0)?.last == 1)
    #expect(throws: ServerError.forbidden("permission denied for table millrace_documents")) {
      try reader.append(entries(2...2), by: "w", to: "L", after: 0)
    }
    try admin.run("grant insert, update on all tables in schema \(schema) to \(user)")
    let writer = try connect(as: user)
    #expect(writer.readOnly == nil)
    #expect(try writer.append(entries(2...2), by: "w", to: "L", after: 0))
    // Without the right to delete.
    try writer.save(ServerSnapshot(log: "L", number: 2, text: "{}"))
    #expect(try writer.read(from: 0)?.snapshot == 2)
  }

  @Test("a user who may not make the tables learns what the owner runs, and that is enough")
  func grants() throws {
    let user = try makeUser()
    let grant = "grant create on schema \(schema) to \(user)"
    #expect(
      throws: ServerError.forbidden(
        "there are no tables yet. The owner of the database runs: \(grant)")
    ) { try connect(as: user) }
    try admin.run(grant)
    #expect(try connect(as: user).readOnly == nil)
  }

  @Test("tables of another version, and a database that is not in UTF-8, are refused")
  func otherVersion() throws {
    _ = try connectAndBegin()
    for comment in ["'millrace 2'", "null"] {
      try admin.run("comment on table millrace_documents is \(comment)")
      #expect(
        throws: ServerError.refused(
          "the tables millrace_documents and millrace_entries are of another version: "
            + "update this program, or use another database")
      ) { try connect() }
    }
    let name = "ascii_\(schema)"
    try admin.run("create database \(name) encoding 'SQL_ASCII' template template0 locale 'C'")
    #expect(
      throws: ServerError.refused("the database is in SQL_ASCII: create one with `encoding 'UTF8'`")
    ) {
      try PostgresServer(address: "\(server ?? "")&dbname=\(name)", document: "list").connect {}
    }
    try admin.run("drop database \(name) with (force)")
  }

  @Test(
    "a table with strange content is refused",
    arguments: [
      "update millrace_entries set number = 9 where number = 2",
      "update millrace_entries set entry = E'a\\nb'",
      "update millrace_entries set entry = E'a\\rb'",
      "update millrace_documents set number = -1", "update millrace_documents set number = 1",
      "update millrace_documents set snapshot_number = -9223372036854775808",
      "update millrace_documents set log = repeat('x', 1001)",
      "update millrace_documents set log = E'a\\nb'",
    ])
  func hostile(_ statement: String) throws {
    let connection = try connectAndBegin()
    #expect(try connection.append(entries(1...2), by: "w", to: "L", after: 0))
    try admin.run(statement)
    let error = #expect(throws: ServerError.self) { try connection.read(from: 0) }
    #expect(error == .refused(error?.reason ?? ""))
  }

  @Test("numbers at the end of their range are refused, and the connection stays in use")
  func hugeNumbers() throws {
    let connection = try connectAndBegin()
    for number in [UInt64(Int64.max) + 1, .max] {
      #expect(throws: ServerError.refused("value \"\(number)\" is out of range for type bigint")) {
        try connection.read(from: number)
      }
    }
    try admin.run("update millrace_documents set number = 9223372036854775807")
    #expect(throws: ServerError.refused("bigint out of range")) {
      try connection.append(entries(1...1), by: "w", to: "L", after: 0)
    }
    #expect(try connection.read(from: 0)?.last == UInt64(Int64.max))
  }

  @Test("tables that vanish, and a server that is read only for now, are tried again")
  func unreachable() throws {
    let connection = try connectAndBegin()
    let readOnly = try PostgresServer(
      address: address("%20-cdefault_transaction_read_only%3Don"), document: "list"
    ).connect {}
    let error = #expect(throws: ServerError.self) {
      try readOnly.append(entries(1...1), by: "w", to: "L", after: 0)
    }
    #expect(error?.reason.hasPrefix("the server is read only at present") == true)
    try admin.run("drop table millrace_entries, millrace_documents")
    #expect(
      throws: ServerError.unreachable("relation \"millrace_documents\" does not exist")
    ) { try connection.read(from: 0) }
  }

  @Test("a server that is not there is unreachable, in one line without the password")
  func missingServer() {
    let server = PostgresServer(
      address: "postgresql://alice:sEcReT@127.0.0.1:1/db?sslmode=disable", document: "list")
    let error = #expect(throws: ServerError.self) { try server.connect {} }
    let reason = error?.reason ?? ""
    #expect(error == .unreachable(reason))
    #expect(reason.contains("Connection refused") && !reason.contains("sEcReT"))
    #expect(!reason.contains("\n"))
    let misspelt = PostgresServer(
      address: "postgresql://alice:sEcReT@h/db?sslmod=sEcReT", document: "list")
    let mistake = #expect(throws: ServerError.self) { try misspelt.connect {} }
    #expect(mistake == .unreachable("invalid connection option \"sslmod\""))
  }

  @Test("a server that accepts a connection and says nothing is given up")
  func silentServer() throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    defer { SystemFiles().close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, size)
        _ = listen(listener, 1)
        _ = getsockname(listener, $0, &size)
      }
    }
    let port = UInt16(bigEndian: address.sin_port)
    let server = PostgresServer(
      address: "postgresql://127.0.0.1:\(port)/db?connect_timeout=2", document: "list")
    #expect(throws: ServerError.unreachable("the server does not answer")) { try server.connect {} }
  }
}
