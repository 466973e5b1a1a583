import Millrace

/// Files, for middleware that writes its own.
enum SystemSamples {
  // sample: Storage, SystemFiles, SystemError, FileStatus, OpenMode
  /// Appends a line to a file that users may not read. Tests give `MemoryStorage` instead of `SystemFiles`.
  static func append(
    _ line: String, to path: String, in storage: any Storage = SystemFiles()
  ) throws {
    let known = try storage.status(of: path)
    let file = try storage.open(path, known == nil ? .new(permissions: 0o600) : .existing)
    defer { storage.close(file) }
    let bytes = Array("\(line)\n".utf8)
    var written = 0
    while written < bytes.count {
      written += try bytes.withUnsafeBytes { bytes in
        try storage.write(
          UnsafeRawBufferPointer(rebasing: bytes[written...]), to: file,
          at: (known?.size ?? 0) + written)
      }
    }
    try storage.synchronize(file)
  }
  // end
}
