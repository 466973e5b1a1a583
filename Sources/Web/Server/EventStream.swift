import Synchronization

/// An answer that goes on: events in the format of `text/event-stream`, which any thread adds.
///
/// Where a client reads more slowly than events come, they wait, up to a limit; then all that wait are dropped, and
/// a `gap` event stands in their place.
package final class EventStream: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isClosed = false
    var wake: (@Sendable () -> Void)?
    var onEnd: (@Sendable () -> Void)?
    var onTaken: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// Whether there is something to write: asked often, for each of many streams.
  private let hasWork = Atomic(false)
  private let limit: Int

  /// - Parameters:
  ///   - limit: So many bytes may wait.
  ///   - onEnd: Called once when the client is gone or the stream is closed, on the server's thread.
  package init(limit: Int = 1024 * 1024, onEnd: (@Sendable () -> Void)? = nil) {
    self.limit = limit
    state.withLock { $0.onEnd = onEnd }
  }

  /// Adds an event.
  /// - Parameters:
  ///   - name: What it is.
  ///   - data: One line.
  ///   - id: By which a client that comes again says what it has seen.
  /// - Returns: False if it was dropped: the client gets `gap`, and needs everything anew.
  @discardableResult
  package func send(_ name: String, _ data: String, id: String? = nil) -> Bool {
    var text = id.map { "id: \($0)\n" } ?? ""
    text += "event: \(name)\ndata: \(data)\n\n"
    return add(text)
  }

  /// Adds a line that says nothing, by which both sides learn whether the other is there.
  func sendComment() { add(":\n\n") }

  @discardableResult
  private func add(_ text: String) -> Bool {
    let (isTaken, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard !state.isClosed else { return (false, nil) }
      hasWork.store(true, ordering: .releasing)
      let wasEmpty = state.bytes.isEmpty
      // A client that keeps up gets what is longer than the limit, too.
      let fits =
        state.bytes.count <= limit / 8 || state.bytes.count + text.utf8.count <= limit
      if fits {
        state.bytes += Array(text.utf8)
      } else {
        state.bytes = Array("event: gap\ndata: {}\n\n".utf8)
      }
      return (fits, wasEmpty ? state.wake : nil)
    }
    wake?()
    return isTaken
  }

  /// Ends the answer, when what waits is written.
  package func close() {
    let wake = state.withLock { state in
      state.isClosed = true
      hasWork.store(true, ordering: .releasing)
      return state.wake
    }
    wake?()
  }

  /// Whether more waits than a client that keeps up would leave. Then `onTaken` is called when nothing waits any more.
  package func isBehind(onTaken: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.bytes.count > limit / 8 else { return false }
      state.onTaken = onTaken
      return true
    }
  }

  // MARK: - The server's side

  func attach(wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  /// Whether there are no bytes, and the stream has not ended.
  var isIdle: Bool { !hasWork.load(ordering: .acquiring) }
  var isEmpty: Bool { isIdle || state.withLock(\.bytes.isEmpty) }
  var isClosed: Bool { state.withLock(\.isClosed) }

  func takeBytes() -> [UInt8] {
    let (bytes, onTaken) = state.withLock { state in
      defer { (state.bytes, state.onTaken) = ([], nil) }
      hasWork.store(state.isClosed, ordering: .releasing)
      return (state.bytes, state.onTaken)
    }
    onTaken?()
    return bytes
  }

  func end() {
    let onEnd = state.withLock { state in
      state.isClosed = true
      state.bytes = []
      state.wake = nil
      defer { state.onEnd = nil }
      return state.onEnd
    }
    onEnd?()
  }
}
