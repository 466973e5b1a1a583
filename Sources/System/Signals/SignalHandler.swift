import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What runs when a signal comes: it notes the number and writes a byte to a pipe (the self-pipe
/// trick, D. J. Bernstein).
///
/// A handler may neither lock nor allocate, so all that it uses are integers that can be read and
/// written at once.
package enum SignalHandler {
  /// So that a word has a bit for each: no system has more.
  package static let largest: Int32 = 64

  /// Signals that have come and not been taken, a bit each.
  private static let pending = Atomic<UInt64>(0)
  private static let writeEnd = Atomic<Int32>(-1)

  private static let handle: SignalAction.Handler = { number, info, context in
    // Only calls that POSIX lists as async-signal-safe, and errno left as it was.
    let error = errno
    ForwardedSignals.forward(number, info, context)
    pending.bitwiseOr(1 << UInt64(number - 1), ordering: .sequentiallyConsistent)
    // When the pipe is full, there are bytes enough to wake the reader.
    var byte: UInt8 = 0
    _ = write(writeEnd.load(ordering: .relaxed), &byte, 1)
    errno = error
  }

  /// Makes the pipe that wakes. To be called once.
  /// - Returns: The end to read from.
  package static func openPipe() throws(SystemError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    // What a handler touches is made before the first one can run.
    _ = pending.load(ordering: .relaxed)
    writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    return ends[0]
  }

  /// The signals that have come since the last call, each once.
  package static func take(from readEnd: Int32) -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 512)
    // First the bytes, then the numbers: one that comes in between has written its byte again.
    while read(readEnd, &bytes, bytes.count) == bytes.count {}
    let numbers = pending.exchange(0, ordering: .sequentiallyConsistent)
    return (1...largest).filter { numbers & 1 << UInt64($0 - 1) != 0 }
  }

  /// - Returns: What the signal did until now.
  package static func install(for number: Int32) throws(SystemError) -> sigaction {
    var previous = sigaction()
    if sigaction(number, nil, &previous) != 0 { throw .last }
    // Somebody may have found this handler, kept it, and put it back after it was taken out.
    if isOurs(previous) { previous = sigaction() }
    ForwardedSignals.note(previous, for: number)
    var action = sigaction()
    sigemptyset(&action.sa_mask)
    action.handler = handle
    // On the alternate stack, if there is one.
    action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_RESTART) | Int32(SA_ONSTACK)
    if sigaction(number, &action, nil) != 0 { throw .last }
    return previous
  }

  /// Lets a signal do again what it did, unless somebody else has taken it in the meantime.
  package static func uninstall(for number: Int32, putBack previous: sigaction) {
    var (current, previous) = (sigaction(), previous)
    sigaction(number, nil, &current)
    if isOurs(current) { sigaction(number, &previous, nil) }
  }

  private static func isOurs(_ action: sigaction) -> Bool {
    action.address == unsafeBitCast(handle, to: UInt.self)
  }
}

/// The handlers that were there before, of signals that do nothing by default: those are told as
/// well.
private enum ForwardedSignals {
  private static let windowChange = Atomic<UInt>(0)
  private static let resume = Atomic<UInt>(0)
  private static let child = Atomic<UInt>(0)
  private static let urgent = Atomic<UInt>(0)

  /// The handler takes three arguments. No function lies so high.
  private static let takesAll = UInt(1) << (UInt.bitWidth - 1)

  static func note(_ action: sigaction, for number: Int32) {
    // SIG_DFL is 0 and SIG_IGN is 1 everywhere.
    let isFunction = action.address > 1
    let flag = action.sa_flags & Int32(SA_SIGINFO) != 0 ? takesAll : 0
    let word = isFunction ? action.address | flag : 0
    switch number {
    case SIGWINCH: windowChange.store(word, ordering: .sequentiallyConsistent)
    case SIGCONT: resume.store(word, ordering: .sequentiallyConsistent)
    case SIGCHLD: child.store(word, ordering: .sequentiallyConsistent)
    case SIGURG: urgent.store(word, ordering: .sequentiallyConsistent)
    default: break
    }
  }

  /// To be called by a signal handler.
  static func forward(
    _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) {
    let word =
      switch number {
      case SIGWINCH: windowChange.load(ordering: .relaxed)
      case SIGCONT: resume.load(ordering: .relaxed)
      case SIGCHLD: child.load(ordering: .relaxed)
      case SIGURG: urgent.load(ordering: .relaxed)
      default: UInt(0)
      }
    // Safe: the word was made of such a function's address, in `note(_:for:)`.
    if word == 0 { return }
    if word & takesAll == 0 {
      unsafeBitCast(word, to: SignalAction.ShortHandler.self)(number)
    } else {
      unsafeBitCast(word & ~takesAll, to: SignalAction.Handler.self)(number, info, context)
    }
  }
}
