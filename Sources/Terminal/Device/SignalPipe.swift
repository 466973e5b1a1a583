import MillraceSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Turns signals into bytes of a pipe, for which an event loop can wait (the self-pipe trick,
/// D. J. Bernstein).
///
/// Signals belong to the process, so at most one instance may exist at a time. During its lifetime,
/// the signals have no other effect.
final class SignalPipe {
  /// The read end of the pipe. Each byte is a signal number.
  let readEnd: Int32
  private let writeEnd: Int32
  private var previous: [(signal: Int32, action: sigaction)] = []

  /// The descriptor that the handler writes to. An atomic integer, because a signal handler must
  /// read it without a lock.
  private static let target = Atomic<Int32>(-1)

  init(_ signals: [Int32]) throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("pipe") }
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    Self.target.store(writeEnd, ordering: .sequentiallyConsistent)
    for signal in signals {
      let old = setAction(of: signal, to: Self.handler)
      if old.address == ignoredAction {
        // The parent process wants the signal ignored, as nohup does.
        setAction(of: signal, to: old)
      } else {
        previous.append((signal, old))
      }
    }
  }

  private static let handler = {
    var action = sigaction(handler: { signal, _, _ in
      // Uses only calls that POSIX lists as async-signal-safe, and restores errno.
      let error = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = write(target.load(ordering: .relaxed), &byte, 1)
      errno = error
    })
    // No signal interrupts the handler. When a stopped program continues, its pending signals are
    // therefore handled in numeric order: SIGHUP, SIGINT and SIGTERM before SIGCONT.
    sigfillset(&action.sa_mask)
    return action
  }()

  /// Returns the signals since the last call, at most 512.
  func take() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(readEnd, &bytes, bytes.count)
    return count > 0 ? bytes.prefix(count).map(Int32.init) : []
  }

  /// Restores the previous handlers. The pipe stays open, because a handler on another thread may
  /// still write to it.
  deinit {
    for (signal, action) in previous { setAction(of: signal, to: action) }
    Self.target.store(-1, ordering: .sequentiallyConsistent)
  }
}

typealias SignalFunction =
  @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

let defaultAction: UInt = 0
let ignoredAction: UInt = 1

extension sigaction {
  /// Runs the handler on the alternate stack, if there is one: after a stack overflow, the thread's
  /// own stack has no space left.
  init(handler: @escaping SignalFunction) {
    self.init()
    // Safe: a handler is one word, like a `UInt`, and the system converts the word back.
    address = unsafeBitCast(handler, to: UInt.self)
    sa_flags = Int32(SA_SIGINFO) | Int32(SA_RESTART) | Int32(SA_ONSTACK)
  }
}

/// Sets the action of a signal. Async-signal-safe.
/// - Returns: the previous action.
@discardableResult
func setAction(of signal: Int32, to action: sigaction) -> sigaction {
  var (action, old) = (action, sigaction())
  sigaction(signal, &action, &old)
  return old
}
