import MillraceMiddleware
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillracePostgres

@Suite("Addresses of PostgreSQL servers")
struct PostgresAddressTests {
  @Test(
    "an address is shown without user, password and options",
    arguments: [
      ("postgresql://host/db#list", "postgresql://host/db#list"),
      ("postgres://alice:secret@host:5432/db#list", "postgresql://host:5432/db#list"),
      ("postgresql://alice@host", "postgresql://host#default"),
      ("postgresql://", "postgresql://#default"),
      ("postgresql:///db?host=/run/postgresql", "postgresql:///db?host=/run/postgresql#default"),
      (
        "postgresql://h/db?password=secret&sslmode=require&port=1",
        "postgresql://h/db?port=1#default"
      ),
      ("postgresql://h?pass%77ord=secret&dbname=d", "postgresql://h?dbname=d#default"),
      ("postgresql://a:secret@[::1]:5432,other:1/db", "postgresql://[::1]:5432,other:1/db#default"),
      ("postgresql://a:secret%40x@h/db#caf%C3%A9", "postgresql://h/db#café"),
      ("postgresql://a:se:cret@h/db#", "postgresql://h/db#default"),
      ("postgresql://a:secret@h/db#a%0A%1B%5B2J", "postgresql://h/db#a\\n\\u{1B}[2J"),
    ])
  func shown(_ text: String, _ expected: String) {
    #expect(PostgresServer(address: text, document: "default").address == expected)
  }

  @Test(
    "a malformed address shows nothing of itself, and does not connect",
    arguments: [
      "postgresql://a:secret/1@h/db", "postgresql://a:secret@2@h/db",
      "postgresql://a:secret#1@h/db",
      "postgresql://a:secret?1@h/db", "postgresql://a:secret%zz@h/db",
      "postgresql://a:secret%0@h/db",
      "postgresql://a:secret%@h/db", "postgresql://a:secret%00@h/db",
      "postgresql://a:secret%FF@h/db",
      "postgresql://a:12/secret@h", "postgresql://a:12#x/secret@h", "postgresql://a:12?x=secret@h",
      "postgresql://h?secret", "postgresql://h?password=secret%", "postgresql://h/db#secret%",
      "postgresql://a:secret@\u{301}h@/db", "postgresql:/secret", "POSTGRES://secret",
      " postgres://secret", "secret",
    ])
  func malformed(_ text: String) {
    let server = PostgresServer(address: text, document: "list")
    #expect(server.address == "postgresql://…#list")
    #expect(!server.localName.contains("secret"))
    let error = #expect(throws: ServerError.self) { _ = try server.connect {} }
    let reason = error?.reason ?? ""
    #expect(error == .refused(reason))
    #expect(!reason.contains("secret"))
  }

  @Test("a combining mark after a delimiter does not hide it")
  func combiningMark() throws {
    let server = PostgresServer(address: "postgresql://a:secret@\u{301}h/db", document: "list")
    #expect(server.address == "postgresql://\u{301}h/db#list")
  }

