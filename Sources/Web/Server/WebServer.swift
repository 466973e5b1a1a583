import Dispatch
import Synchronization

/// An HTTP server, by default only for this machine. One thread waits in `poll` for all sockets,
/// and each connection serves one request.
///
/// The server reads no file, and starts no process. It runs the program's code only in `respond`,
/// in `onPair` and in the callbacks of an ``OpenResponse``.
package final class WebServer: Sendable {
  /// The answer to a request.
  package enum Answer: Sendable {
    case response(HTTPResponse)
    /// A stream of events.
    case stream(OpenResponse)
    /// A response that another thread completes later.
    case later(OpenResponse)
  }

  /// The largest numbers and sizes that the server accepts, and its times.
  package struct Limits: Sendable {
    package var request = HTTPLimits()
    /// The largest number of connections that have not sent a token.
    package var connections = 512
    /// The number of descriptors that the process may open. Connections that have not sent a token
    /// get an eighth of them, and all connections together get a half. The program needs the others
    /// for files.
    package var descriptors = Socket.descriptorLimit
    package var streams = 1024
    package var streamsPerToken = 5
    /// The largest number of connections of one token that are not streams.
    package var requestsPerToken = 16
    /// The largest body, in bytes, of a request whose token permits only viewing.
    package var bodyForViewing = 16 * 1024
    /// The longest time from the connection to the end of the head, and from there to the end of
    /// the body.
    package var head: Duration = .seconds(5)
    package var body: Duration = .seconds(30)
    /// The longest time for which a client may read nothing of its response. Then the server closes
    /// the connection.
    package var write: Duration = .seconds(30)
    /// The longest time without an event on a stream. Then the server sends a comment.
    package var silence: Duration = .seconds(15)
    /// The shortest time between two writes of a stream.
    package var pace: Duration = .microseconds(16_667)

    package init() {}
  }

  /// Answers a request that the access rules permit. Called on the server's thread, which waits
  /// until it returns.
  /// - Parameter token: The token that the client sent.
  package typealias Respond = @Sendable (_ request: HTTPRequest, _ token: String) -> Answer

  package let port: UInt16
  package let tokens: AccessTokens
  /// The origin of links: the first origin of the reverse proxy or, without a proxy, that of this
  /// server.
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
  ///   - origins: The origins of a reverse proxy, as in `https://todo.example.org`.
  ///   - onPair: Called on the server's thread after a browser used the code of a link.
  ///   - respond: Answers the requests below `/api/`, except `/api/pair`.
  /// - Throws: ``PageServerError`` if the server cannot listen there.
  package init(
    address: String = "127.0.0.1", port: UInt16 = 0, limits: Limits = Limits(),
    tokens: AccessTokens = AccessTokens(), page: [String: HTTPResponse] = [:],
    origins: [String] = [], onPair: @escaping @Sendable () -> Void = {},
    respond: @escaping Respond
  ) throws(PageServerError) {
    let (listener, bound) = try Socket.listener(address, port)
    let (wakeEnd, other): (Socket, Socket)
    do throws(PageServerError) { (wakeEnd, other) = try Socket.pair() } catch {
      listener.end()
      throw error
    }
    wakeUp = WakeUp(other)
    let own = "http://\(address):\(bound)"
    (origin, self.port, self.tokens) = (origins.first ?? own, bound, tokens)
    let loop = ServerLoop(
      listener: listener, wakeEnd: wakeEnd, wakeUp: wakeUp, limits: limits,
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

  /// Ends all connections, and returns after the server's thread has ended. Only the first call
  /// does so; every other call returns at once.
  package func stop() {
    if wakeUp.end() { hasEnded.wait() }
  }
}

/// The socket with which other threads wake the server. The server ends when this socket is closed.
final class WakeUp: Sendable {
  private let socket: Mutex<Socket?>

  init(_ socket: Socket) { self.socket = Mutex(socket) }

  // If the socket's buffer is full, the byte is lost, but the server wakes anyway.
  func wake() { socket.withLock { _ = $0?.write([0]) } }

  /// - Returns: Whether the socket was open.
  func end() -> Bool {
    socket.withLock { socket in
      defer { socket = nil }
      socket?.end()
      return socket != nil
    }
  }
}
