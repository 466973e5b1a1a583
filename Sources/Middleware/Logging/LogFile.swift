import MillraceSystem

/// A file to which lines are appended. It is rotated when it is full, and closed when this object
/// is released.
///
/// Safe: one thread at a time uses it.
final class LogFile: @unchecked Sendable {
  private let path: String
  private let limit: Int?
  private let keeping: Int
  private let files = SystemFiles()
  private let onFailure: (LoggingError) -> Void
  private var (file, size): (Int32, Int)
  /// Whether the last line was written only in part.
  private var hasPartialLine = false

  init(
    _ path: String, limit: Int?, keeping: Int, onFailure: @escaping (LoggingError) -> Void
  ) throws(LoggingError) {
    (self.path, self.limit, self.keeping, self.onFailure) = (path, limit, keeping, onFailure)
    do {
      (file, size) = try files.openToAppend(path)
    } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
  }

  deinit { files.close(file) }

  func write(_ line: String) {
    let count = line.utf8.count + (hasPartialLine ? 2 : 1)
    if let limit, size > 0, size + count > limit { rotate() }
    // In a new file, there is no partial line to end.
    let bytes = Array(((hasPartialLine ? "\n" : "") + line + "\n").utf8)
    do throws(SystemError) {
      // The bytes are appended, because a pipe or a terminal has no offset.
      try files.writeStream(bytes, to: file, patience: 1_000)
      size += bytes.count
      hasPartialLine = false
    } catch {
      hasPartialLine = true
      onFailure(.cannotWrite(path: path, reason: "\(error)"))
    }
  }

  private func rotate() {
    do throws(SystemError) {
      let named = try files.status(of: path)
      if named?.kind == .other { return }
      // Another process that writes the file may have rotated it.
      let isOwn = try named?.identity == files.status(of: file).identity
      for number in (isOwn ? 0..<keeping : 0..<0).reversed() {
        let name = number == 0 ? path : "\(path).\(number)"
        if try files.status(of: name) != nil {
          try files.rename(name, to: "\(path).\(number + 1)")
        }
      }
      let next = try files.openToAppend(path)
      files.close(file)
      (file, size) = next
      hasPartialLine = false
    } catch {
      onFailure(.cannotRotate(path: path, reason: "\(error)"))
    }
  }
}
