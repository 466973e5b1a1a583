#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A client's socket, on the server's thread. It reads one request and writes one response.
final class Connection {
  private enum Phase {
    case head, body, waiting, writing, streaming
    /// The response is written. The server waits until the client closes, so that the client reads
    /// the whole response.
    case closing
    case ended
  }

  private let socket: Int32
  private var phase = Phase.head
  private var parser: HTTPRequestParser
  private var output: ArraySlice<UInt8> = []
  private(set) var stream: EventStream?
  private(set) var pending: PendingResponse?
  var token: String?
  /// The start of the current time limit: when the phase began, or when the last byte was sent.
  private var since: ContinuousClock.Instant
  private var lastWrite: ContinuousClock.Instant?

  init(_ socket: Int32, _ limits: HTTPLimits, _ now: ContinuousClock.Instant) {
    self.socket = socket
    parser = HTTPRequestParser(limits)
    since = now
  }

  var isEnded: Bool { if case .ended = phase { true } else { false } }

  // MARK: - Waiting

  var interest: pollfd {
    pollfd(fd: socket, events: Int16(output.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
  }

  /// When the server must act even if the socket is not ready.
  func deadline(_ limits: WebServer.Limits) -> ContinuousClock.Instant? {
    switch phase {
    case .head: since + limits.head
    case .body: since + limits.body
    case .writing: since + limits.write
    // Every response is completed eventually, and a client can close its connection before that.
    case .waiting: nil
    case .closing: since + .seconds(2)
    case .streaming where !output.isEmpty: since + limits.write
    case .streaming:
      if stream?.isEmpty == false {
        lastWrite.map { $0 + limits.pace } ?? since
      } else {
        since + limits.silence
      }
    case .ended: nil
    }
  }

  /// Handles a deadline that has passed: refuses the request, writes the stream, or closes the
  /// socket.
  func expire(
    _ now: ContinuousClock.Instant, _ limits: WebServer.Limits, refuse: (HTTPRefusal) -> Void
  ) {
    guard let deadline = deadline(limits), deadline <= now else { return }
    switch phase {
    case .head, .body: refuse(HTTPRefusal(408, "the request did not arrive in time"))
    case .streaming where output.isEmpty:
      if stream?.isEmpty == true { stream?.sendComment() }
      write(now, limits)
    default: end()
    }
  }

  // MARK: - Reading

  /// - Parameters:
  ///   - admit: Checks a request after its head arrived, before the server reads the body.
  ///   - receive: Called with the complete request.
  func read(
    admit: (_ head: HTTPRequest) throws(HTTPRefusal) -> Void,
    _ receive: (Result<HTTPRequest, HTTPRefusal>) -> Void
  ) {
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    // Reads at most 16 times, because other connections wait. The next turn reads the rest.
    for _ in 0..<16 {
      let count = recv(socket, &bytes, bytes.count, 0)
      if count < 0 {
        if errno != EAGAIN, errno != EWOULDBLOCK, errno != EINTR { end() }
        return
      }
      // No browser closes its sending side and continues to read, so the connection ends.
      if count == 0 { return end() }
      switch phase {
      case .head, .body:
        do throws(HTTPRefusal) {
          let request = try parser.take(bytes[..<count])
          if case .head = phase, let head = parser.head {
            (phase, since) = (.body, .now)
            try admit(head)
          }
          if let request { receive(.success(request)) }
        } catch { receive(.failure(error)) }
      case .waiting, .writing, .streaming, .closing: break
      case .ended: return
      }
    }
  }

  // MARK: - Writing

  /// Sends the response when it is complete.
  func wait(for response: PendingResponse, _ wakeUp: WakeUp) {
    pending = response
    phase = .waiting
    since = .now
    response.attach { wakeUp.wake() }
  }

  func answer(_ bytes: [UInt8]) {
    pending = nil
    output = bytes[...]
    phase = .writing
    since = .now
  }

  /// Closes the connection at once, with a response if the socket takes it.
  func refuse(_ bytes: [UInt8]) {
    // If bytes are unread, the system resets the connection, and the client may not get the
    // response.
    var unread = [UInt8](repeating: 0, count: 4096)
    _ = recv(socket, &unread, unread.count, 0)
    push(bytes[...])
    end()
  }

  func begin(_ stream: EventStream, policy: String, _ wakeUp: WakeUp) {
    self.stream = stream
    output =
      HTTPResponse.head(200, type: "text/event-stream", policy: policy, length: nil)[...]
    phase = .streaming
    since = .now
    stream.attach { wakeUp.wake() }
  }

  func write(_ now: ContinuousClock.Instant, _ limits: WebServer.Limits) {
    guard !isEnded else { return }
    if output.isEmpty, let stream {
      if stream.isIdle { return }
      if stream.isEmpty, stream.isClosed { return finish(now) }
      guard !stream.isEmpty, lastWrite.map({ $0 + limits.pace <= now }) ?? true else { return }
      output = stream.takeBytes()[...]
      lastWrite = now
      since = now
    }
    while !output.isEmpty {
      let count = push(output)
      if count < 0 {
        if errno != EAGAIN, errno != EWOULDBLOCK, errno != EINTR { end() }
        return
      }
      output = output.dropFirst(count)
      since = now
    }
    if case .writing = phase { finish(now) }
    if let stream, case .streaming = phase, stream.isEmpty, stream.isClosed { finish(now) }
  }

  @discardableResult
  private func push(_ bytes: ArraySlice<UInt8>) -> Int {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
  }

  private func finish(_ now: ContinuousClock.Instant) {
    stream?.end()
    stream = nil
    phase = .closing
    since = now
    shutdown(socket, Int32(SHUT_WR))
  }

  func end() {
    guard !isEnded else { return }
    phase = .ended
    stream?.end()
    stream = nil
    close(socket)
  }
}
