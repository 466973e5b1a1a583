import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An HTTP server for this machine: one thread, which waits in `poll` for all sockets, and one request a connection.
///
/// It reads no file, starts no process, and runs the program's code only in `respond`.
package final class WebServer: Sendable {
  /// What a request gets.
  package enum Answer: Sendable {
    case response(HTTPResponse)
    case stream(EventStream)
    /// The answer comes when another thread has made it.
    case later(PendingResponse)
  }

  /// How much the server takes on.
  package struct Limits: Sendable {
    package var request = HTTPLimits()
    /// Connections at once, those of streams left out.
    package var connections = 512
    package var streams = 1024
    package var streamsPerToken = 5
    /// From the connection to the end of the head, and from there to the end of the body.
    package var head: Duration = .seconds(5)
    package var body: Duration = .seconds(30)
    /// A client that takes nothing of its answer for so long is left.
    package var write: Duration = .seconds(30)
    /// A stream without an event for so long gets a comment.
    package var silence: Duration = .seconds(15)
    /// From one write of a stream to the next.
    package var pace: Duration = .microseconds(16_667)

    package init() {}
  }

  /// Answers a request that has passed the rules. Called on the server's thread, which waits meanwhile.
  /// - Parameter token: Who asks.
  package typealias Respond = @Sendable (_ request: HTTPRequest, _ token: String) -> Answer

  package let port: UInt16
  package let tokens: AccessTokens
  /// What pages begin with, as their users see it.
  private let origin: String
  private let wakeUp: WakeUp
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Listens, and answers from now on.
  ///
  /// - Parameters:
  ///   - address: In numbers, of IPv4.
  ///   - port: 0 for one that is free.
  ///   - page: What is served to everybody by `GET`: no data of the program may be in it.
  ///   - policy: The Content-Security-Policy of each answer.
  ///   - origins: Where else the pages come from: those of a proxy in front, as in `https://todo.example.org`.
  ///   - onPair: Called on the server's thread when the code of a link was used.
  ///   - respond: Answers the requests below `/api/`, but for `/api/pair`.
  /// - Throws: ``WebServerError``, if it cannot listen there.
  package init(
    address: String = "127.0.0.1", port: UInt16 = 0, limits: Limits = Limits(),
    tokens: AccessTokens = AccessTokens(), page: [String: HTTPResponse] = [:],
    policy: String = "default-src 'none'", origins: [String] = [],
    onPair: @escaping @Sendable () -> Void = {}, respond: @escaping Respond
  ) throws(WebServerError) {
    let (listener, bound) = try Self.listen(address, port)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      close(listener)
      throw WebServerError("no pipe: \(String(cString: strerror(errno)))")
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

  /// A link for one browser: the code in it is used once.
  package func makeLink(for permission: PagePermission = .drive) -> String {
    "\(origin)/#\(tokens.makeCode(for: permission))"
  }

  /// Ends all connections, and returns when the server's thread has ended.
  package func stop() {
    if wakeUp.close() { hasEnded.wait() }
  }

  private static func listen(
    _ address: String, _ port: UInt16
  ) throws(WebServerError) -> (Int32, UInt16) {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    // Pages name the address that they come from: all of them have none.
    guard inet_pton(AF_INET, address, &place.sin_addr) == 1, place.sin_addr.s_addr != 0 else {
      throw WebServerError("\(address) is no address of a machine, such as 127.0.0.1")
    }
    #if canImport(Darwin)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    configure(listener)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
    }
    #if canImport(Darwin)
      let isListening = isBound && Darwin.listen(listener, SOMAXCONN) == 0
    #elseif canImport(Glibc)
      let isListening = isBound && Glibc.listen(listener, SOMAXCONN) == 0
    #else
      let isListening = isBound && Musl.listen(listener, SOMAXCONN) == 0
    #endif
    guard listener >= 0, isListening else {
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

  /// Never waits, and is not there in a program that this one starts.
  static func configure(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}

/// Why a server does not listen.
package struct WebServerError: Error, CustomStringConvertible, Equatable {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// The end of a pipe by which other threads end the server's wait. The server ends when it is closed.
final class WakeUp: Sendable {
  private let end: Mutex<Int32?>

  init(_ end: Int32) { self.end = Mutex(end) }

  func wake() {
    end.withLock { end in
      var byte: UInt8 = 1
      // A full pipe wakes as well.
      if let end { _ = write(end, &byte, 1) }
    }
  }

  /// - Returns: Whether it was open.
  func close() -> Bool {
    end.withLock { open in
      guard let end = open else { return false }
      open = nil
      #if canImport(Darwin)
        Darwin.close(end)
      #elseif canImport(Glibc)
        Glibc.close(end)
      #else
        Musl.close(end)
      #endif
      return true
    }
  }
}
