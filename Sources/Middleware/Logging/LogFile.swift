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
      var rest = Array((line + "\n").utf8)[...]
      while !rest.isEmpty {
        let count: Result<Int, SystemError> = rest.withUnsafeBytes { bytes in
          do throws(SystemError) {
            return .success(try files.write(bytes, to: file))
          } catch {
            return .failure(error)
          }
        }
        rest = rest.dropFirst(try count.get())
      }
    } catch {
      if hasFailed.exchange(true, ordering: .relaxed) { return }
      onFailure(.cannotWrite(path: path, reason: "\(error)"))
    }
  }
}
