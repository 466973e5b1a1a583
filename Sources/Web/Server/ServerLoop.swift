#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The loop of the server's thread: waits for sockets, reads requests and writes responses.
struct ServerLoop: Sendable {
  let listener: Int32
  let wakeEnd: Int32
  let wakeUp: WakeUp
  let limits: WebServer.Limits
  let policy: String
  let rules: AccessRules
  let tokens: AccessTokens
  let page: [String: HTTPResponse]
  let onPair: @Sendable () -> Void
  let respond: WebServer.Respond

  func run() {
    var connections: [Connection] = []
    defer {
      for connection in connections { connection.end() }
      close(listener)
      close(wakeEnd)
    }
    let clock = ContinuousClock()
    // A change that many sessions show wakes their streams one after the other. The loop waits
    // until this time, and then writes them together.
    var flushTime = clock.now
    // If no descriptor is free, the loop does not accept connections for a while.
    var acceptTime = clock.now
    while true {
      let now = clock.now
      let readsWakeUps = now >= flushTime
      var sockets = [
        pollfd(fd: wakeEnd, events: readsWakeUps ? Int16(POLLIN) : 0, revents: 0),
        pollfd(fd: listener, events: now >= acceptTime ? Int16(POLLIN) : 0, revents: 0),
      ]
      sockets += connections.map(\.interest)
      let deadline =
        (connections.compactMap { $0.deadline(limits) }
        + [flushTime, acceptTime]
        .filter { $0 > now }).min()
      let wait = deadline.map { now.duration(to: $0) }
      let count = poll(&sockets, nfds_t(sockets.count), wait.map(milliseconds) ?? -1)
      if count < 0, errno != EINTR { return }
      if sockets[0].revents != 0 {
        if !drainWakeUps() { return }
        flushTime = clock.now + .milliseconds(connections.count > 64 ? 4 : 0)
      }
      let time = clock.now
      for (connection, socket) in zip(connections, sockets.dropFirst(2)) {
        if let response = connection.pending?.response {
          connection.answer(response.bytes(policy: policy))
        }
        if socket.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
          connection.read { head throws(HTTPRefusal) in
            try admit(head, connection, connections)
          } _: {
            request(connection, $0)
          }
        }
        connection.write(time, limits)
        connection.expire(time, limits) { answer(connection, .response(HTTPResponse($0))) }
      }
      connections.removeAll { $0.isEnded }
      if sockets[1].revents != 0, !open(&connections, time) {
        acceptTime = time + .milliseconds(100)
      }
    }
  }

  /// - Returns: False if the server must end.
  private func drainWakeUps() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(wakeEnd, &bytes, bytes.count)
      if count == 0 { return false }
      if count < 0 { return true }
    }
  }

  /// - Returns: False if no descriptor is free.
  private func open(_ connections: inout [Connection], _ now: ContinuousClock.Instant) -> Bool {
    let refusal = HTTPResponse(503, "too many connections\n").bytes(policy: policy)
    for _ in 0..<64 {
      let socket = accept(listener, nil, nil)
      guard socket >= 0 else { return errno != EMFILE && errno != ENFILE }
      WebServer.configure(socket)
      let connection = Connection(socket, limits.request, now)
      connections.append(connection)
      if connections.count > limits.descriptors / 2
        || connections.count(where: { $0.token == nil })
          > min(limits.connections, limits.descriptors / 8)
      {
        connection.refuse(refusal)
        connections.removeLast()
      }
    }
    return true
  }

  // MARK: - Answers

  /// Checks a request before its body arrives.
  private func admit(
    _ head: HTTPRequest, _ connection: Connection, _ connections: [Connection]
  ) throws(HTTPRefusal) {
    try rules.check(head)
    if head.path == "/api/pair" {
      // The body is `{"code": …}`. Every program on this machine can send it.
      if head.contentLength > 256 { throw HTTPRefusal(413, "the body is too long") }
    } else if head.path.hasPrefix("/api/") {
      connection.token = try tokens.check(head)
      // Before the tab's previous stream ends.
      if head.path == "/api/stream" { try checkStreams(of: connection, connections) }
    }
  }

  private func request(_ connection: Connection, _ result: Result<HTTPRequest, HTTPRefusal>) {
    do throws(HTTPRefusal) {
      answer(connection, try answer(to: result.get(), token: connection.token))
    } catch { answer(connection, .response(HTTPResponse(error))) }
  }

  private func answer(
    to request: HTTPRequest, token: String?
  ) throws(HTTPRefusal) -> WebServer.Answer {
    if let token { return respond(request, token) }
    if !request.path.hasPrefix("/api/") {
      guard request.method == .get, let resource = page[request.path] else {
        throw HTTPRefusal(404, "there is no \(request.path)")
      }
      return .response(resource)
    }
    guard request.method == .post else { throw HTTPRefusal(405, "send the code by POST") }
    guard let pairing = try? JSONDecoder().decode(Pairing.self, from: Data(request.body)) else {
      throw HTTPRefusal(400, "the body must be {\"code\": …}")
    }
    guard let token = tokens.pair(pairing.code) else {
      throw HTTPRefusal(403, "this link was already used: open a new one")
    }
    onPair()
    return .response(HTTPResponse(200, type: "application/json", "{\"token\":\"\(token)\"}"))
  }

  private func checkStreams(
    of connection: Connection, _ connections: [Connection]
  ) throws(HTTPRefusal) {
    let streams = connections.filter { $0.stream != nil }
    if streams.count >= limits.streams { throw HTTPRefusal(503, "too many pages are open") }
    if streams.count(where: { $0.token == connection.token }) >= limits.streamsPerToken {
      throw HTTPRefusal(429, "too many tabs of this page are open: close one")
    }
  }

  private func answer(_ connection: Connection, _ answer: WebServer.Answer) {
    switch answer {
    case .response(let response): connection.answer(response.bytes(policy: policy))
    case .stream(let stream): connection.begin(stream, policy: policy, wakeUp)
    case .later(let pending): connection.wait(for: pending, wakeUp)
    }
  }
}

/// What a browser sends to get a token.
private struct Pairing: Decodable { let code: String }

/// Rounds up, so that the deadline has passed when the wait ends.
private func milliseconds(_ duration: Duration) -> Int32 {
  Int32(min(max(0, (duration / .milliseconds(1)).rounded(.up)), 1e9))
}
