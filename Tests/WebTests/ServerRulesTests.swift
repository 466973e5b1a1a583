import Testing

@testable import MillraceWeb

/// A request that the server must refuse, and an attack that used such a request. `PORT` and `TOKEN`
/// stand for the server's port and token.
struct ServerRule: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let teacher: String
  let request: String
  let status: Int

  init(_ description: String, _ teacher: String, _ status: Int, _ request: String) {
    (testDescription, self.teacher, self.status) = (description, teacher, status)
    self.request = request
  }

  /// Makes a request with these header lines.
  private static func get(_ target: String = "/api/state", _ lines: String...) -> String {
    let head = ["GET \(target) HTTP/1.1"] + lines
    return head.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  private static func post(_ body: String, _ lines: String...) -> String {
    let head =
      ["POST /api/do HTTP/1.1", "Host: 127.0.0.1:PORT", "Content-Length: \(body.utf8.count)"]
      + lines
    return head.map { $0 + "\r\n" }.joined() + "\r\n" + body
  }

  private static let host = "Host: 127.0.0.1:PORT"
  private static let token = "Authorization: Bearer TOKEN"
  private static let json = "Content-Type: application/json"

  static let all = [
    ServerRule("a request as it should be", "", 200, get("/api/state", host, token)),
    ServerRule("a page without a token", "", 200, get("/", host)),
    ServerRule(
      "another name for this machine", "CVE-2021-22884", 403, get("/", "Host: localhost:PORT")),
    ServerRule("a name of an attacker", "CVE-2018-7160", 403, get("/", "Host: evil.example:PORT")),
    ServerRule(
      "a name that ends as ours", "CVE-2025-66414", 403, get("/", "Host: a.127.0.0.1:PORT")),
    ServerRule(
      "the address written in octal", "CVE-2022-43548", 403, get("/", "Host: 0177.0.0.1:PORT")),
    ServerRule("the address of all", "CVE-2022-43548", 403, get("/", "Host: 0.0.0.0:PORT")),
    ServerRule("no port in Host", "", 403, get("/", "Host: 127.0.0.1")),
    ServerRule("no Host", "RFC 9112, 3.2", 400, get("/")),
    ServerRule("two Hosts", "RFC 9112, 3.2", 400, get("/", host, host)),
    ServerRule(
      "another origin", "CVE-2025-24010", 403, get("/", host, "Origin: http://evil.example")),
    ServerRule("the origin null", "CVE-2018-14732", 403, get("/", host, "Origin: null")),
    ServerRule("the origin of a file", "CVE-2026-27977", 403, get("/", host, "Origin: file://")),
    ServerRule(
      "the origin by another name", "CVE-2025-30360", 403,
      get("/", host, "Origin: http://localhost:PORT")),
    ServerRule("our origin", "", 200, get("/", host, "Origin: http://127.0.0.1:PORT")),
    ServerRule(
      "a fetch by another site", "CVE-2025-30359", 403, get("/", host, "Sec-Fetch-Site: cross-site")
    ),
    ServerRule("no token", "CVE-2025-49596", 401, get("/api/state", host)),
    ServerRule(
      "a wrong token", "CVE-2025-49596", 401, get("/api/state", host, "Authorization: Bearer 00")),
    ServerRule("a token in the query", "rule 5", 401, get("/api/state?token=TOKEN", host)),
    ServerRule(
      "a token in a cookie", "rule 5", 401, get("/api/state", host, "Cookie: token=TOKEN")),
    ServerRule(
      "a POST as a form", "webpack #5691", 415, post("{}", token, "Content-Type: text/plain")),
    ServerRule("a POST as JSON", "", 200, post("{}", token, json)),
    ServerRule(
      "a code that is none", "rule 5", 403,
      "POST /api/pair HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\n"
        + "Content-Length: 13\r\n\r\n{\"code\":\"00\"}"),
    ServerRule("a file of the machine", "CVE-2025-30208", 404, get("/etc/passwd", host)),
    ServerRule("a path upwards", "CVE-2025-31125", 400, get("/../etc/passwd", host)),
    ServerRule("a path upwards, encoded", "CVE-2025-31125", 400, get("/%2e%2e/etc", host)),
    ServerRule("another site as target", "RFC 9112, 3.2.2", 400, get("http://evil.example/", host)),
    ServerRule("a fragment in the target", "", 400, get("/#a", host)),
    ServerRule("OPTIONS", "no Access-Control", 403, "OPTIONS / HTTP/1.1\r\n\(host)\r\n\r\n"),
    ServerRule("PUT", "", 405, "PUT / HTTP/1.1\r\n\(host)\r\n\r\n"),
    ServerRule("HTTP/1.0", "", 505, "GET / HTTP/1.0\r\n\(host)\r\n\r\n"),
    ServerRule("HTTP/2", "", 505, "PRI * HTTP/2.0\r\n\r\n"),
    ServerRule("no HTTP", "", 400, "hello\r\n\r\n"),
    ServerRule(
      "a body in chunks", "RFC 9112, 6.1", 501, get("/", host, "Transfer-Encoding: chunked")),
    ServerRule("Expect", "", 417, get("/", host, "Expect: 100-continue")),
    ServerRule("Upgrade", "no WebSocket", 400, get("/", host, "Upgrade: websocket")),
    ServerRule("a folded line", "RFC 9112, 5.2", 400, get("/", host, "A: 1\r\n 2")),
    ServerRule("a space before a colon", "RFC 9112, 5.1", 400, get("/", host, "A : 1")),
    ServerRule("a line feed alone", "RFC 9112, 2.2", 400, "GET / HTTP/1.1\n\(host)\r\n\r\n"),
    ServerRule("a NUL", "CVE-2026-14631", 400, get("/", host, "A: \0")),
    ServerRule("a byte above ASCII", "CVE-2026-14631", 400, get("/", host, "A: é")),
    ServerRule("a header without a colon", "CVE-2026-14631", 400, get("/", host, "A")),
    ServerRule("two lengths", "RFC 9112, 6.3", 400, post("{}", token, json, "Content-Length: 2")),
    ServerRule(
      "a length with a sign", "RFC 9112, 6.3", 400,
      "POST /api/do HTTP/1.1\r\n\(host)\r\nContent-Length: +2\r\n\r\n{}"),
    ServerRule("a POST without a length", "", 411, "POST /api/do HTTP/1.1\r\n\(host)\r\n\r\n"),
    ServerRule("a GET with a body", "", 400, get("/", host, "Content-Length: 1") + "a"),
    ServerRule("two requests", "no pipelining", 400, get("/", host) + get("/", host)),
    ServerRule(
      "a target of 3 KiB", "limits", 414, get("/" + String(repeating: "a", count: 3000), host)),
    ServerRule(
      "100 headers", "limits", 431,
      "GET / HTTP/1.1\r\n\(host)\r\n" + (0..<100).map { "A\($0): 1\r\n" }.joined() + "\r\n"),
    ServerRule(
      "headers of 20 KiB", "limits", 431,
      get("/", host, "A: " + String(repeating: "a", count: 20_000))),
    ServerRule(
      "a body of 2 MiB", "limits", 413,
      "POST /api/do HTTP/1.1\r\n\(host)\r\nContent-Length: 2097152\r\n\r\n"),
  ]
}

