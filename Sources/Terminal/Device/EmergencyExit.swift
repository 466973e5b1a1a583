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
enum EmergencyExit {
  private struct Plan {
    var attributes: termios
    var output: Int32
    var bytes: UnsafeMutablePointer<UInt8>
    var count: Int
    var previous: UnsafeMutablePointer<sigaction>
  }

  /// Signals that end a program by its own fault; then those that end one which does not handle
  /// them, and are left alone where somebody does.
  private static let fatalSignals = [
    SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT,
    SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGSYS,
  ]
  private static let faults = 6

  /// One more than the largest of them. `previous` has a place for each number below, so that a
  /// handler finds its own without touching an array, which could allocate.
  private static let signalLimit = 65

  /// The plan's address, or 0. An atomic integer is all that a handler may safely read.
  private static let plan = Atomic<UInt>(0)
  private static let isRegisteredAtExit = Atomic<Bool>(false)

  /// - Parameters:
  ///   - attributes: the terminal's, to be put back.
  ///   - bytes: what gives the screen back.
  static func arm(attributes: termios, output: Int32, bytes: [UInt8]) {
    disarm()
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: signalLimit)
    previous.initialize(repeating: sigaction(), count: signalLimit)
    let pointer = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    pointer.initialize(
      to: Plan(
        attributes: attributes, output: output, bytes: copy, count: bytes.count,
        previous: previous))
    plan.store(UInt(bitPattern: pointer), ordering: .sequentiallyConsistent)
    for (index, signal) in fatalSignals.enumerated() {
      // On the alternate stack, if there is one: a stack that overflowed has no room for a handler.
      var old = setHandler(of: signal, to: handler, flags: Int32(SA_ONSTACK))
      previous[Int(signal)] = old
      if index >= faults, !old.isDefault { sigaction(signal, &old, nil) }
    }
    if !isRegisteredAtExit.exchange(true, ordering: .sequentiallyConsistent) {
      atexit { EmergencyExit.restore() }
    }
  }

  /// The terminal was given back in an orderly way.
  static func disarm() {
    let address = plan.exchange(0, ordering: .sequentiallyConsistent)
    guard let pointer = UnsafeMutablePointer<Plan>(bitPattern: address) else { return }
    for signal in fatalSignals {
      sigaction(signal, &pointer.pointee.previous[Int(signal)], nil)
    }
    // The plan itself, some hundred bytes, is left: another thread may be in the handler.
  }

  private static func restore() {
    let address = plan.exchange(0, ordering: .sequentiallyConsistent)
    guard let pointer = UnsafeMutablePointer<Plan>(bitPattern: address) else { return }
    _ = write(pointer.pointee.output, pointer.pointee.bytes, pointer.pointee.count)
    tcsetattr(pointer.pointee.output, TCSANOW, &pointer.pointee.attributes)
  }

  private static let handler: SignalHandler = { signal in
    let address = plan.load(ordering: .relaxed)
    restore()
    // Whoever handled the signal before does now: Swift's backtracer, or the system.
    if let pointer = UnsafeMutablePointer<Plan>(bitPattern: address) {
      sigaction(signal, &pointer.pointee.previous[Int(signal)], nil)
    } else {
      setHandler(of: signal, to: nil)
    }
    // The instruction at fault is not run again: a trap may have been stepped over already.
    raise(signal)
  }
}
