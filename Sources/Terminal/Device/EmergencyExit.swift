import MillraceSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Restores the terminal when the program crashes or calls `exit`.
///
/// A signal handler may not take locks or allocate, so all that it needs is prepared in memory that
/// is never freed while a handler may still read it.
package enum EmergencyExit {
  private struct Plan {
    var attributes: termios
    var terminal: Int32
    var output: Int32
    var readOnly: Int32
    var bytes: UnsafeMutablePointer<UInt8>
    var count: Int
    var previous: UnsafeMutablePointer<sigaction>
    var errors: StandardError?
  }

  /// Redirects standard error to a file while the program uses the terminal. Otherwise the output
  /// would garble the screen, and the message of a crash would be erased with the screen.
  private struct StandardError {
    static let size = 4096
    let file: Int32
    let original: Int32
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: size)

    /// The largest number of bytes of the file to show, counted from the file's end.
    static let limit = 65_536

    /// Nil if standard error is another terminal or not a terminal.
    init?(on terminal: Int32) {
      var (errors, screen) = (stat(), stat())
      guard fstat(STDERR_FILENO, &errors) == 0, fstat(terminal, &screen) == 0,
        isatty(STDERR_FILENO) == 1, errors.st_rdev == screen.st_rdev, let stream = tmpfile()
      else { return nil }
      file = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0)
      original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      fclose(stream)
      dup2(file, STDERR_FILENO)
    }

    /// Restores standard error, and copies the collected output to the terminal. Async-signal-safe.
    func show(on terminal: Int32) {
      dup2(original, STDERR_FILENO)
      lseek(file, max(0, lseek(file, 0, SEEK_END) - off_t(Self.limit)), SEEK_SET)
      while case let count = read(file, buffer, Self.size), count > 0 {
        guard writeAll(buffer, count: count, to: terminal) else { return }
      }
    }
  }

  /// The signals of program faults, then other signals that end a program by default. If the
  /// program handles one of these other signals, its handler stays.
  private static let fatalSignals = [
    SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT,
    SIGQUIT, SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGSYS,
  ]
  private static let faultCount = 6

  /// The length of the buffer `previous`, which handlers index by signal number. It is not an
  /// array, because access to an array could allocate.
  private static let signalLimit = 65

  /// The address of the `Plan` in use, or 0. Signal handlers may safely read only atomic integers.
  private static let plan = Atomic<UInt>(0)
  /// The first thread with a fatal signal, or 0.
  private static let crashingThread = Atomic<UInt>(0)
  private static let isRegisteredAtExit = Atomic<Bool>(false)

  /// Installs the handlers that restore the terminal.
  /// - Parameters:
  ///   - attributes: the terminal settings to restore.
  ///   - terminal: a non-blocking descriptor that nothing else writes to.
  ///   - output: the descriptor for frames.
  ///   - readOnly: a read-only descriptor. A crash replaces `output` by it, so that other threads
  ///     cannot write frames.
  ///   - bytes: the sequences that restore the screen.
  static func arm(
    attributes: termios, terminal: Int32, output: Int32, readOnly: Int32, bytes: [UInt8]
  ) {
    // This access initializes the static property, which a handler must not do.
    crashingThread.store(0, ordering: .relaxed)
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: signalLimit)
    previous.initialize(repeating: sigaction(), count: signalLimit)
    let pointer = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    pointer.initialize(
      to: Plan(
        attributes: attributes, terminal: terminal, output: output, readOnly: readOnly,
        bytes: copy(bytes),
        count: bytes.count, previous: previous, errors: StandardError(on: terminal)))
    plan.store(UInt(bitPattern: pointer), ordering: .sequentiallyConsistent)
    for (index, signal) in fatalSignals.enumerated() {
      let old = setAction(of: signal, to: handler)
      previous[Int(signal)] = old
      // A handler that also handles SIGSEGV is a crash reporter, such as Swift's backtracer.
      let isReporter = old.address == previous[Int(SIGSEGV)].address
      if index >= faultCount, old.address != defaultAction, !isReporter {
        setAction(of: signal, to: old)
      }
    }
    if !isRegisteredAtExit.exchange(true, ordering: .sequentiallyConsistent) {
      atexit { _ = EmergencyExit.restore() }
    }
  }

  /// Replaces the bytes that restore the terminal, after more modes were switched on.
  static func update(bytes: [UInt8]) {
    let address = plan.load(ordering: .sequentiallyConsistent)
    guard let old = UnsafeMutablePointer<Plan>(bitPattern: address) else { return }
    let pointer = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    pointer.initialize(to: old.pointee)
    (pointer.pointee.bytes, pointer.pointee.count) = (copy(bytes), bytes.count)
    // Has no effect if a handler has taken the old plan already.
    _ = plan.compareExchange(
      expected: address, desired: UInt(bitPattern: pointer), ordering: .sequentiallyConsistent)
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    return copy
  }

  /// Removes the handlers after an orderly restore, and shows what was printed on standard error.
  static func disarm() {
    let address = plan.exchange(0, ordering: .sequentiallyConsistent)
    guard let pointer = UnsafeMutablePointer<Plan>(bitPattern: address) else { return }
    for signal in fatalSignals {
      setAction(of: signal, to: pointer.pointee.previous[Int(signal)])
    }
    if let errors = pointer.pointee.errors {
      errors.show(on: pointer.pointee.terminal)
      close(errors.file)
      close(errors.original)
    }
    // The plan and its buffers, up to about 14 KB, are not freed: another thread may be in the
    // handler.
  }

  /// Restores the terminal, unless it is restored already.
  /// - Returns: whether the terminal is restored.
  private static func restore() -> Bool {
    let address = plan.exchange(0, ordering: .sequentiallyConsistent)
    guard let pointer = UnsafeMutablePointer<Plan>(bitPattern: address) else { return true }
    dup2(pointer.pointee.readOnly, pointer.pointee.output)
    let isRestored = restoreTerminal(
      pointer.pointee.terminal, bytes: pointer.pointee.bytes, count: pointer.pointee.count,
      attributes: &pointer.pointee.attributes)
    if isRestored { pointer.pointee.errors?.show(on: pointer.pointee.terminal) }
    return isRestored
  }

  private static let handler = sigaction(handler: { signal, info, context in
    // `pthread_t` is one word on every platform: a pointer or a number.
    let thread = withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
    let (isFirst, first) = crashingThread.compareExchange(
      expected: 0, desired: thread, ordering: .sequentiallyConsistent)
    // Another thread has a fatal signal already, and will end the process.
    while !isFirst, first != thread { pause() }
    let address = plan.load(ordering: .sequentiallyConsistent)
    // Calls the previous handler: Swift's backtracer, for example, which uses the terminal.
    if isFirst, restore(), let pointer = UnsafeMutablePointer<Plan>(bitPattern: address) {
      let previous = pointer.pointee.previous[Int(signal)].address
      if previous != defaultAction, previous != ignoredAction {
        // Safe: the address is that of a handler. A handler that takes only the number ignores the
        // other arguments, by the calling conventions of all supported systems.
        unsafeBitCast(previous, to: SignalFunction.self)(signal, info, context)
      }
    }
    // Raises the signal again, because the interrupted instruction may not cause it again.
    setAction(of: signal, to: sigaction())
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(signal)
  })

  // MARK: - Stack

  private static let stackSize = 65_536

  /// Frees a thread's alternate stack when the thread ends.
  private static let stackKey = {
    var key = pthread_key_t()
    pthread_key_create(&key) { memory in
      var none = stack_t()
      none.ss_flags = Int32(SS_DISABLE)
      sigaltstack(&none, nil)
      free(memory)
    }
    return key
  }()

  /// Gives the current thread an alternate stack for signal handlers, unless it has one. Every
  /// callback that runs code of the program calls this function, because some platforms run the
  /// main queue on several threads.
  package static func ensureAlternateStack() {
    var stack = stack_t()
    guard pthread_getspecific(stackKey) == nil, sigaltstack(nil, &stack) == 0,
      stack.ss_flags & Int32(SS_DISABLE) != 0, let memory = malloc(stackSize)
    else { return }
    stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = numericCast(stackSize)
    sigaltstack(&stack, nil)
    pthread_setspecific(stackKey, memory)
  }
}

