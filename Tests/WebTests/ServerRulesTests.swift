import Foundation
import TestSupport
import Testing

@testable import MillraceWeb

@Suite("Server rules", .timeLimit(.minutes(5)))
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

  @Test("the server answers each request of the table with its status", arguments: ServerRule.all)
  func rules(rule: ServerRule) throws {
    let server = try serve()
    let request = rule.request(port: server.port, token: try token(server))
    // Sends the request in one piece, and then byte by byte.
    #expect(try TestClient(port: server.port).status(of: request) == rule.status)
    // Byte by byte, the server would answer the first of two requests before the second arrives.
    guard request.utf8.count < 1000, rule.description != "two requests" else { return }
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

  @Test(
    "the server refuses a code in a long body before the body arrives, and one that is not JSON",
    arguments: [
      (257, "", 413), (1_048_576, "{\"code\":\"", 413), (12, "{\"code\":1}  ", 400),
      (7, "code=ab", 400), (15, "{\"code\":\"none\"}", 403), (2, "{}", 400),
    ])
  func codeBodies(length: Int, body: String, status: Int) throws {
    let server = try serve()
    let request =
      "POST /api/pair HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(length)\r\n\r\n\(body)"
    #expect(try TestClient(port: server.port).status(of: request) == status)
  }

  @Test("the server listens only on 127.0.0.1")
  func address() throws {
    let server = try serve()
    // All of 127.0.0.0/8 is this machine, but the server must not listen on its other addresses.
    #expect(throws: TestClientError.self) {
      try TestClient(port: server.port, address: "127.0.0.2")
    }
    #expect(throws: PageServerError.self) {
      try WebServer(port: server.port) { _, _ in .response(HTTPResponse(200)) }
    }
    #expect(
      throws: PageServerError(
        description:
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

  @Test("connections without a token get an eighth of the descriptors, and all of them a half")
  func descriptors() throws {
    var limits = WebServer.Limits()
    limits.descriptors = 64
    (limits.head, limits.streamsPerToken) = (.seconds(600), 100)
    let server = try serve(limits) { _, _ in .stream(OpenResponse()) }
    let tokens = try (0..<2).map { _ in try token(server) }
    var streams: [TestClient] = []
    func open() throws -> Bool {
      let client = try stream(server, tokens[streams.count % 2])
      streams.append(client)
      return client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 ")
    }
    for _ in 0..<10 { #expect(try open()) }
    var slow = try (0..<8).map { _ in try TestClient(port: server.port) }
    for client in slow { client.send("GET / HT") }
    // The server is not busy with other connections, so it has accepted these.
    for _ in 0..<100 { #expect(try TestClient(port: server.port).status(of: "") == 503) }
    for client in slow { #expect(client.status(of: slowRest(server)) == 200) }
    slow = []
    for _ in 0..<22 { #expect(try open()) }
    #expect(try !open())
    #expect(try TestClient(port: server.port).status(of: "GET / HTTP/1.1\r\n") == 503)
  }

  private func slowRest(_ server: WebServer) -> String {
    "TP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
  }

  @Test("the limit of descriptors is the process's own")
  func ownDescriptors() {
    var limit = rlimit()
    #if canImport(Glibc)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    #expect(WebServer.Limits().descriptors == Int(clamping: limit.rlim_cur))
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
    let stream = OpenResponse()
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
    let stream = OpenResponse(limit: 1000)
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
    let stream = OpenResponse { end.yield() }
    let server = try serve(limits) { _, _ in .stream(stream) }
    var client: TestClient? = try self.stream(server, try token(server))
    client?.read(until: ":\n\n:\n\n")
    client = nil
    for await _ in ends { break }
    #expect(!stream.send("a", "1"))
  }

  @Test("one link has at most 16 connections that are not streams")
  func requests() throws {
    let server = try serve { _, _ in .stream(OpenResponse()) }
    let (token, other) = (try token(server), try token(server))
    func request(_ token: String) throws -> TestClient {
      let client = try TestClient(port: server.port)
      client.send(
        "POST /api/do HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Content-Type: application/json\r\nAuthorization: Bearer \(token)\r\n"
          + "Content-Length: 2\r\n\r\n{")
      return client
    }
    var waiting = try (0..<16).map { _ in try request(token) }
    #expect(try request(token).read().hasPrefix("HTTP/1.1 429 "))
    // Streams and other links have limits of their own.
    #expect(try stream(server, token).read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
    let free = try request(other)
    free.send("}")
    #expect(free.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
    waiting.removeLast()
    let next = try request(token)
    next.send("}")
    #expect(next.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
  }

  @Test("a body has at most 16 KiB if the link permits only viewing")
  func bodiesForViewing() throws {
    let server = try serve()
    func status(_ permission: PagePermission, _ length: Int) throws -> Int {
      let token = try #require(server.tokens.pair(server.tokens.makeCode(for: permission)))
      return try TestClient(port: server.port).status(
        of: "POST /api/do HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Content-Type: application/json\r\nAuthorization: Bearer \(token)\r\n"
          + "Content-Length: \(length)\r\n\r\n\(String(repeating: "a", count: length))")
    }
    #expect(try status(.view, 16 * 1024) == 200)
    #expect(try status(.view, 16 * 1024 + 1) == 413)
    #expect(try status(.drive, 16 * 1024 + 1) == 200)
  }

  @Test("the server refuses a sixth tab of one link")
  func tabs() throws {
    let server = try serve { _, _ in .stream(OpenResponse()) }
    let token = try token(server)
    let tabs = try (0..<5).map { _ in try stream(server, token) }
    for tab in tabs { tab.read(until: "\r\n\r\n") }
    #expect(try stream(server, token).read().hasPrefix("HTTP/1.1 429 "))
    let other = try self.token(server)
    #expect(try stream(server, other).read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
  }
}
