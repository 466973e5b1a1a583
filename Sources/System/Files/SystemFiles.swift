#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files of the operating system.
package struct SystemFiles: FileSystem {
  package init() {}

  package func status(of path: String) throws(SystemError) -> FileStatus? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      // ENOTDIR too: below something that is no folder, there is nothing.
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .last
    }
    let kind: FileStatus.Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    return FileStatus(kind: kind, permissions: UInt32(status.st_mode) & 0o777)
  }

  package func linkTarget(of path: String) throws(SystemError) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? 0
    }
    guard count >= 0 else {
      if errno == EINVAL || errno == ENOENT || errno == ENOTDIR { return nil }
      throw .last
    }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  package func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  package func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw .last }
  }

  package func read(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try openFile(path, O_RDONLY)
    defer { close(file) }
    var status = stat()
    if fstat(file, &status) != 0 { throw .last }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while true {
      let start = count
      let size = bytes.withUnsafeMutableBytes {
        readSome(file, UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
      }
      if size < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      if size == 0 { break }
      count += size
      if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: count)) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  package func create(_ path: String, permissions: UInt32) throws(SystemError) -> Int32 {
    let file = try openFile(path, O_WRONLY | O_CREAT | O_EXCL, permissions)
    // Again, for the permissions that the process's mask takes away.
    if fchmod(file, mode_t(permissions)) != 0 {
      let error = SystemError.last
      close(file)
      throw error
    }
    return file
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to file: Int32
  ) throws(SystemError) -> Int {
    while true {
      let count = writeSome(file, bytes)
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }

  package func synchronize(_ file: Int32) throws(SystemError) {
    #if canImport(Darwin)
      // There, fsync stops at the drive's own cache. Not every file system has the stronger call.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    if fsync(file) != 0 { throw .last }
  }

  package func close(_ file: Int32) { closeDescriptor(file) }

  package func rename(_ old: String, to new: String) throws(SystemError) {
    if renamePath(old, new) != 0 { throw .last }
  }

  package func synchronizeFolder(_ path: String) throws(SystemError) {
    let folder = try openFile(path, O_RDONLY)
    defer { close(folder) }
    // Some file systems cannot do this for a folder, and say so; there is nothing better to do on
    // them.
    if fsync(folder) != 0, errno != EINVAL, errno != ENOTSUP { throw .last }
  }

  package func remove(_ path: String) throws(SystemError) {
    if unlink(path) != 0, errno != ENOENT { throw .last }
  }

  package func lock(_ path: String) throws(SystemError) -> Int32? {
    let file = try openFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
    let error = SystemError.last
    close(file)
    if error.code == EWOULDBLOCK { return nil }
    throw error
  }

  package func unlock(_ file: Int32) {
    // To close it is not enough: a child process that is just being made has a copy of the
    // descriptor until it becomes another program, and would hold the lock that long.
    flock(file, LOCK_UN)
    close(file)
  }

  /// Opens a file which no child process inherits.
  package func openFile(
    _ path: String, _ flags: Int32, _ permissions: UInt32 = 0
  ) throws(SystemError) -> Int32 {
    while true {
      let file = open(path, flags | O_CLOEXEC, mode_t(permissions))
      if file >= 0 { return file }
      if errno != EINTR { throw .last }
    }
  }
}

// The C functions whose names the methods above take.
private func readSome(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}

private func writeSome(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}

private func closeDescriptor(_ file: Int32) { _ = close(file) }

private func renamePath(_ old: String, _ new: String) -> Int32 { rename(old, new) }