@Suite("The server's rules", .timeLimit(.minutes(5)))
struct ServerRulesTests {
  private func serve(
    _ limits: WebServer.Limits = WebServer.Limits(),
    respond: @escaping WebServer.Respond = { request, _ in
      .response(HTTPResponse(200, String(decoding: request.body, as: UTF8.self)))
    }
  ) throws -> WebServer {
    try WebServer(
      limits: limits, page: ["/": HTTPResponse(200, type: "text/html", "page")], respond: respond)
  }

  private func token(_ server: WebServer) throws -> String {
    let code = server.tokens.makeCode()
    return try #require(server.tokens.pair(code))
  }

  @Test("the server refuses each request of the table", arguments: ServerRule.all)
  func rules(rule: ServerRule) throws {
    let server = try serve()
    let request = rule.request.replacing("PORT", with: "\(server.port)")
      .replacing("TOKEN", with: try token(server))
    // Sends the request in one piece, and then byte by byte.
    #expect(try TestClient(port: server.port).status(of: request) == rule.status)
    // Byte by byte, the server would answer the first of two requests before the second arrives.
    guard request.utf8.count < 1000, rule.testDescription != "two requests" else { return }
    let client = try TestClient(port: server.port)
    for byte in request.utf8 { client.send([byte]) }
    #expect(client.status(of: "") == rule.status)
  }

