import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The signal handler. It writes the signal's number to a pipe (the self-pipe trick, D. J.
/// Bernstein).
///
/// A handler may neither lock nor allocate, so it uses only integers with atomic access.
package enum SignalHandler {
  private typealias Function =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// No supported system has a higher signal number.
  private static let largest: Int32 = 64

  private static let writeEnd = Atomic<Int32>(-1)
  /// The previous handlers of signals that are ignored by default, by signal number. They are
  /// called as well.
  // Safe: initialized once, and its words are atomic.
  nonisolated(unsafe) private static let chainedHandlers = {
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: Int(largest) + 1)
    for number in 0...Int(largest) { (words + number).initialize(to: Atomic(0)) }
    return words
  }()

  private static let handle: Function = { number, info, context in
    // Uses only calls that POSIX lists as async-signal-safe, and restores errno.
    let error = errno
    let address = chainedHandlers[Int(number)].load(ordering: .relaxed)
    // Safe: `address` is that of a handler. A handler that takes only the number ignores the other
    // arguments, by the calling conventions of all systems.
    if address != 0 { unsafeBitCast(address, to: Function.self)(number, info, context) }
    // A byte is lost if the pipe is full, after thousands of unread bytes.
    var byte = UInt8(number)
    _ = write(writeEnd.load(ordering: .relaxed), &byte, 1)
    errno = error
  }

  /// Makes the pipe for signals. Called once.
  /// - Returns: The pipe's end to read from.
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

  /// Returns the signals that arrived since the last call, each once. More than 512 signals take
  /// several calls.
  package static func drain(in readEnd: Int32) -> Set<Int32> {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(readEnd, &bytes, bytes.count)
    return Set(bytes.prefix(max(0, count)).map(Int32.init))
  }

  /// Whether a signal can be watched.
  package static func canWatch(_ number: Int32) -> Bool {
    var action = sigaction()
    // SIGKILL and SIGSTOP cannot be handled, but not every system rejects them in the `sigaction`
    // call below. The others are signals of faults: after their handler returns, the faulty
    // instruction would raise the signal again.
    let reserved = [SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]
    return (1...largest).contains(number) && !reserved.contains(number)
      && sigaction(number, nil, &action) == 0
  }

  /// - Returns: A function that restores the signal's earlier effect, unless another handler was
  ///   installed meanwhile.
  package static func install(for number: Int32) throws(SystemError) -> @Sendable () -> Void {
    var previous = sigaction()
    if sigaction(number, nil, &previous) != 0 { throw .last }
    // Other code may have restored this handler after its removal. A handler must not call itself.
    if isOurs(previous) { previous = sigaction() }
    // SIG_DFL is 0 and SIG_IGN is 1 everywhere. The handler's data is set up before it can run.
    let isIgnoredByDefault = [SIGWINCH, SIGCONT, SIGCHLD, SIGURG].contains(number)
    chainedHandlers[Int(number)].store(
      isIgnoredByDefault && previous.address > 1 ? previous.address : 0,
      ordering: .sequentiallyConsistent)
    var action = sigaction()
    sigemptyset(&action.sa_mask)
    action.address = unsafeBitCast(handle, to: UInt.self)
    // SA_ONSTACK: the handler runs on the alternate stack, if there is one.
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
  /// The address of the handler, or 0 for SIG_DFL and 1 for SIG_IGN on every system. It is the
  /// first field in every C library, under different names.
  package var address: UInt {
    get { withUnsafeBytes(of: self) { $0.load(as: UInt.self) } }
    set { withUnsafeMutableBytes(of: &self) { $0.storeBytes(of: newValue, as: UInt.self) } }
  }
}
