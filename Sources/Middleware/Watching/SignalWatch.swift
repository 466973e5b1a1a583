import Dispatch
import MillraceStore
import MillraceSystem

/// Delivers the signals of the process to listeners.
///
/// Its state is global, because signal handlers are global to the process.
enum SignalWatch {
  private typealias Listener = AsyncThrowingStream<Void, any Error>.Continuation

  private struct Watched {
    /// Restores the signal's earlier effect.
    var restore: @Sendable () -> Void
    var listeners: [Int: Listener] = [:]
  }

  private struct State {
    var watched: [Int32: Watched] = [:]
    var nextID = 0
    /// Reads the pipe to which the signal handler writes, and wakes the listeners. The pipe stays
    /// open after the last listener has ended, because a handler that has just begun on another
    /// thread may still write to it.
    var inbox: CancellableSource?
  }

  private static let state = Guarded(State())

  /// Begins to listen to a signal.
  /// - Returns: The signals; several that wait for the reader become one.
  static func begin(_ number: Int32) throws(SystemError) -> EventSubscription<Void> {
    let (signals, listener) = AsyncThrowingStream.makeStream(
      of: Void.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
    let id = try state.withLock { state throws(SystemError) in
      if state.inbox == nil { state.inbox = try makeInbox() }
      if state.watched[number] == nil {
        state.watched[number] = Watched(restore: try SignalHandler.install(for: number))
      }
      state.nextID += 1
      state.watched[number]?.listeners[state.nextID] = listener
      return state.nextID
    }
    listener.onTermination = { _ in remove(id, from: number) }
    // `stop` also removes the listener, because the termination handler may run only after
    // `finish()` has returned, on the reader's thread.
    return (
      events: signals,
      stop: {
        listener.finish()
        remove(id, from: number)
      }
    )
  }

  private static func remove(_ id: Int, from number: Int32) {
    state.withLock { state in
      state.watched[number]?.listeners[id] = nil
      guard let watched = state.watched[number], watched.listeners.isEmpty else { return }
      watched.restore()
      state.watched[number] = nil
    }
  }

  private static func makeInbox() throws(SystemError) -> CancellableSource {
    let descriptor = try SignalHandler.openPipe()
    let inbox = CancellableSource(
      DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "millrace.signals")))
    inbox.activate {
      let numbers = SignalHandler.drain(in: descriptor)
      let listeners = state.withLock { state in
        numbers.flatMap { state.watched[$0].map { Array($0.listeners.values) } ?? [] }
      }
      for listener in listeners { listener.yield() }
    }
    return inbox
  }
}