  @Test("every response forbids framing, content sniffing, caching and use by other sites")
  func headers() throws {
    let server = try serve()
    for request in ["GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n", "x\r\n\r\n"] {
      let client = try TestClient(port: server.port)
      client.send(request)
      let answer = client.read()
      for line in [
        "Connection: close", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
        "Cross-Origin-Opener-Policy: same-origin", "Content-Security-Policy: ",
      ] { #expect(answer.contains("\r\n\(line)"), "\(line)") }
      #expect(!answer.contains("Access-Control"))
    }
  }

  @Test("a client exchanges a code for a token once, and no page contains the token")
  func pairing() throws {
    let server = try serve()
    let link = server.makeLink()
    #expect(link.hasPrefix("http://127.0.0.1:\(server.port)/#"))
    let code = try #require(link.split(separator: "#").last)
    func pair() throws -> String {
      let body = "{\"code\":\"\(code)\"}"
      let client = try TestClient(port: server.port)
      client.send(
        "POST /api/pair HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return client.read()
    }
    let first = try pair()
    #expect(first.hasPrefix("HTTP/1.1 200 "))
    let token = try #require(first.split(separator: "\"").dropLast().last)
    #expect(token.count == 64)
    #expect(try pair().hasPrefix("HTTP/1.1 403 "))
    let client = try TestClient(port: server.port)
    let status = client.status(
      of:
        "GET /api/a HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(token)\r\n\r\n"
    )
    #expect(status == 200)
  }

  @Test("the server listens only on 127.0.0.1")
  func address() throws {
    let server = try serve()
    // All of 127.0.0.0/8 is this machine, but the server must not listen on its other addresses.
    #expect(throws: TestClientError.self) {
      try TestClient(port: server.port, address: "127.0.0.2")
    }
    #expect(throws: WebServerError.self) {
      try WebServer(port: server.port) { _, _ in .response(HTTPResponse(200)) }
    }
    #expect(
      throws: WebServerError(
        "localhost cannot be served: give an address of this machine, such as 127.0.0.1")
    ) {
      try WebServer(address: "localhost") { _, _ in .response(HTTPResponse(200)) }
    }
  }

  @Test("the server answers 408 if a head or a body does not arrive in time")
  func slow() throws {
    var limits = WebServer.Limits()
    limits.head = .milliseconds(30)
    limits.body = .milliseconds(30)
    let server = try serve(limits)
    #expect(try TestClient(port: server.port).status(of: "GET / HT") == 408)
    let token = try token(server)
    let head =
      "POST /api/do HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Type: application/json\r\n"
      + "Authorization: Bearer \(token)\r\nContent-Length: 9\r\n\r\n{"
    #expect(try TestClient(port: server.port).status(of: head) == 408)
  }

  @Test("the server answers 503 beyond the limit of connections, and serves earlier ones")
  func many() throws {
    var limits = WebServer.Limits()
    limits.connections = 16
    limits.head = .seconds(600)
    let server = try serve(limits)
    let clients = try (0..<200).map { _ in try TestClient(port: server.port) }
    for client in clients[16...] { #expect(client.status(of: "") == 503) }
    for client in clients[..<16] {
      #expect(client.status(of: "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n") == 200)
    }
  }

  // MARK: - Streams

  private func stream(_ server: WebServer, _ token: String) throws -> TestClient {
    let client = try TestClient(port: server.port)
    client.send(
      "GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(token)\r\n\r\n"
    )
    return client
  }

  @Test("a stream delivers events in order, and then ends")
  func streams() throws {
    let stream = EventStream()
    let server = try serve { _, _ in .stream(stream) }
    let client = try self.stream(server, try token(server))
    stream.send("a", "1", id: "7")
    client.read(until: "data: 1\n\n")
    for number in 2...500 { stream.send("a", "\(number)") }
    stream.close()
    let events = client.read().split(separator: "\r\n\r\n", maxSplits: 1)[1]
    #expect(events.hasPrefix("id: 7\nevent: a\ndata: 1\n\n"))
    let numbers = events.split(separator: "\n").filter { $0.hasPrefix("data: ") }
      .compactMap { Int($0.dropFirst(6)) }
    #expect(numbers == Array(1...500))
  }

  @Test("a stream drops unread events beyond the limit, and sends a gap event")
  func gap() throws {
    let stream = EventStream(limit: 1000)
    let text = String(repeating: "x", count: 900)
    #expect(stream.send("a", text))
    #expect(!stream.send("a", text))
    #expect(stream.send("b", "1"))
    stream.close()
    let server = try serve { _, _ in .stream(stream) }
    let answer = try self.stream(server, try token(server)).read()
    #expect(answer.hasSuffix("\r\n\r\nevent: gap\ndata: {}\n\nevent: b\ndata: 1\n\n"))
  }

  @Test("the server sends a comment on a silent stream, and ends it if the client disconnects")
  func silence() async throws {
    var limits = WebServer.Limits()
    limits.silence = .milliseconds(10)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let stream = EventStream { end.yield() }
    let server = try serve(limits) { _, _ in .stream(stream) }
    var client: TestClient? = try self.stream(server, try token(server))
    client?.read(until: ":\n\n:\n\n")
    client = nil
    for await _ in ends { break }
    #expect(!stream.send("a", "1"))
  }

  @Test("the server refuses a sixth tab of one link")
  func tabs() throws {
    let server = try serve { _, _ in .stream(EventStream()) }
    let token = try token(server)
    let tabs = try (0..<5).map { _ in try stream(server, token) }
    for tab in tabs { tab.read(until: "\r\n\r\n") }
    #expect(try stream(server, token).read().hasPrefix("HTTP/1.1 429 "))
    let other = try self.token(server)
    #expect(try stream(server, other).read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
  }
}
