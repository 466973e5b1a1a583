import Synchronization

/// A response that other threads write: a stream of events in the format `text/event-stream`, or
/// one response that is completed later.
///
/// If a client reads more slowly than events are added, the queue grows up to a limit. An event
/// that does not fit is dropped, and one `gap` event replaces all queued events.
package final class OpenResponse: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isClosed = false
    var wake: (@Sendable () -> Void)?
    var onEnd: (@Sendable () -> Void)?
    var onDrained: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// Whether bytes are queued, or the response is closed. It is atomic because the server reads it
  /// often, for each of many streams.
  private let hasWork = Atomic(false)
  private let limit: Int

  /// - Parameters:
  ///   - limit: The largest number of queued bytes.
  ///   - onEnd: Called once on the server's thread, when the client disconnects or the stream
  ///     closes.
  package init(limit: Int = 1024 * 1024, onEnd: (@Sendable () -> Void)? = nil) {
    self.limit = limit
    state.withLock { $0.onEnd = onEnd }
  }

  /// Sets the complete response, once.
  package func complete(_ response: HTTPResponse) {
    add(response.bytes)
    close()
  }

  /// Adds an event.
  /// - Parameters:
  ///   - name: The type of the event.
  ///   - data: The data, on one line.
  ///   - id: The identifier that a client sends when it reconnects, to tell which event it received
  ///     last.
  /// - Returns: False if the event was dropped, because the response is closed or the queue is
  ///   full. If the queue is full, the client gets `gap`, and needs the whole page again.
  @discardableResult
  package func send(_ name: String, _ data: String, id: String? = nil) -> Bool {
    let number = id.map { "id: \($0)\n" } ?? ""
    return add(Array("\(number)event: \(name)\ndata: \(data)\n\n".utf8))
  }

  /// Adds an empty comment, with which each side can detect whether the other is still connected.
  func sendComment() { add(Array(":\n\n".utf8)) }

  @discardableResult
  private func add(_ bytes: [UInt8]) -> Bool {
    let (isTaken, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard !state.isClosed else { return (false, nil) }
      hasWork.store(true, ordering: .releasing)
      let wasEmpty = state.bytes.isEmpty
      // If at most an eighth of the limit is queued, an event is added even if it is longer than
      // the limit.
      let fits = state.bytes.count <= limit / 8 || state.bytes.count + bytes.count <= limit
      if fits { state.bytes += bytes } else { state.bytes = Array("event: gap\ndata: {}\n\n".utf8) }
      return (fits, wasEmpty ? state.wake : nil)
    }
    wake?()
    return isTaken
  }

  /// Ends the response after the queued events are written.
  package func close() {
    let wake = state.withLock { state in
      state.isClosed = true
      hasWork.store(true, ordering: .releasing)
      return state.wake
    }
    wake?()
  }

  /// Whether more than an eighth of the limit is queued. If so, `onDrained` is called on the
  /// server's thread when the server has taken all queued bytes.
  package func isBehind(onDrained: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.bytes.count > limit / 8 else { return false }
      state.onDrained = onDrained
      return true
    }
  }

  // MARK: - The server's side

  func attach(wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  /// Whether nothing is queued and more may follow.
  var isIdle: Bool { !hasWork.load(ordering: .acquiring) }
  var isClosed: Bool { state.withLock(\.isClosed) }
  /// Whether the response is closed, and the server has taken all bytes.
  var isComplete: Bool { !isIdle && state.withLock { $0.isClosed && $0.bytes.isEmpty } }

  func takeBytes() -> [UInt8] {
    let (bytes, onDrained) = state.withLock { state in
      defer { (state.bytes, state.onDrained) = ([], nil) }
      hasWork.store(state.isClosed, ordering: .releasing)
      return (state.bytes, state.onDrained)
    }
    onDrained?()
    return bytes
  }

  func end() {
    let onEnd = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.onEnd
    }
    onEnd?()
  }
}