  @Test("user, password and options are decoded for libpq")
  func parameters() throws {
    let address = try #require(
      PostgresAddress("postgres://a%20b:p%40%2F%23:x@h:1,[::1]/d%41?sslmode=require&user=c#n%2fm"))
    #expect(address.parameters.map(\.name) == ["dbname", "user", "password", "sslmode", "user"])
    #expect(
      address.parameters.map(\.value) == [
        "postgresql://h:1,[::1]/d%41", "a b", "p@/#:x", "require", "c",
      ])
    #expect(address.document == "n/m")
  }

  @Test(
    "the hosts of an address are those of its parameters, or else those before the path",
    arguments: [
      ("postgresql://", 1), ("postgresql://h/a,b", 1), ("postgresql://a,b:1/team?dbname=x", 2),
      ("postgresql://a,b,c", 3), ("postgresql:///db?host=a,b", 2),
      ("postgresql://a,b/db?host=c&user=u", 1), ("postgresql://a,b/db?host=", 2),
      ("postgresql://h/db?host=h&hostaddr=1.1.1.1,1.1.1.2,1.1.1.3", 3),
    ])
  func hosts(_ text: String, _ count: Int) throws {
    #expect(try #require(PostgresAddress(text)).hostCount == count)
  }

  @Test("only PostgreSQL's schemes are addresses")
  func isAddress() {
    for text in ["postgres://", "postgresql://h", "postgresql://\u{301}"] {
      #expect(PostgresServer.isAddress(text))
    }
    for text in ["", "postgres:", "postgres:/a", "./postgres://a", "postgresqlx://", "http://a"] {
      #expect(!PostgresServer.isAddress(text))
    }
  }

  @Test("no random address shows its password")
  func randomAddresses() {
    for seed in 0..<rounds(UInt64(300), long: 20_000) {
      var random = SeededGenerator(seed: seed)
      let pieces = [
        "/", "?", "#", "@", ":", "%", "%41", "=", "&", "[", "]", ",", "\u{301}", "é", "a", "1",
        "\n",
      ]
      func text(_ count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in random.pick(pieces) }.joined()
      }
      let address = "postgresql://\(text(3)):\(text(3))sEcReT\(text(3))@\(text(6))"
      let server = PostgresServer(address: address, document: "list")
      #expect(!server.address.contains("sEcReT"), "seed \(seed): \(address)")
      #expect(!server.localName.contains("sEcReT"), "seed \(seed): \(address)")
      let location = PostgresAddress(address)
      #expect(location?.value("dbname").contains("sEcReT") != true, "seed \(seed): \(address)")
    }
  }

  @Test("a local name depends on the server, the user and the document, and not on the password")
  func localNames() {
    func name(_ address: String, _ document: String = "list") -> String {
      PostgresServer(address: address, document: document).localName
    }
    let name1 = name("postgresql://a:1@h/db#list")
    #expect(name1.hasPrefix("list-"))
    for same in [
      "postgresql://a:2@h/db", "postgres://a@h/db#list", "postgresql://a@h/db?sslmode=require",
      "postgresql://h/db?user=a&password=3", "postgresql://a@h/db?user=",
    ] { #expect(name(same) == name1) }
    let others = [
      "postgresql://b@h/db?user=", "postgresql://a@i/db", "postgresql://a@h/db2",
      "postgresql://a@h/db#other",
      "postgresql://a@h:1/db", "postgresql://a@h/db?host=x", "postgresql://a@h/db?port=1",
      "postgresql://a@h/db?dbname=x", "postgresql://a@h/db?service=x", "postgresql://a@h/db#List",
    ].map { name($0) }
    #expect(Set(others + [name1]).count == others.count + 1)
  }

  @Test("a local name is safe as a file name")
  func safeNames() {
    for document in [
      "../../etc", "a/b", "", ".", "é\u{301}", "a\u{301}", "x\n\u{1B}", "CON", "a:b", "\u{2028}",
    ] {
      let name = PostgresServer(address: "postgresql://h/db", document: document).localName
      #expect(
        name.utf8.allSatisfy { "-0123456789abcdefghijklmnopqrstuvwxyzCON".utf8.contains($0) },
        "\(name)")
      #expect(name.utf8.count <= 60)
    }
    let long = String(repeating: "a", count: 5000)
    #expect(PostgresServer(address: "postgresql://h", document: long).localName.utf8.count == 57)
  }
}

@Suite("Messages of PostgreSQL servers")
struct PostgresMessageTests {
  @Test("a message is one short line without control characters")
  func lines() {
    #expect(ServerError.line("a\n\tb  c\r\n") == "a b c")
    #expect(ServerError.line("a\u{1B}[2J") == "a\\u{1B}[2J")
    #expect(ServerError.line(String(repeating: "ab ", count: 200)).count == 300)
    #expect(ServerError.line(String(repeating: "\u{1}", count: 5000)).count == 300)
    #expect(ServerError.line("") == "")
  }

  @Test("a state of PostgreSQL decides about the error")
  func states() {
    func error(_ state: String, _ constraint: String = "") -> ServerError {
      ServerError { ["C": state, "M": "m\nn", "n": constraint][$0] ?? "" }
    }
    #expect(error("42501") == .forbidden("m n"))
    #expect(error("25006") == .unreachable("the server is read only at present: m n"))
    #expect(error("23505", "millrace_entries_document_writer_position_key") == .exists)
    #expect(error("23505", "millrace_entries_pkey") == .unreachable("m n"))
    for state in ["22003", "23503", "P0001"] { #expect(error(state) == .refused("m n")) }
    for state in ["42P01", "57P01", "40001", "53100", "54000", "", "2"] {
      #expect(error(state) == .unreachable("m n"))
    }
  }

  @Test("without libpq, the message says what to install")
  func missingLibrary() {
    for files in [[], ["libpq-that-is-not.so"]] {
      let error = #expect(throws: ServerError.self) { _ = try LibPQ(from: files) }
      #expect(error?.reason.contains("apt install libpq5") == true)
    }
  }

  @Test("a library without the functions is no libpq")
  func wrongLibrary() {
    #if os(Linux)
      let error = #expect(throws: ServerError.self) { _ = try LibPQ(from: ["libc.so.6"]) }
      #expect(error?.reason.contains("libpq") == true)
    #endif
  }

  @Test("numbers of a server are read strictly")
  func numbers() throws {
    for (text, number) in [("0", 0), ("7", 7), ("9223372036854775807", UInt64(Int64.max))] {
      #expect(try PostgresRow(values: [text]).number(0) == number)
    }
    for text in ["-1", "+1", "01", "9223372036854775808", "1e3", "", " 1", "١", nil] {
      #expect(throws: ServerError.self) { _ = try PostgresRow(values: [text]).number(0) }
    }
    #expect(throws: ServerError.self) { _ = try PostgresRow(values: []).number(0) }
  }
}
