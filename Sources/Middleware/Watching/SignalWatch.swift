import Dispatch
import MillraceStore
import MillraceSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tells those who listen of the signals that the process gets.
///
/// What a signal does is a matter of the process, so this is one too: the only state of the program
/// that belongs to no store.
enum SignalWatch {
  private typealias Listener = AsyncThrowingStream<Void, any Error>.Continuation

  private struct Watched {
    /// What the signal did before.
    var previous: sigaction
    var listeners: [Int: Listener] = [:]
  }

  private struct State {
    var watched: [Int32: Watched] = [:]
    var nextID = 0
    /// Wakes the listeners. It stays when the last of them has gone, with its two descriptors: a
    /// handler that has just begun on another thread may still write.
    var inbox: AnySource?
  }

  private static let state = Guarded(State())

  /// Begins to listen to a signal.
  /// - Returns: Its signals; several that nobody has taken yet are one.
  static func begin(_ number: Int32) throws(SystemError) -> Listening<Void> {
    let (signals, listener) = AsyncThrowingStream.makeStream(
      of: Void.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
    let id = try add(listener, to: number)
    let stop: @Sendable () -> Void = {
      remove(id, from: number)
      listener.finish()
    }
    listener.onTermination = { _ in remove(id, from: number) }
    return (events: signals, stop: stop)
  }

  private static func add(_ listener: Listener, to number: Int32) throws(SystemError) -> Int {
    try state.withLock { state throws(SystemError) in
      if state.inbox == nil { state.inbox = try makeInbox() }
      if state.watched[number] == nil {
        state.watched[number] = Watched(previous: try SignalHandler.install(for: number))
      }
      state.nextID += 1
      state.watched[number]?.listeners[state.nextID] = listener
      return state.nextID
    }
  }

  private static func remove(_ id: Int, from number: Int32) {
    state.withLock { state in
      guard let watched = state.watched[number], watched.listeners[id] != nil else { return }
      state.watched[number]?.listeners[id] = nil
      guard watched.listeners.count == 1 else { return }
      SignalHandler.uninstall(for: number, putBack: watched.previous)
      state.watched[number] = nil
    }
  }

  private static func makeInbox() throws(SystemError) -> AnySource {
    let descriptor = try SignalHandler.openPipe()
    let inbox = AnySource(
      DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "millrace.signals")))
    inbox.activate {
      let numbers = SignalHandler.take(from: descriptor)
      let listeners = state.withLock { state in
        numbers.flatMap { state.watched[$0].map { Array($0.listeners.values) } ?? [] }
      }
      for listener in listeners { listener.yield() }
    } end: {
    }
    return inbox
  }

  /// Stops the program if no one can watch a signal.
  static func check(_ number: Int32) {
    var action = sigaction()
    // Asking is no way to know of these two on every system, and those of a fault would be raised
    // again and again by the instruction at fault.
    let reserved = [SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]
    if number < 1 || number > SignalHandler.largest || reserved.contains(number)
      || sigaction(number, nil, &action) != 0
    {
      programmerError(
        "Signal \(number) cannot be watched. Watch another one, as SIGHUP or SIGUSR1.")
    }
  }
}
