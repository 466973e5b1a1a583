#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written once, by the system's bare calls.
///
/// `Data.write(to:)` would wait for the device, and to empty a file that is there makes some file
/// systems wait as well.
struct PlainFile {
  let path: String

  func write(_ bytes: [UInt8]) throws(CheckFailure) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    try check(file >= 0, "\(path) cannot be made: error \(errno)")
    defer { close(file) }
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

  func remove() { unlink(path) }
}

/// Outside the type, whose method hides the function.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
