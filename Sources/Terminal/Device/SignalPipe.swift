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
      var old = setHandler(of: signal, to: Self.handler, flags: SA_RESTART)
      if old.isIgnored {
        // Whoever started the program wants it to ignore the signal, as nohup does.
        sigaction(signal, &old, nil)
      } else {
        previous.append((signal, old))
      }
    }
  }

  private static let handler: SignalHandler = { signal in
    // Only calls that POSIX lists as async-signal-safe, and errno left as it was.
    let error = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(target.load(ordering: .relaxed), &byte, 1)
    errno = error
  }

  /// The signals that came since the last call.
  func take() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(readEnd, &bytes, bytes.count)
    return count > 0 ? bytes.prefix(count).map(Int32.init) : []
  }

  /// Puts the handlers back that were there before, and only then closes the pipe that they wrote
  /// to.
  deinit {
    for (signal, action) in previous {
      var action = action
      sigaction(signal, &action, nil)
    }
    Self.target.store(-1, ordering: .sequentiallyConsistent)
    close(readEnd)
    close(writeEnd)
  }
}

typealias SignalHandler = @convention(c) (Int32) -> Void

/// - Returns: the action that was in force.
@discardableResult
func setHandler(of signal: Int32, to handler: SignalHandler?, flags: Int32 = 0) -> sigaction {
  var action = sigaction()
  sigemptyset(&action.sa_mask)
  #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = handler ?? SIG_DFL
    action.sa_flags = flags
  #elseif canImport(Glibc)
    action.__sigaction_handler.sa_handler = handler ?? SIG_DFL
    action.sa_flags = flags
  #else
    action.__sa_handler.sa_handler = handler ?? SIG_DFL
    action.sa_flags = flags
  #endif
  var old = sigaction()
  sigaction(signal, &action, &old)
  return old
}

extension sigaction {
  var isIgnored: Bool { handlerAddress == 1 }
  var isDefault: Bool { handlerAddress == 0 }

  /// The handler as a number: SIG_DFL is 0 and SIG_IGN is 1 everywhere.
  private var handlerAddress: UInt {
    #if canImport(Darwin)
      unsafeBitCast(__sigaction_u.__sa_handler, to: UInt.self)
    #elseif canImport(Glibc)
      unsafeBitCast(__sigaction_handler.sa_handler, to: UInt.self)
    #else
      unsafeBitCast(__sa_handler.sa_handler, to: UInt.self)
    #endif
  }
}

extension TerminalError {
  /// The call failed, with `errno` as the reason.
  static func system(_ call: String) -> TerminalError {
    .system(call: call, reason: String(cString: strerror(errno)))
  }
}
