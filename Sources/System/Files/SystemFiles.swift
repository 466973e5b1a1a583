#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files of the operating system.
public struct SystemFiles: Storage {
  /// Makes a storage of the real file system.
  public init() {}

  public func status(of path: String) throws(SystemError) -> FileStatus? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      // ENOTDIR means a missing file, too: nothing exists below a file that is not a folder.
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .last
    }
    return FileStatus(status)
  }

  public func status(of file: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    if fstat(file, &status) != 0 { throw .last }
    return FileStatus(status)
  }

  /// Makes a path absolute. A relative path begins at the working directory.
  package func absolute(_ path: String) throws(SystemError) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let folder = getcwd(nil, 0) else { throw .last }
    defer { free(folder) }
    return Path.join(String(cString: folder), path)
  }

  public func linkTarget(of path: String) throws(SystemError) -> String? {
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

  public func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  public func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .last }
  }

  public func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    // An error ends the folder as its last entry does: only errno differs.
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw .last }
    return names
  }

  /// A larger file is an error, because a sparse file may claim any size. The limit is far above
  /// the size of any saved state.
  private static let largestSize = Int(Int32.max)

  public func read(
    _ path: String, from offset: Int, limit: Int
  ) throws(SystemError) -> [UInt8] {
    // A pipe or a device may have no end, so only plain files are read.
    let file = try openToRead(path)
    defer { close(file) }
    let status = try status(of: file)
    if status.kind != .file { throw SystemError(code: EINVAL) }
    if status.size > Self.largestSize { throw SystemError(code: EFBIG) }
    var bytes: [UInt8] = []
    while bytes.count <= Self.largestSize {
      let missing = max(status.size - offset - bytes.count, 0) + 1
      let count = min(missing, limit - bytes.count)
      let more = count == 0 ? [] : try read(file, at: offset + bytes.count, count: count)
      if more.isEmpty { return bytes }
      if bytes.isEmpty { bytes = more } else { bytes += more }
    }
    throw SystemError(code: EFBIG)
  }

  /// Opens a file for reading. If the file is a pipe, does not wait for a writer.
  package func openToRead(_ path: String) throws(SystemError) -> Int32 {
    try openFile(path, O_RDONLY | O_NONBLOCK)
  }

  /// Reads bytes of an open file from an offset.
  /// - Returns: At most `count` bytes; none at the file's end.
  package func read(
    _ file: Int32, at offset: Int, count: Int
  ) throws(SystemError) -> [UInt8] {
    while true {
      var result = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        result = pread(file, buffer.baseAddress, count, off_t(offset))
        filled = max(0, result)
      }
      if result >= 0 { return bytes }
      if errno != EINTR { throw .last }
    }
  }

  public func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Int32 {
    switch mode {
    case .existing: return try openFile(path, O_RDWR | O_NONBLOCK)
    case .any: return try openFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
    case .new(let permissions):
      let file = try openFile(path, O_RDWR | O_CREAT | O_EXCL, permissions)
      // Sets again the permissions that the process's mask removed.
      if fchmod(file, mode_t(permissions)) != 0 {
        let error = SystemError.last
        close(file)
        throw error
      }
      return file
    }
  }

  public func write(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int
  ) throws(SystemError) -> Int {
    while true {
      let count = pwrite(file, bytes.baseAddress, bytes.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }

  public func resize(_ file: Int32, to length: Int) throws(SystemError) {
    if ftruncate(file, off_t(length)) != 0 { throw .last }
  }

  public func synchronize(_ file: Int32) throws(SystemError) {
    #if canImport(Darwin)
      // On Darwin, fsync does not empty the drive's own cache. F_FULLFSYNC does, but not every file
      // system supports it.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    if fsync(file) != 0 { throw .last }
  }

  public func close(_ file: Int32) {
    // Closing is not enough to release the lock: a child process between fork and exec has a copy
    // of the descriptor, and would hold the lock until exec.
    flock(file, LOCK_UN)
    closeDescriptor(file)
  }

  public func rename(_ old: String, to new: String) throws(SystemError) {
    if renamePath(old, new) != 0 { throw .last }
  }

  public func synchronizeFolder(_ path: String) throws(SystemError) {
    let folder = try openFile(path, O_RDONLY)
    defer { close(folder) }
    // Some file systems do not support this for a folder, and there is no alternative on them.
    if fsync(folder) != 0, errno != EINVAL, errno != ENOTSUP { throw .last }
  }

  public func remove(_ path: String) throws(SystemError) {
    if unlink(path) != 0, errno != ENOENT { throw .last }
  }

  public func lock(_ file: Int32) throws(SystemError) -> Bool {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw .last }
    }
    return true
  }

  /// The number of this process.
  package static var processNumber: Int32 { getpid() }

  /// Blocks the thread. Use it only to wait for a lock that another process has for a short time.
  package static func pause(microseconds: UInt32) { usleep(microseconds) }

  /// Opens a file to append to it; creates it if missing, readable by its owner alone.
  ///
  /// A pipe that nobody reads is an error. For `/dev/stdout` and `/dev/stderr`, duplicates the
  /// descriptor, because it may be a socket, which cannot be opened by a path.
  /// - Returns: The file, and its size; 0 for a pipe, a device or a duplicated descriptor.
  package func openToAppend(_ path: String) throws(SystemError) -> (file: Int32, size: Int) {
    let standard: Int32? = ["/dev/stdout": 1, "/dev/stderr": 2][path]
    if let standard, case let file = fcntl(standard, F_DUPFD_CLOEXEC, 0), file >= 0 {
      return (file, 0)
    }
    let file = try openFile(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY, 0o600)
    return (file, max(0, Int(lseek(file, 0, SEEK_END))))
  }

  /// Opens a file that child processes do not inherit.
  package func openFile(
    _ path: String, _ flags: Int32, _ permissions: UInt32 = 0
  ) throws(SystemError) -> Int32 {
    while true {
      let file = openPath(path, flags | O_CLOEXEC, mode_t(permissions))
      if file >= 0 { return file }
      if errno != EINTR { throw .last }
    }
  }
}

// The C functions, whose names the methods above hide.
private func closeDescriptor(_ file: Int32) { _ = close(file) }

private func openPath(_ path: String, _ flags: Int32, _ permissions: mode_t) -> Int32 {
  open(path, flags, permissions)
}

private func renamePath(_ old: String, _ new: String) -> Int32 { rename(old, new) }

extension FileStatus {
  init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    self.init(
      kind: kind, permissions: UInt32(status.st_mode) & 0o777,
      identity: Identity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino)),
      size: Int(status.st_size), links: Int(status.st_nlink),
      modified: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
  }
}
