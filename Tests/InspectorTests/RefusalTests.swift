import Millrace
import MillraceStore
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceInspector
@testable import MillraceWeb

/// A request to the inspector's server, and the status of the response.
private struct Attempt: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let request: @Sendable (_ port: UInt16, _ look: String, _ drive: String) -> String
  let status: Int

  /// Takes a request that every server is tested with. One expected status differs: the `{}` in "a
  /// POST as JSON" is an operation without a name, which the inspector refuses.
  init(_ rule: ServerRule) {
    testDescription = rule.description
    request = { port, _, drive in rule.request(port: port, token: drive) }
    status = rule.description == "a POST as JSON" ? 400 : rule.status
  }

  init(_ description: String, _ status: Int, get target: String) {
    (testDescription, self.status) = (description, status)
    request = { port, look, _ in
      "GET /api/\(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(look)\r\n\r\n"
    }
  }

  init(_ description: String, _ status: Int, look isLook: Bool = false, post body: String) {
    (testDescription, self.status) = (description, status)
    request = { port, look, drive in
      "POST /api/do HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
        + "Authorization: Bearer \(isLook ? look : drive)\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
  }

  static let all =
    ServerRule.all.map(Attempt.init) + [
      Attempt("a query with a view-only link", 200, get: "commits"),
      Attempt("an operation by GET", 405, get: "do"),
      Attempt("an unknown query", 404, get: "passwords"),
      Attempt("a path below a query", 404, get: "commit/1/2"),
      Attempt("a commit that is not a number", 400, get: "commit/one"),
      Attempt("a commit that is not recorded", 404, get: "commit/99"),
      Attempt("a version that is not recorded", 404, get: "state?at=99"),
      Attempt("a version that is not a number", 400, get: "state?at=-1"),
      Attempt("a path that is not in the state", 404, get: "state?path=missing"),
      Attempt("a path that is malformed", 400, get: "state?path=notes[id:"),
      Attempt("a limit that is not a number", 400, get: "commits?limit=1e9"),
      Attempt("a search without a text", 400, get: "search"),
      Attempt("a difference without its versions", 400, get: "diff"),
      Attempt("a node that is not in the tree", 404, get: "node/9.9"),
      Attempt("a node that is not an index", 400, get: "node/../x"),
      Attempt(
        "an operation with a view-only link", 403, look: true, post: #"{"op":"live"}"#),
      Attempt("an operation with a link that permits driving", 200, post: #"{"op":"live"}"#),
      Attempt("an operation without a name", 400, post: "{}"),
      Attempt("an unknown operation", 400, post: #"{"op":"open /etc/passwd"}"#),
      Attempt("a body that is not JSON", 400, post: "{"),
      Attempt("a body that is an array", 400, post: "[1]"),
      Attempt(
        "a body of deeply nested arrays", 400,
        post: #"{"op":"dispatch","action":"# + String(repeating: "[", count: 5_000)),
      Attempt("an action of another type", 400, post: #"{"op":"dispatch","action":{"launch":{}}}"#),
      Attempt("a jump to a version that is not recorded", 404, post: #"{"op":"jump","to":99}"#),
      Attempt(
        "an edit with a value of another type", 400,
        post: #"{"op":"edit","path":"isOpen","value":3}"#),
      Attempt(
        "an edit of a path that is not in the state", 404,
        post: #"{"op":"edit","path":"missing","value":3}"#),
    ]
}

@MainActor
@Suite("Refusals of the inspector's server", .timeLimit(.minutes(20)))
struct RefusalTests {
  private let store: Store<Notebook, NotebookAction>
  private let stage: TestStage
  private let server: InspectorServer

  init() throws {
    var made: Store<Notebook, NotebookAction>?
    var inspector: Inspector?
    stage = try TestStage(columns: 40, rows: 10) { dependencies in
      let store = Store(initial: Notebook(), reducer: notebook, dependencies: dependencies)
      made = store
      inspector = Inspector(store)
      return TerminalApp(store) { state, dispatch in
        Column { Text("\(state.notes.count) notes") }
          .keys { Bind("a", "Add") { dispatch(.add(state.notes.count)) } }
      }
      .inspected(by: inspector)
    }
    store = try #require(made)
    server = try InspectorServer(try #require(inspector), name: "notes", port: 0)
  }

  /// Pairs with a new link, off the main actor, because the server may need it.
  private func token(_ permission: PagePermission) async throws -> String {
    let (link, port) = (server.makeLink(for: permission), server.port)
    let code = try #require(link.split(separator: "#").last)
    let body = "{\"code\":\"\(code)\"}"
    let answer = try await Task.detached {
      let client = try TestClient(port: port)
      client.send(
        "POST /api/pair HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return client.read()
    }.value
    return String(try #require(answer.split(separator: "\"").dropLast().last))
  }

  @Test("the server answers each request of the table with its status, and the program continues")
  func table() async throws {
    let (look, drive, port) = (try await token(.view), try await token(.drive), server.port)
    for attempt in Attempt.all {
      let request = attempt.request(port, look, drive)
      let status = try await Task.detached { try TestClient(port: port).status(of: request) }.value
      #expect(status == attempt.status, "\(attempt.testDescription)")
    }
    #expect(store.state.notes.isEmpty)
    stage.terminal.send(.character("a"))
    stage.settle()
    #expect(stage.terminal.screen.hasPrefix("1 notes"))
  }

  @Test("the server refuses a code that was already used")
  func usedCode() async throws {
    let (link, port) = (server.makeLink(), server.port)
    let code = try #require(link.split(separator: "#").last)
    let body = "{\"code\":\"\(code)\"}"
    let request =
      "POST /api/pair HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let statuses = try await Task.detached {
      try (0..<2).map { _ in try TestClient(port: port).status(of: request) }
    }.value
    #expect(statuses == [200, 403])
  }

  @Test("the server listens only on 127.0.0.1")
  func otherAddress() {
    #expect(throws: TestClientError.self) {
      try TestClient(port: server.port, address: "127.0.0.2")
    }
  }

  @Test("the server keeps only 16 of 1,000 connections open, and the program continues")
  func connections() async throws {
    let (drive, port) = (try await token(.drive), server.port)
    let (refused, status) = try await Task.detached {
      var clients = try (0..<200).map { _ in try TestClient(port: port) }
      for _ in 0..<4 {
        // The first 16 wait for a head. The server refuses the others, or closes them in a flood.
        for client in clients[16...] { _ = client.read() }
        clients[16...] = try (16..<200).map { _ in try TestClient(port: port) }[...]
      }
      let refused = clients[16...].count { [0, 503].contains($0.status(of: "")) }
      clients = []
      let request =
        "GET /api/commits HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(drive)\r\n\r\n"
      // The server notices later that the other connections are closed.
      var status = 503
      while status == 503 || status == 0 { status = try TestClient(port: port).status(of: request) }
      return (refused, status)
    }.value
    #expect(refused == 184)
    #expect(status == 200)
    stage.terminal.send(.character("a"))
    stage.settle()
    #expect(stage.terminal.screen.hasPrefix("1 notes"))
  }

  @Test("the server refuses a fourth stream of one link")
  func streams() async throws {
    let (look, port) = (try await token(.view), server.port)
    let request =
      "GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(look)\r\n\r\n"
    let last = try await Task.detached {
      let clients = try (0..<3).map { _ in try TestClient(port: port) }
      for client in clients {
        client.send(request)
        client.read(until: "event: hello")
      }
      defer { withExtendedLifetime(clients) {} }
      return try TestClient(port: port).status(of: request)
    }.value
    #expect(last == 503)
  }
}
