/// The loop of the server's thread: waits for sockets, reads requests and writes responses.
struct ServerLoop: Sendable {
  let listener: Socket
  let wakeEnd: Socket
  let wakeUp: WakeUp
  let limits: WebServer.Limits
  let rules: AccessRules
  let tokens: AccessTokens
  let page: [String: HTTPResponse]
  let onPair: @Sendable () -> Void
  let respond: WebServer.Respond

  func run() {
    var connections: [Connection] = []
    defer {
      for connection in connections { connection.end() }
      listener.end()
      wakeEnd.end()
    }
    let clock = ContinuousClock()
    // When a change is visible in many sessions, they wake their streams one after the other. The
    // loop does not react to a wake-up before this time, so that it writes many streams together.
    var flushTime = clock.now
    // The time until which no connections are accepted, because no descriptor was free.
    var acceptTime = clock.now
    while true {
      let now = clock.now
      let sockets =
        [wakeEnd.interest(reads: now >= flushTime), listener.interest(reads: now >= acceptTime)]
        + connections.map(\.interest)
      let deadlines =
        connections.compactMap { $0.deadline(limits) }
        + [flushTime, acceptTime].filter { $0 > now }
      guard let ready = Socket.wait(for: sockets, deadlines.min().map { now.duration(to: $0) })
      else { return }
      if ready[0] {
        while let bytes = wakeEnd.read() { if bytes.isEmpty { return } }
        flushTime = clock.now + .milliseconds(connections.count > 64 ? 4 : 0)
      }
      let time = clock.now
      for (connection, isReady) in zip(connections, ready.dropFirst(2)) {
        do throws(HTTPRefusal) {
          if isReady,
            let request = try connection.read(admit: { head throws(HTTPRefusal) in
              try admit(head, connection, connections)
            })
          {
            connection.answer(try answer(to: request, token: connection.token), wakeUp)
          }
          connection.write(time, limits)
          try connection.expire(time, limits)
        } catch { connection.answer(.response(HTTPResponse(error)), wakeUp) }
      }
      connections.removeAll { $0.isEnded }
      if ready[1], !open(&connections, time) { acceptTime = time + .milliseconds(100) }
    }
  }

  private static let refusal = HTTPResponse(503, "too many connections\n").bytes

  /// - Returns: False if no descriptor is free.
  private func open(_ connections: inout [Connection], _ now: ContinuousClock.Instant) -> Bool {
    for _ in 0..<64 {
      guard let socket = listener.accepted() else { return !Socket.lacksDescriptors }
      let connection = Connection(socket, limits.request, now)
      let unknown = connections.count { $0.token == nil } + 1
      if connections.count >= limits.descriptors / 2
        || unknown > min(limits.connections, limits.descriptors / 8)
      {
        connection.refuse(Self.refusal)
      } else {
        connections.append(connection)
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
      // The body is `{"code": …}`. It must be short, because every program on this machine can send
      // it.
      if head.contentLength > 256 { throw HTTPRefusal(413, "the body is too long") }
    } else if head.path.hasPrefix("/api/") {
      let token = try tokens.check(head)
      let own = connections.filter { $0.token == token }
      let ownStreams = own.count(where: \.isStream)
      connection.token = token
      if tokens.permission(of: token) != .drive, head.contentLength > limits.bodyForViewing {
        throw HTTPRefusal(413, "the body is too long for a link that permits only viewing")
      }
      guard head.method == .get, head.path == "/api/stream" else {
        if own.count - ownStreams < limits.requestsPerToken { return }
        throw HTTPRefusal(429, "too many requests of this page wait for an answer")
      }
      // The tab's previous stream also counts, because it ends only after the new one has started.
      if connections.count(where: \.isStream) >= limits.streams {
        throw HTTPRefusal(503, "too many pages are open")
      }
      if ownStreams >= limits.streamsPerToken {
        throw HTTPRefusal(429, "too many tabs of this page are open: close one")
      }
    }
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
    let body = try request.decoded(Pairing.self, or: "the body must be {\"code\": …}")
    guard let token = tokens.pair(body.code) else {
      throw HTTPRefusal(403, "this link was used or is wrong: open the one that the program shows")
    }
    onPair()
    return .response(HTTPResponse(200, type: "application/json", "{\"token\":\"\(token)\"}"))
  }
}

/// The message that a browser sends to get a token.
private struct Pairing: Decodable { let code: String }
