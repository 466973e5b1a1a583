import MillraceSystem
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that lines are appended to, closed when released.
final class LogFile: Sendable {
  private let path: String
  private let files: SystemFiles
  private let file: Int32
  private let hasFailed = Atomic(false)
  private let onFailure: @Sendable (LoggingError) -> Void

  init(
    _ path: String, onFailure: @escaping @Sendable (LoggingError) -> Void
  ) throws(LoggingError) {
    self.path = path
    self.onFailure = onFailure
    files = SystemFiles()
    do {
      file = try files.openFile(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
  }

  deinit { files.close(file) }

  func write(_ line: String) {
    do throws(SystemError) {
      try files.writeAll(Array((line + "\n").utf8), to: file)
    } catch {
      if hasFailed.exchange(true, ordering: .relaxed) { return }
      onFailure(.cannotWrite(path: path, reason: "\(error)"))
    }
  }
}
