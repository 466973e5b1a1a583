#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Names are bytes, because they need not be UTF-8. A String replaces invalid bytes, and would then
// name another file.
extension SystemFiles {
  /// The entries of a folder, and whether each is a folder or a link to one.
  package func entries(
    in folder: [UInt8]
  ) throws(SystemError) -> [(name: [UInt8], isFolder: Bool)] {
    guard let stream = opendir(Self.path(folder)) else { throw .last }
    defer { closedir(stream) }
    var entries: [(name: [UInt8], isFolder: Bool)] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let start = UnsafeRawPointer(pointer)
        let count = strlen(start.assumingMemoryBound(to: CChar.self))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
      }
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      var isFolder = Int(entry.pointee.d_type) == Int(DT_DIR)
      let kind = Int(entry.pointee.d_type)
      if kind == Int(DT_LNK) || kind == Int(DT_UNKNOWN) {
        var status = stat()
        isFolder =
          fstatat(dirfd(stream), Self.path(name), &status, 0) == 0
          && status.st_mode & S_IFMT == S_IFDIR
      }
      entries.append((name, isFolder))
      errno = 0
    }
    if errno != 0 { throw .last }
    return entries
  }

  /// The first bytes of a plain file. A pipe is an error; the call does not wait for its writer.
  package func start(of file: [UInt8], count: Int) throws(SystemError) -> [UInt8] {
    let descriptor = openBytes(Self.path(file), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 { throw .last }
    defer { close(descriptor) }
    let kind = try status(of: descriptor).kind
    if kind != .file { throw SystemError(code: kind == .folder ? EISDIR : EINVAL) }
    return try read(descriptor, at: 0, count: count)
  }

  private static func path(_ bytes: [UInt8]) -> [CChar] {
    (bytes + [0]).map { CChar(bitPattern: $0) }
  }
}

// The C function, whose name a method hides.
private func openBytes(_ path: [CChar], _ flags: Int32) -> Int32 { open(path, flags) }
