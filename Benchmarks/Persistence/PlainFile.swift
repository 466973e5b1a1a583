#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written once with plain system calls.
///
/// `Data.write(to:)` would wait for the device. On some file systems, truncating an existing file
/// waits, too.
struct PlainFile {
  let path: String

  func write(_ bytes: [UInt8]) throws {
    try appending { append in try append(bytes) }
  }

  /// Creates the file, and lets a closure append to it.
  func appending<Result>(
    _ body: (_ append: ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try check(file >= 0, "\(path) cannot be made: error \(errno)")
    defer { close(file) }
    return try body { bytes in
      let isWritten = bytes.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
          let slice = UnsafeRawBufferPointer(rebasing: rest)
          let count = systemWrite(file, slice.baseAddress, slice.count)
          guard count > 0 else { return false }
          rest = rest.dropFirst(count)
        }
        return true
      }
      try check(isWritten, "\(path) cannot be written: error \(errno)")
    }
  }

}

/// This function is outside the type, because the type's method `write` hides the function `write`.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
