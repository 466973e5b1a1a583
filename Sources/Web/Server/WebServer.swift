import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An HTTP server for this machine. One thread waits in `poll` for all sockets, and each connection
/// has one request.
///
/// The server reads no file, starts no process, and runs the program's code only in `respond`.
package final class WebServer: Sendable {
  /// The answer to a request.
  package enum Answer: Sendable {
    case response(HTTPResponse)
    case stream(EventStream)
    /// A response that another thread completes later.
    case later(PendingResponse)
  }

  /// The largest numbers, sizes and times that the server accepts.
  package struct Limits: Sendable {
    package var request = HTTPLimits()
    /// The largest number of connections that have not sent a token.
    package var connections = 512
    /// The number of descriptors that the process may open. Connections that have not sent a token
    /// get an eighth of them, and all connections a half: the program needs the others for files.
    // -1 if there is no limit.
    package var descriptors = Int(clamping: UInt(bitPattern: Int(sysconf(Int32(_SC_OPEN_MAX)))))
    package var streams = 1024
    package var streamsPerToken = 5
    /// The longest time from the connection to the end of the head, and from there to the end of
    /// the body.
    package var head: Duration = .seconds(5)
    package var body: Duration = .seconds(30)
    /// The server closes a connection whose client reads nothing of its response for this time.
    package var write: Duration = .seconds(30)
    /// The server sends a comment on a stream that had no event for this time.
    package var silence: Duration = .seconds(15)
    /// The shortest time between two writes of a stream.
    package var pace: Duration = .microseconds(16_667)

    package init() {}
  }

  /// Answers a request that passed the access rules. Called on the server's thread, which waits
  /// until it returns.
  /// - Parameter token: The token that the client sent.
  package typealias Respond = @Sendable (_ request: HTTPRequest, _ token: String) -> Answer

  package let port: UInt16
  package let tokens: AccessTokens
  /// The origin with which links begin: the proxy's, if there is one.
  private let origin: String
  private let wakeUp: WakeUp
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Starts to listen and to answer requests.
  ///
  /// - Parameters:
  ///   - address: A numeric IPv4 address.
  ///   - port: The port; 0 selects a free one.
  ///   - page: The responses to `GET`, by path. Everybody can read them, so they must not contain
  ///     data of the program.
  ///   - policy: The Content-Security-Policy of each response.
  ///   - origins: The origins of a reverse proxy, as in `https://todo.example.org`.
  ///   - onPair: Called on the server's thread after a browser used the code of a link.
  ///   - respond: Answers the requests below `/api/`, except `/api/pair`.
  /// - Throws: ``WebServerError`` if the server cannot listen there.
  package init(
    address: String = "127.0.0.1", port: UInt16 = 0, limits: Limits = Limits(),
    tokens: AccessTokens = AccessTokens(), page: [String: HTTPResponse] = [:],
    policy: String = "default-src 'none'", origins: [String] = [],
    onPair: @escaping @Sendable () -> Void = {}, respond: @escaping Respond
  ) throws(WebServerError) {
    let (listener, bound) = try Self.openListener(address, port)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      close(listener)
      throw WebServerError("cannot open a pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { Self.configure(end) }
    let own = "http://\(address):\(bound)"
    (origin, self.port, self.tokens) = (origins.first ?? own, bound, tokens)
    wakeUp = WakeUp(ends[1])
    let loop = ServerLoop(
      listener: listener, wakeEnd: ends[0], wakeUp: wakeUp, limits: limits, policy: policy,
      rules: AccessRules(origins: [own] + origins), tokens: tokens,
      page: page, onPair: onPair, respond: respond)
    DispatchQueue(label: "MillraceWeb.server").async { [hasEnded] in
      loop.run()
      hasEnded.signal()
    }
  }

  deinit { stop() }

  /// Makes a link for one browser. Its code can be used once.
  package func makeLink(for permission: PagePermission = .drive) -> String {
    "\(origin)/#\(tokens.makeCode(for: permission))"
  }

  /// Ends all connections, and returns after the server's thread has ended.
  package func stop() {
    if wakeUp.end() { hasEnded.wait() }
  }

  private static func openListener(
    _ address: String, _ port: UInt16
  ) throws(WebServerError) -> (Int32, UInt16) {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    // Pages send the address that they come from, so 0.0.0.0 (all addresses) is refused.
    guard inet_pton(AF_INET, address, &place.sin_addr) == 1, place.sin_addr.s_addr != 0 else {
      throw WebServerError(
        "\(address) cannot be served: give an address of this machine, such as 127.0.0.1")
    }
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    configure(listener)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
    }
    guard listener >= 0, isBound, listen(listener, SOMAXCONN) == 0 else {
      let reason = String(cString: strerror(errno))
      if listener >= 0 { close(listener) }
      throw WebServerError("\(address):\(port) cannot be served: \(reason)")
    }
    var bound = sockaddr_in()
    var length = size
    withUnsafeMutablePointer(to: &bound) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(listener, $0, &length)
      }
    }
    return (listener, UInt16(bigEndian: bound.sin_port))
  }

  /// Makes a descriptor non-blocking, and closes it in child processes.
  static func configure(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}

/// The reason why a server cannot listen.
package struct WebServerError: Error, CustomStringConvertible, Equatable {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// The write end of a pipe with which other threads wake the server. The server ends when this end
/// is closed.
final class WakeUp: Sendable {
  private let descriptor: Mutex<Int32?>

  init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  func wake() {
    descriptor.withLock { open in
      var byte: UInt8 = 1
      // If the pipe is full, the write fails, but the server wakes anyway.
      if let open { _ = write(open, &byte, 1) }
    }
  }

  /// - Returns: Whether the write end was open.
  func end() -> Bool {
    descriptor.withLock { open in
      guard let end = open else { return false }
      open = nil
      return close(end) == 0
    }
  }
}
