import MillraceSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Gives the terminal back when the program crashes or calls `exit` in the middle of everything.
///
/// A signal handler may use nothing that takes a lock or allocates, so all that it needs lies ready
/// in memory that is never freed while a handler may still look at it.
package enum EmergencyExit {
  private struct Plan {
    var attributes: termios
    var terminal: Int32
    var output: Int32
    var mute: Int32
    var bytes: UnsafeMutablePointer<UInt8>
    var count: Int
    var previous: UnsafeMutablePointer<sigaction>
    var errors: Errors?
  }

  /// What standard error is, if it is a terminal, and the file that takes its place: a line would smear the
  /// screen, and why the program crashed would go with it.
  private struct Errors {
    static let size = 4096
    let file: Int32
    let original: Int32
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: size)

    /// More than the last of it is not shown.
    static let limit = 65_536

    /// Nil where it is another terminal, or none.
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

    /// May be called by a signal handler.
    func show(on terminal: Int32) {
      dup2(original, STDERR_FILENO)
      lseek(file, max(0, lseek(file, 0, SEEK_END) - off_t(Self.limit)), SEEK_SET)
      while case let count = read(file, buffer, Self.size), count > 0 {
        guard writeAll(buffer, count: count, to: terminal) else { return }
      }
    }
  }

  /// Signals that end a program by its own fault; then those that end one which does not handle
  /// them, and are left alone where somebody does.
  private static let fatalSignals = [
    SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT,
    SIGQUIT, SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGSYS,
  ]
  private static let faults = 6

  /// One more than the largest of them. `previous` has a place for each number below, so that a
  /// handler finds its own without touching an array, which could allocate.
  private static let signalLimit = 65

  /// The plan's address, or 0. An atomic integer is all that a handler may safely read.
  private static let plan = Atomic<UInt>(0)
  /// The thread that a fatal signal came to first, or 0.
  private static let dyingThread = Atomic<UInt>(0)
  private static let isRegisteredAtExit = Atomic<Bool>(false)

  /// - Parameters:
  ///   - attributes: the terminal's, to be put back.
  ///   - terminal: a descriptor that does not block, for nobody else to write to.
  ///   - output: what frames are written to.
  ///   - mute: takes no bytes. It takes the place of `output`, so that what other threads still draw is lost.
  ///   - bytes: what gives the screen back.
  static func arm(
    attributes: termios, terminal: Int32, output: Int32, mute: Int32, bytes: [UInt8]
  ) {
    // Made here, and not in the handler.
    dyingThread.store(0, ordering: .relaxed)
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: signalLimit)
    previous.initialize(repeating: sigaction(), count: signalLimit)
    let pointer = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    pointer.initialize(
      to: Plan(
        attributes: attributes, terminal: terminal, output: output, mute: mute, bytes: copy(bytes),
        count: bytes.count, previous: previous, errors: Errors(on: terminal)))
    plan.store(UInt(bitPattern: pointer), ordering: .sequentiallyConsistent)
    for (index, signal) in fatalSignals.enumerated() {
      let old = setAction(of: signal, to: handler)
      previous[Int(signal)] = old
      // Who handles a fault, too, is a reporter of crashes, as Swift's backtracer.
      let isReporter = old.address == previous[Int(SIGSEGV)].address
      if index >= faults, old.address != defaultAction, !isReporter {
        setAction(of: signal, to: old)
      }
    }
    if !isRegisteredAtExit.exchange(true, ordering: .sequentiallyConsistent) {
      atexit { _ = EmergencyExit.restore() }
    }
  }

  /// More was switched on, and has to be switched off.
  static func update(bytes: [UInt8]) {
    let address = plan.load(ordering: .sequentiallyConsistent)
    guard let old = UnsafeMutablePointer<Plan>(bitPattern: address) else { return }
    let pointer = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    pointer.initialize(to: old.pointee)
    (pointer.pointee.bytes, pointer.pointee.count) = (copy(bytes), bytes.count)
    // Unless a handler has taken the old one.
    _ = plan.compareExchange(
      expected: address, desired: UInt(bitPattern: pointer), ordering: .sequentiallyConsistent)
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    return copy
  }

  /// The terminal was given back in an orderly way. What was printed meanwhile on standard error is shown.
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
    // The plan itself, some thousand bytes, is left: another thread may be in the handler.
  }

  /// - Returns: whether the terminal is as it was.
  private static func restore() -> Bool {
    let address = plan.exchange(0, ordering: .sequentiallyConsistent)
    guard let pointer = UnsafeMutablePointer<Plan>(bitPattern: address) else { return true }
    dup2(pointer.pointee.mute, pointer.pointee.output)
    let isRestored = giveBack(
      pointer.pointee.terminal, bytes: pointer.pointee.bytes, count: pointer.pointee.count,
      attributes: &pointer.pointee.attributes)
    if isRestored { pointer.pointee.errors?.show(on: pointer.pointee.terminal) }
    return isRestored
  }

  private static let handler = sigaction(handler: { signal, info, context in
    // A word everywhere: a pointer or a number.
    let thread = withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
    let (isFirst, first) = dyingThread.compareExchange(
      expected: 0, desired: thread, ordering: .sequentiallyConsistent)
    // Another thread has a fault, too: the first ends both.
    while !isFirst, first != thread { pause() }
    let address = plan.load(ordering: .sequentiallyConsistent)
    // Whoever handled the signal before does now: Swift's backtracer, say, which waits for a terminal.
    if isFirst, restore(), let pointer = UnsafeMutablePointer<Plan>(bitPattern: address) {
      let previous = pointer.pointee.previous[Int(signal)].address
      if previous != defaultAction, previous != ignoredAction {
        // Safe: it is that of a handler. One that takes only the number ignores the rest, by the calling
        // conventions of all systems.
        unsafeBitCast(previous, to: SignalFunction.self)(signal, info, context)
      }
    }
    // The instruction at fault is not run again: a signal may have come from elsewhere.
    setAction(of: signal, to: sigaction())
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(signal)
  })

  // MARK: - Stack

  private static let stackSize = 65_536

  /// Frees a thread's stack when it ends.
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

  /// Gives this thread a stack for signal handlers, unless it has one. To be called by whatever runs the
  /// program's work: the main queue has no thread of its own everywhere.
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

/// Gives a terminal back, if it takes the bytes within a second. May be called by a signal handler.
/// - Parameters:
///   - terminal: A descriptor that does not block.
///   - attributes: Its settings from then on; nil: they stay.
/// - Returns: Whether it took them.
func giveBack(
  _ terminal: Int32, bytes: UnsafePointer<UInt8>, count: Int,
  attributes: UnsafeMutablePointer<termios>?
) -> Bool {
  // Nothing interrupts this, and the system does not stop it for its being in the background.
  var (all, old) = (sigset_t(), sigset_t())
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, &old)
  defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
  let isTaken = writeAll(bytes, count: count, to: terminal)
  // In the background the settings are those of another program.
  if let attributes, !isInBackground(of: terminal) { tcsetattr(terminal, TCSANOW, attributes) }
  return isTaken
}

/// Whether another job has the terminal. Never so where it is not the session's own. May be called by a
/// signal handler.
func isInBackground(of terminal: Int32) -> Bool {
  let group = tcgetpgrp(terminal)
  return group > 0 && group != getpgrp()
}

/// Writes for a second at most.
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

/// May be called by a signal handler.
func milliseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}
