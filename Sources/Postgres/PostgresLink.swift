import MillraceMiddleware

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection of libpq. One thread may use it at a time.
final class PostgresLink {
  private let library: LibPQ
  private let connection: OpaquePointer
  private(set) var isOpen = true
  /// Whether another connection has sent a notification, or the connection broke.
  var hasNews = false

  /// Connects, within the address's `connect_timeout` (from 2 to 60 seconds, by default 5) times
  /// the number of hosts.
  init(to address: PostgresAddress) throws(ServerError) {
    let parameters =
      [
        ("application_name", "millrace"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
        ("keepalives_count", "3"), ("tcp_user_timeout", "15000"),
      ] + address.parameters + [("client_encoding", "UTF8")]
    let library = try LibPQ.loaded.get()
    let connection = withCStrings(parameters.map(\.0)[...]) { names in
      withCStrings(parameters.map(\.1)[...]) { library.connectStart(names, $0, 1) }
    }
    guard let connection else { throw .unreachable("no memory is left") }
    (self.library, self.connection) = (library, connection)
    // Otherwise, libpq prints the server's warnings to standard error.
    _ = library.setNoticeProcessor(connection, { _, _ in }, nil)
    // PQconnectPoll leaves connect_timeout, which is for each host, to its caller.
    let seconds = Int(address.value("connect_timeout")).map { min(max($0, 2), 60) } ?? 5
    let end = ContinuousClock.now + .seconds(seconds * address.hostCount)
    var step = library.socket(connection) < 0 ? LibPQ.pollingFailed : LibPQ.pollingWriting
    while step == LibPQ.pollingReading || step == LibPQ.pollingWriting {
      let ready = wait(step == LibPQ.pollingReading ? POLLIN : POLLOUT, until: end)
      if ready == 0 { throw lost("the server does not answer") }
      step = library.connectPoll(connection)
    }
    if step != LibPQ.pollingOK || library.setNonblocking(connection, 1) != 0 { throw lost() }
  }

  deinit { close() }

  func close() {
    if isOpen { library.finish(connection) }
    isOpen = false
  }

  /// Returns another descriptor of the socket, which stays open when libpq closes its own.
  func duplicateSocket() throws(ServerError) -> Int32 {
    let socket = isOpen ? fcntl(library.socket(connection), F_DUPFD_CLOEXEC, 0) : -1
    if socket < 0 { throw .unreachable("no descriptor is left") }
    return socket
  }

  /// Runs one statement, and returns the rows of its result.
  /// - Parameter values: The values of `$1`, `$2`, …
  func run(_ sql: String, _ values: [String] = []) throws(ServerError) -> [PostgresRow] {
    if !isOpen { throw .unreachable("the connection is lost") }
    if values.contains(where: { $0.utf8.contains(0) }) { throw .refused("a text has a NUL") }
    let isSent = withCStrings(values[...]) {
      library.sendQuery(connection, sql, Int32(values.count), nil, $0, nil, nil, 0)
    }
    if isSent == 0 { throw lost() }
    var answer: Result<[PostgresRow], ServerError> = .success([])
    while let result = try nextResult() {
      defer { library.clear(result) }
      switch library.resultStatus(result) {
      case LibPQ.commandOK, LibPQ.tuplesOK: answer = .success(rows(of: result))
      case LibPQ.fatalError:
        answer = .failure(
          ServerError { name in
            library.errorField(result, Int32(name.value)).map { String(cString: $0) } ?? ""
          })
      default: throw lost("the answer is not one of PostgreSQL: check host and port")
      }
    }
    takeNotifications()
    return try answer.get()
  }

  /// Receives notifications, and finds out whether the server has closed the connection: on Linux,
  /// a Dispatch source may not report an end of the stream that arrives together with data.
  func receive() throws(ServerError) {
    if !isOpen { return }
    // A server that sends without a pause must not keep statements waiting.
    for _ in 0..<100 {
      if library.consumeInput(connection) == 0 { throw lost() }
      takeNotifications()
      if wait(POLLIN, until: .now) == 0 { return }
    }
  }

  /// Returns the next result of the statement; nil after the last one. Receives while a long
  /// statement is still being sent, because the server may stop reading the statement until this
  /// connection has received the server's notifications. Closes the connection if nothing is sent
  /// or received for 10 seconds.
  private func nextResult() throws(ServerError) -> OpaquePointer? {
    while true {
      let unsent = library.flush(connection)
      if unsent == 0, library.isBusy(connection) == 0 { return library.getResult(connection) }
      if unsent < 0 { throw lost() }
      let ready = wait(unsent > 0 ? POLLIN | POLLOUT : POLLIN, until: .now + .seconds(10))
      if ready == 0 { throw lost("the server does not answer") }
      if ready != POLLOUT, library.consumeInput(connection) == 0 { throw lost() }
    }
  }

  /// Waits for events of the socket.
  /// - Returns: The events; 0 if there were none in time.
  private func wait(_ events: Int32, until end: ContinuousClock.Instant) -> Int32 {
    var entry = pollfd(fd: library.socket(connection), events: Int16(events), revents: 0)
    var count: Int32
    repeat {
      count = poll(&entry, 1, Int32(max((end - .now) / Duration.milliseconds(1), 0)))
    } while count < 0 && errno == EINTR
    return count > 0 ? Int32(entry.revents) : 0
  }

  private func rows(of result: OpaquePointer) -> [PostgresRow] {
    (0..<library.rowCount(result)).map { row in
      let values = (0..<library.columnCount(result)).map { column -> String? in
        if library.isNull(result, row, column) != 0 { return nil }
        let (text, count) = (
          library.value(result, row, column), library.length(result, row, column)
        )
        return String(
          decoding: UnsafeRawBufferPointer(start: text, count: Int(count)), as: UTF8.self)
      }
      return PostgresRow(values: values)
    }
  }

  private func takeNotifications() {
    while let notification = library.notifies(connection) {
      // A PGnotify begins with a pointer to the channel and the number of the sender's process, an
      // int.
      let sender = UnsafePointer<Int32>(notification)[MemoryLayout<Int>.size / 4]
      if sender != library.backendPID(connection) { hasNews = true }
      library.freeMemory(notification)
    }
  }

  /// Closes a connection that failed, and returns the error to throw.
  /// - Parameter reason: The reason of the failure; libpq's message by default.
  private func lost(_ reason: String? = nil) -> ServerError {
    let message = library.errorMessage(connection).map { String(cString: $0) } ?? ""
    close()
    hasNews = true
    // The other lines of libpq's message are hints.
    let first = message.split(separator: "\n").first.map(String.init) ?? "the connection is lost"
    return .unreachable(ServerError.line(reason ?? first))
  }
}

/// Calls a body with C strings, followed by a null pointer.
private func withCStrings<Result>(
  _ texts: ArraySlice<String>, _ list: [LibPQ.Text?] = [], _ body: (LibPQ.List) -> Result
) -> Result {
  guard let text = texts.first else {
    // Safe: the list is not empty.
    return (list + [nil]).withUnsafeBufferPointer { body($0.baseAddress!) }
  }
  return text.withCString { withCStrings(texts.dropFirst(), list + [$0], body) }
}
