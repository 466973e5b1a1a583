#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A socket that never blocks, and that child processes do not inherit. Only this type calls the C
/// library in the server.
struct Socket: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  // MARK: - Opening

  /// Two sockets that are connected to each other.
  static func pair() throws(PageServerError) -> (Socket, Socket) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else {
      throw PageServerError(description: "cannot open two sockets: \(reason)")
    }
    return (Socket(ends[0]), Socket(ends[1]))
  }

  /// Opens a socket that listens.
  /// - Parameters:
  ///   - address: A numeric IPv4 address.
  ///   - port: The port; 0 selects a free one.
  /// - Returns: The socket and its port.
  static func listener(
    _ address: String, _ port: UInt16
  ) throws(PageServerError) -> (Socket, port: UInt16) {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    // `AccessRules` requires that a request contains the server's address as its `Host`. No page
    // has the address 0.0.0.0 (all addresses), so 0.0.0.0 is refused.
    guard inet_pton(AF_INET, address, &name.sin_addr) == 1, name.sin_addr.s_addr != 0 else {
      throw PageServerError(
        description:
          "\(address) cannot be served: give an address of this machine, such as 127.0.0.1")
    }
    let listener = Socket(socket(AF_INET, stream, 0))
    var yes: Int32 = 1
    setsockopt(
      listener.descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listens = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener.descriptor, $0, size) == 0 && listen(listener.descriptor, SOMAXCONN) == 0
          && getsockname(listener.descriptor, $0, &size) == 0
      }
    }
    guard listens else {
      let reason = Self.reason
      listener.end()
      throw PageServerError(description: "\(address):\(port) cannot be served: \(reason)")
    }
    return (listener, UInt16(bigEndian: name.sin_port))
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  private static var reason: String { String(cString: strerror(errno)) }

  /// The number of descriptors that the process may open.
  static var descriptorLimit: Int {
    // `sysconf` returns -1 if there is no limit.
    Int(clamping: UInt(bitPattern: sysconf(Int32(_SC_OPEN_MAX))))
  }

  /// Takes a connection that a client has opened; nil if there is none.
  func accepted() -> Socket? {
    let client = accept(descriptor, nil, nil)
    return client < 0 ? nil : Socket(client)
  }

  /// Whether the last connection was not taken because no descriptor is free.
  static var lacksDescriptors: Bool { errno == EMFILE || errno == ENFILE }

  // MARK: - Reading and writing

  /// - Returns: The bytes that have arrived: nil if there are none yet, and empty if the other side
  ///   has closed the connection or the connection has failed.
  func read() -> [UInt8]? {
    var mustWait = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 16 * 1024) { buffer, count in
      let result = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      (count, mustWait) = (max(0, result), result < 0 && Self.mustWait)
    }
    return mustWait ? nil : bytes
  }

  /// - Returns: The number of bytes that were written; nil if the connection has failed.
  @discardableResult
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
    return count >= 0 ? count : Self.mustWait ? 0 : nil
  }

  private static var mustWait: Bool { [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) }

  /// Tells the other side that no more bytes follow.
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  func end() { close(descriptor) }

  // MARK: - Waiting

  typealias Interest = pollfd

  func interest(reads: Bool, writes: Bool = false) -> Interest {
    let events = (reads ? POLLIN : 0) | (writes ? POLLOUT : 0)
    return pollfd(fd: descriptor, events: Int16(events), revents: 0)
  }

  /// Waits until a socket is ready, or for some time.
  /// - Parameter time: Nil waits without a limit.
  /// - Returns: Whether each socket has something to read or has failed; nil if the system refuses
  ///   to wait.
  static func wait(for sockets: [Interest], _ time: Duration?) -> [Bool]? {
    var sockets = sockets
    // Rounds up, so that the time has passed when the wait ends.
    let limit = time.map { Int32(min(max(0, ($0 / .milliseconds(1)).rounded(.up)), 1e9)) }
    if poll(&sockets, nfds_t(sockets.count), limit ?? -1) < 0, errno != EINTR { return nil }
    return sockets.map { $0.revents & ~Int16(POLLOUT) != 0 }
  }
}
