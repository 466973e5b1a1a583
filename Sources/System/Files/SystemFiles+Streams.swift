#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Reads and writes files, pipes and devices alike, from their current position.
extension SystemFiles {
  /// Reads a file to its end. Waits for the writers of a pipe.
  package func readStream(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try openFile(path, O_RDONLY)
    defer { close(file) }
    return try readStream(file)
  }

  /// Reads everything from an open file.
  package func readStream(_ file: Int32) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      var result = 0
      let more = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
        result = readBytes(file, buffer.baseAddress, buffer.count)
        filled = max(0, result)
      }
      if result == 0 { return bytes }
      if result < 0 { try wait(for: file, POLLIN, -1) }
      bytes += more
    }
  }

  /// Writes to an existing file. Waits for a reader of a pipe.
  package func writeStream(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try openFile(path, O_WRONLY)
    defer { close(file) }
    try writeStream(bytes, to: file)
  }

  /// Writes all bytes to an open file.
  /// - Parameter patience: The longest wait for a reader of a full pipe, in milliseconds; -1 for no
  ///   limit.
  package func writeStream(
    _ bytes: [UInt8], to file: Int32, patience: Int32 = -1
  ) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(file, $0.baseAddress, $0.count) }
      if count < 0 { try wait(for: file, POLLOUT, patience) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Waits until a failed call can be repeated; throws if it cannot be repeated, or not in time.
  private func wait(
    for file: Int32, _ events: Int32, _ patience: Int32
  ) throws(SystemError) {
    if errno == EINTR { return }
    guard errno == EAGAIN else { throw .last }
    // Another process made the descriptor non-blocking.
    var wait = pollfd(fd: file, events: Int16(events), revents: 0)
    if poll(&wait, 1, patience) == 0 { throw SystemError(code: EAGAIN) }
  }

  /// Makes a new file to write to.
  /// - Parameter permissions: The permission bits; nil for reading and writing by every user, as
  ///   far as the process's mask (umask) allows.
  package func openNew(_ path: String, permissions: UInt32?) throws(SystemError) -> Int32 {
    if let permissions { return try open(path, .new(permissions: permissions)) }
    return try openFile(path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
  }

  /// Opens `/dev/null` in place of each closed standard stream, so that reading or writing the
  /// stream fails. Otherwise the next file that the program opens would get the stream's number,
  /// and be used as the program's standard input or output.
  package func reserveStandardDescriptors() {
    for file in Int32(0)...2 where fcntl(file, F_GETFD) < 0 {
      _ = try? openFile("/dev/null", file == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

extension SystemError {
  /// Whether the reader of a pipe is gone.
  package var isBrokenPipe: Bool { code == EPIPE }
}

// In `SystemFiles`, methods hide the C functions of the same names.
private func readBytes(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}

private func writeBytes(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
