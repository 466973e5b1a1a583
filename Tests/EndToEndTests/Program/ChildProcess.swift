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
    // The whole session, where it has groups of its own, goes by the hangup of its terminal.
    kill(id, SIGKILL)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
  }

  /// How it ended; nil while it has not.
  var end: ProcessEnd? {
    if let seenEnd { return seenEnd }
    var status: Int32 = 0
    guard waitpid(id, &status, WNOHANG) == id else { return nil }
    seenEnd = ProcessEnd(waitStatus: status)
    return seenEnd
  }

  /// Does nothing once it has ended: the number may be another's by then.
  func send(_ signal: Int32) { if end == nil { kill(id, signal) } }
}

/// How a process ended.
enum ProcessEnd: Equatable {
  case status(Int32)
  case signal(Int32)

  /// - Parameter waitStatus: what `waitpid` says, taken apart as `<sys/wait.h>` does by macros.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .status(waitStatus >> 8 & 0xFF) : .signal(signal)
  }
}
