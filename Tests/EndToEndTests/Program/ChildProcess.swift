#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process that a test started. It does not outlive its test.
final class ChildProcess {
  let id: pid_t
  private var seenEnd: ProcessEnd?

  init(id: pid_t) { self.id = id }

  deinit {
    if end != nil { return }
    // When the terminal hangs up, the other process groups of the session end.
    kill(id, SIGKILL)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
  }

  /// How the process ended; nil while it runs.
  var end: ProcessEnd? {
    if let seenEnd { return seenEnd }
    var status: Int32 = 0
    guard waitpid(id, &status, WNOHANG) == id else { return nil }
    seenEnd = ProcessEnd(waitStatus: status)
    return seenEnd
  }

  /// Sends a signal, unless the process has ended: its number can then belong to another process.
  func send(_ signal: Int32) { if end == nil { kill(id, signal) } }
}

/// How a process ended.
enum ProcessEnd: Equatable {
  case status(Int32)
  case signal(Int32)

  /// - Parameter waitStatus: the status of `waitpid`, decoded as the macros of `<sys/wait.h>` do.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .status(waitStatus >> 8 & 0xFF) : .signal(signal)
  }
}
