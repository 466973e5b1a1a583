import Foundation
import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceWeb

/// A page server for a test. The test runs the server's work on the main actor.
@MainActor
final class PageStage {
  let server: PageServer
  let clock = ManualClock()
  let queue = ManualMainQueue()

  init<State, Action>(
    limits: WebServer.Limits = WebServer.Limits(),
    _ program: @escaping @MainActor () -> TerminalApp<State, Action>
  ) throws {
    let (queue, clock) = (queue, clock)
    var options = PageOptions(name: "test")
    options.linkFile = nil
    server = try PageServer(
      options, scheduler: clock, runOnMainActor: { queue.add($0) }, limits: limits
    ) { device, runOnMainActor in
      try program().start(on: device, scheduler: clock, runOnMainActor: runOnMainActor)
    }
    queue.run()
  }

  deinit { MainActor.assumeIsolated { server.stop() } }

  /// Draws all requested frames.
  func settle() {
    queue.run()
    clock.advance(by: .milliseconds(20))
    queue.run()
  }

  /// Opens a browser tab with a link.
  func open(_ tab: String = "aaaaaaaa", _ permission: PagePermission = .drive) throws -> PageTab {
    try PageTab(self, tab, token(permission))
  }

  /// Exchanges the code of a link for a token.
  func token(_ permission: PagePermission) throws -> String {
    let link = permission == .drive ? server.state.link : server.state.viewLink
    let code = link.split(separator: "#").last.map(String.init) ?? ""
    let answer = try PageTab.post("pair", "{\"code\":\"\(code)\"}", nil, server.port)
    queue.run()
    let token = answer.components(separatedBy: "\"token\":\"").last?.prefix(64) ?? ""
    return String(token)
  }

  /// Sends a request for something below `/api/`.
  func request(_ path: String, _ token: String) throws -> TestClient {
    let client = try TestClient(port: server.port)
    client.send(
      "GET /api/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
        + "Authorization: Bearer \(token)\r\n\r\n")
    return client
  }

  /// Requests the stream of a tab, whose page is not made yet.
  func stream(_ tab: String, _ token: String, columns: Int = 30) throws -> TestClient {
    let client = try request("stream?tab=\(tab)&c=\(columns)&r=8&d=1", token)
    client.read(until: "event: hello")
    return client
  }

  /// Returns after the server has noticed all clients that have left.
  ///
  /// The turn of its loop that answers the first request may have read the request of a client
  /// that has left. It notices the client's end in its next turn, before the second request.
  func noticeClosing() throws {
    for _ in 0..<2 {
      _ = try TestClient(port: server.port).status(of: "GET / HTTP/1.1\r\n\r\n")
    }
  }
}

@MainActor
final class PageTab {
  let stage: PageStage
  let name: String
  let token: String
  let page = PageModel()
  private(set) var client: TestClient
  private var taken = 0
  private(set) var events: [String] = []
  private var number = 0
  var version = 0

  init(_ stage: PageStage, _ name: String, _ token: String) throws {
    (self.stage, self.name, self.token) = (stage, name, token)
    client = try TestClient(port: stage.server.port)
    try connect()
  }

  static func post(_ path: String, _ body: String, _ token: String?, _ port: UInt16) throws
    -> String
  {
    let client = try TestClient(port: port)
    client.send(
      "POST /api/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
        + (token.map { "Authorization: Bearer \($0)\r\n" } ?? "")
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return client.read()
  }

  /// Opens a new stream.
  func connect(columns: Int = 30, rows: Int = 8) throws {
    client = try stage.request("stream?tab=\(name)&c=\(columns)&r=\(rows)&d=1", token)
    taken = 0
    client.read(until: "event: hello")
    // The tab may have to wait for its turn.
    stage.queue.run()
    stage.clock.advance(by: .milliseconds(100))
    stage.settle()
    take(until: "event: all")
  }

  /// Applies received events, up to an expected event.
  func take(until wanted: String = "event: ops") {
    while true {
      client.read(until: wanted, after: taken)
      let all = client.received
      guard let end = Self.end(of: all, after: taken, wanted) else { return }
      let part = String(decoding: all[taken..<end], as: UTF8.self)
      taken = end
      for event in part.components(separatedBy: "\n\n") { apply(event) }
      if part.contains(wanted) { return }
    }
  }

  private static func end(of bytes: [UInt8], after start: Int, _ wanted: String) -> Int? {
    let text = String(decoding: bytes[start...], as: UTF8.self)
    guard let found = text.range(of: wanted),
      let end = text.range(of: "\n\n", range: found.upperBound..<text.endIndex)
    else { return nil }
    return start + text[..<end.upperBound].utf8.count
  }

  private func apply(_ event: String) {
    let lines = event.split(separator: "\n")
    guard let name = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7),
      let data = lines.first(where: { $0.hasPrefix("data: ") })?.dropFirst(6)
    else { return }
    events.append(String(name))
    if name == "bye" { events.append(String(data)) }
    guard name == "all" || name == "ops" else { return }
    if name == "all" { page.reset() }
    let parts = data.components(separatedBy: ",\"o\":[")
    version = Int(parts[0].dropFirst(5)) ?? -1
    page.apply(String(parts.dropFirst().joined(separator: ",\"o\":[").dropLast(2)))
  }

  /// Sends events.
  /// - Returns: The status of the response.
  @discardableResult
  func send(_ events: String..., number: Int? = nil, seen: Int? = nil) throws -> Int {
    if number == nil { self.number += 1 }
    let body =
      "{\"tab\":\"\(name)\",\"seq\":\(number ?? self.number),\"v\":\(seen ?? version),"
      + "\"e\":[\(events.joined(separator: ","))]}"
    let answer = try Self.post("events", body, token, stage.server.port)
    stage.queue.run()
    return Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  func key(_ name: String, _ modifiers: Int = 0) throws {
    try send("{\"t\":\"key\",\"k\":\"\(name)\",\"m\":\(modifiers)}")
  }

  /// Finds the element with a tag or a role.
  func element(_ kind: String, _ index: Int = 0) throws -> PageModel.Element {
    let found = page.elements.values.filter { $0.tag == kind || $0.attributes["role"] == kind }
      .sorted { $0.id < $1.id }
    return try #require(found.indices.contains(index) ? found[index] : nil)
  }

  /// Closes the browser, and waits until the server has noticed.
  func hangUp() {
    client = TestClient()
    while stage.queue.count == 0 {}
    stage.queue.run()
  }

  /// The text of the screen, as the server reports it.
  func screen() throws -> String {
    let client = try stage.request("screen?tab=\(name)", token)
    while stage.queue.count == 0 {}
    stage.queue.run()
    return client.read()
  }

  var text: String {
    page.screen(width: 30, height: 8)
      .map { row in
        var line = row.map { $0?.text ?? "▒" }.joined()
        while line.last == " " { line.removeLast() }
        return line
      }
      .joined(separator: "\n")
  }
}
