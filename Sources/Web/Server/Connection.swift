/// A client's socket, on the server's thread. It reads one request and writes one response.
final class Connection {
  private enum Phase {
    case head, body, response
    /// The response is written. The server waits for two seconds at most until the client closes
    /// the connection, so that the client can read the whole response.
    case closing
    case ended
  }

  private let socket: Socket
  private var phase = Phase.head
  private var parser: HTTPRequestParser
  /// The part of the response that is ready to be written.
  private var output: ArraySlice<UInt8> = []
  /// The rest of the response, if other threads write it.
  private var source: OpenResponse?
  private(set) var isStream = false
  var token: String?
  /// The start of the current time limit: when the phase began, when the last bytes were taken from
  /// `source`, or when the last bytes were sent.
  private var since: ContinuousClock.Instant
  private var lastWrite: ContinuousClock.Instant?

  init(_ socket: Socket, _ limits: HTTPLimits, _ now: ContinuousClock.Instant) {
    (self.socket, parser, since) = (socket, HTTPRequestParser(limits), now)
  }

  var isEnded: Bool { phase == .ended }

  // MARK: - Waiting

  var interest: Socket.Interest { socket.interest(reads: true, writes: !output.isEmpty) }

  /// When the server must act even if the socket is not ready.
  func deadline(_ limits: WebServer.Limits) -> ContinuousClock.Instant? {
    switch phase {
    case .head: since + limits.head
    case .body: since + limits.body
    case .response where !output.isEmpty: since + limits.write
    case .response where source?.isIdle == false: lastWrite.map { $0 + limits.pace } ?? since
    // A response that another thread completes later has no time limit, because the thread
    // completes every such response, and the client can close the connection before that.
    case .response: isStream ? since + limits.silence : nil
    case .closing: since + .seconds(2)
    case .ended: nil
    }
  }

  /// Handles a deadline that has passed: writes more of the response, or closes the socket.
  /// - Throws: ``HTTPRefusal`` if the request did not arrive in time.
  func expire(_ now: ContinuousClock.Instant, _ limits: WebServer.Limits) throws(HTTPRefusal) {
    guard let deadline = deadline(limits), deadline <= now else { return }
    switch phase {
    case .head, .body: throw HTTPRefusal(408, "the request did not arrive in time")
    case .response where output.isEmpty:
      if source?.isIdle == true { source?.sendComment() }
      write(now, limits)
    default: end()
    }
  }

  // MARK: - Reading

  /// - Parameter admit: Checks a request after its head arrived, before the server reads the body.
  /// - Returns: The request when it is complete; nil before and after that.
  /// - Throws: ``HTTPRefusal`` if the request is refused.
  func read(
    admit: (_ head: HTTPRequest) throws(HTTPRefusal) -> Void
  ) throws(HTTPRefusal) -> HTTPRequest? {
    // Reads at most 16 times, because other connections wait. The rest is read in the next turn of
    // the loop.
    for _ in 0..<16 {
      guard let bytes = socket.read() else { return nil }
      // The connection has failed, or the client has closed its sending side, which browsers do
      // only when they disconnect.
      if bytes.isEmpty {
        end()
        return nil
      }
      guard phase == .head || phase == .body else { continue }
      let request = try parser.take(bytes)
      if phase == .head, let head = parser.head {
        (phase, since) = (.body, .now)
        try admit(head)
      }
      if let request { return request }
    }
    return nil
  }

  // MARK: - Writing

  func answer(_ answer: WebServer.Answer, _ wakeUp: WakeUp) {
    switch answer {
    case .response(let response): output = response.bytes[...]
    case .later(let response): source = response
    case .stream(let stream):
      (source, isStream, output) = (stream, true, HTTPResponse.streamHead[...])
    }
    (phase, since) = (.response, .now)
    source?.attach { wakeUp.wake() }
  }

  /// Closes the connection at once, with a response if the socket takes it.
  func refuse(_ bytes: [UInt8]) {
    // If bytes are unread, the system resets the connection, and the client may not get the
    // response.
    _ = socket.read()
    socket.write(bytes[...])
    end()
  }

  func write(_ now: ContinuousClock.Instant, _ limits: WebServer.Limits) {
    guard phase == .response else { return }
    if output.isEmpty, let source {
      guard !source.isIdle, lastWrite.map({ $0 + limits.pace <= now }) ?? true else { return }
      output = source.takeBytes()[...]
      (lastWrite, since) = (now, now)
    }
    while !output.isEmpty {
      guard let count = socket.write(output) else { return end() }
      if count == 0 { return }
      output = output.dropFirst(count)
      since = now
    }
    guard source?.isComplete ?? true else { return }
    socket.endWriting()
    leave(.closing, now)
  }

  func end() {
    if isEnded { return }
    socket.end()
    leave(.ended, since)
  }

  private func leave(_ next: Phase, _ now: ContinuousClock.Instant) {
    (phase, since) = (next, now)
    source?.end()
    (source, isStream, output) = (nil, false, [])
  }
}