/// Restores a terminal: writes bytes for at most a second, and then sets the settings, unless this
/// process is in the background. Async-signal-safe.
/// - Parameters:
///   - terminal: A non-blocking descriptor.
///   - attributes: The terminal settings to set; nil: unchanged.
/// - Returns: Whether the terminal took all bytes.
func restoreTerminal(
  _ terminal: Int32, bytes: UnsafePointer<UInt8>, count: Int,
  attributes: UnsafeMutablePointer<termios>?
) -> Bool {
  // All signals are blocked, so that SIGTTOU cannot stop a background process here.
  var (all, old) = (sigset_t(), sigset_t())
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, &old)
  defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
  let isTaken = writeAll(bytes, count: count, to: terminal)
  // In the background, the settings belong to another program.
  if let attributes, !isInBackground(of: terminal) { tcsetattr(terminal, TCSANOW, attributes) }
  return isTaken
}

/// Whether another job is in the foreground. False if the terminal is not the controlling terminal
/// of this session. Async-signal-safe.
func isInBackground(of terminal: Int32) -> Bool {
  let group = tcgetpgrp(terminal)
  return group > 0 && group != getpgrp()
}

/// Writes for at most a second.
private func writeAll(_ bytes: UnsafePointer<UInt8>, count: Int, to terminal: Int32) -> Bool {
  var start = 0
  let deadline = milliseconds() + 1000
  while start < count {
    let written = write(terminal, bytes + start, count - start)
    if written > 0 {
      start += written
      continue
    }
    let left = deadline - milliseconds()
    guard errno == EAGAIN || errno == EINTR, left > 0 else { return false }
    var wait = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
    poll(&wait, 1, Int32(left))
  }
  return true
}

/// The monotonic time. Async-signal-safe.
func milliseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}
