#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Tty {
  /// Writes lines to standard output or standard error, while no program uses the terminal.
  /// - Parameter lines: without control characters.
  /// - Throws: ``TerminalError`` if not all of them could be written.
  nonisolated package static func print(
    _ lines: [String], asErrors: Bool = false
  ) throws(TerminalError) {
    let descriptor = asErrors ? STDERR_FILENO : STDOUT_FILENO
    var rest = lines.flatMap { $0.utf8 + [0x0A] }[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeFile(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another program made the descriptor non-blocking: wait as for a blocking one.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw .system("write")
      }
    }
  }
}
