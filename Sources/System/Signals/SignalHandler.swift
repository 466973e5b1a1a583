import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What runs when a signal comes: it writes the number to a pipe (the self-pipe trick,
/// D. J. Bernstein).
///
/// A handler may neither lock nor allocate, so all that it uses are integers that can be read and
/// written at once.
package enum SignalHandler {
  private typealias Function =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// No system has more.
  private static let largest: Int32 = 64

  private static let writeEnd = Atomic<Int32>(-1)
  /// By number, the handler that was there before, of a signal that does nothing by default: that is
  /// told as well.
  // Safe: it is made once, and its words are atomic.
  nonisolated(unsafe) private static let forwarded = {
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: Int(largest) + 1)
    for number in 0...Int(largest) { (words + number).initialize(to: Atomic(0)) }
    return words
  }()

  private static let handle: Function = { number, info, context in
    // Only calls that POSIX lists as async-signal-safe, and errno left as it was.
    let error = errno
    let address = forwarded[Int(number)].load(ordering: .relaxed)
    // Safe: it is that of a handler. One that takes only the number ignores the rest, by the calling
    // conventions of all systems.
    if address != 0 { unsafeBitCast(address, to: Function.self)(number, info, context) }
    // A byte is lost when the pipe is full of thousands that nobody has read.
    var byte = UInt8(number)
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
    writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    return ends[0]
  }

  /// The signals that have come since the last call, each once.
  package static func take(from readEnd: Int32) -> Set<Int32> {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(readEnd, &bytes, bytes.count)
    return Set(bytes.prefix(max(0, count)).map(Int32.init))
  }

  /// Whether a signal can be watched.
  package static func canWatch(_ number: Int32) -> Bool {
    var action = sigaction()
    // Asking is no way to know of these two on every system, and those of a fault would be raised
    // again and again by the instruction at fault.
    let reserved = [SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]
    return (1...largest).contains(number) && !reserved.contains(number)
      && sigaction(number, nil, &action) == 0
  }

  /// - Returns: What lets the signal do again what it did, unless somebody else has taken it in the meantime.
  package static func install(for number: Int32) throws(SystemError) -> @Sendable () -> Void {
    var previous = sigaction()
    if sigaction(number, nil, &previous) != 0 { throw .last }
    // Somebody may have found this handler, kept it, and put it back after it was taken out.
    if isOurs(previous) { previous = sigaction() }
    // SIG_DFL is 0 and SIG_IGN is 1 everywhere. What a handler touches is made before one can run.
    let isHarmless = [SIGWINCH, SIGCONT, SIGCHLD, SIGURG].contains(number)
    forwarded[Int(number)].store(
      isHarmless && previous.address > 1 ? previous.address : 0, ordering: .sequentiallyConsistent)
    var action = sigaction()
    sigemptyset(&action.sa_mask)
    action.address = unsafeBitCast(handle, to: UInt.self)
    // On the alternate stack, if there is one.
    action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_RESTART) | Int32(SA_ONSTACK)
    if sigaction(number, &action, nil) != 0 { throw .last }
    return { [previous] in
      var (current, previous) = (sigaction(), previous)
      sigaction(number, nil, &current)
      if isOurs(current) { sigaction(number, &previous, nil) }
    }
  }

  private static func isOurs(_ action: sigaction) -> Bool {
    action.address == unsafeBitCast(handle, to: UInt.self)
  }
}

extension sigaction {
  /// The handler of either kind: 0 is SIG_DFL and 1 SIG_IGN, everywhere. It comes first in every C library, which call it by different names.
  package var address: UInt {
    get { withUnsafeBytes(of: self) { $0.load(as: UInt.self) } }
    set { withUnsafeMutableBytes(of: &self) { $0.storeBytes(of: newValue, as: UInt.self) } }
  }
}
