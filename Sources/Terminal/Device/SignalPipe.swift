import MillraceSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Turns signals into bytes of a pipe, which an event loop can wait for (the self-pipe trick,
/// D. J. Bernstein).
///
/// Signals belong to the process, so there is at most one of these at a time. While it lives, the
/// signals do nothing else.
final class SignalPipe {
  /// The end to read from: a byte is a signal's number.
  let readEnd: Int32
  private let writeEnd: Int32
  private var previous: [(signal: Int32, action: sigaction)] = []

  /// Where the handler writes to. It is read in a signal handler, so it is no more than an integer
  /// that can be read without a lock.
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
        // Whoever started the program wants it to ignore the signal, as nohup does.
        setAction(of: signal, to: old)
      } else {
        previous.append((signal, old))
      }
    }
  }

  private static let handler = {
    var action = sigaction(handler: { signal, _, _ in
      // Only calls that POSIX lists as async-signal-safe, and errno left as it was.
      let error = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = write(target.load(ordering: .relaxed), &byte, 1)
      errno = error
    })
    // Of signals that wait for a stopped program, those that end it come before SIGCONT: by number.
    sigfillset(&action.sa_mask)
    return action
  }()

  /// The signals that came since the last call.
  func take() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(readEnd, &bytes, bytes.count)
    return count > 0 ? bytes.prefix(count).map(Int32.init) : []
  }

  /// Puts the handlers back that were there before. One may still run, on another thread, so the pipe that it
  /// writes to stays open.
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
  /// The handler runs on the alternate stack, if there is one: a stack that overflowed has no room for it.
  init(handler: @escaping SignalFunction) {
    self.init()
    // Safe: both are a word, and the system takes it for a handler again.
    address = unsafeBitCast(handler, to: UInt.self)
    sa_flags = Int32(SA_SIGINFO) | Int32(SA_RESTART) | Int32(SA_ONSTACK)
  }
}

/// May be called by a signal handler.
/// - Returns: the action that was in force.
@discardableResult
func setAction(of signal: Int32, to action: sigaction) -> sigaction {
  var (action, old) = (action, sigaction())
  sigaction(signal, &action, &old)
  return old
}
