import MillraceMiddleware
import MillraceStore

/// A server in memory, with the faults of real ones.
package final class MemoryServer: Sendable {
  package struct Entry: Equatable, Sendable {
    package let number: UInt64
    package let writer: String
    package let position: UInt64
    package let text: String

    package init(number: UInt64, writer: String, position: UInt64, text: String) {
      (self.number, self.writer) = (number, writer)
      (self.position, self.text) = (position, text)
    }
  }

  package struct State: Sendable {
    package var log: String?
    package var entries: [Entry] = []
    package var last: UInt64 = 0
    package var snapshot: (number: UInt64, text: String) = (0, "")
    /// The last position of each writer, also of entries that were removed.
    package var positions: [String: UInt64] = [:]
    package var isReachable = true
    /// Whether the next append is done, and its answer lost.
    package var losesAnswer = false
    /// Whether appends change nothing.
    package var takesNothing = false
    package var forbids: String?
    /// Why an entry with a text is refused.
    package var refusals: [String: String] = [:]
    /// The most entries of a batch.
    package var batchLimit = 500
    /// How often the server was asked.
    package var appends = 0
    package var reads = 0
    /// Counts the times that all connections were lost.
    fileprivate var generation = 0
    fileprivate var listeners: [(client: MemoryClient, onNews: @Sendable () -> Void)] = []
    /// Whether the others are told of new entries.
    package var notifies = true
  }

  fileprivate let guarded = Guarded(State())

  package init() {}

  /// A process that uses the server.
  package func client() -> MemoryClient { MemoryClient(self) }

  package var state: State {
    get { guarded.withLock { $0 } }
    set { guarded.withLock { $0 = newValue } }
  }

  /// Stops the server; all connections are lost.
  package func stop() {
    guarded.withLock { state in
      (state.isReachable, state.listeners) = (false, [])
      state.generation += 1
    }
  }

  package func start() { guarded.withLock { $0.isReachable = true } }

  /// Brings the log back to an earlier state.
  package func restore(_ backup: State) {
    guarded.withLock { state in
      (state.entries, state.last) = (backup.entries, backup.last)
      state.positions = backup.positions
    }
  }

  /// Deletes the document.
  package func delete() {
    guarded.withLock { state in
      (state.log, state.entries, state.last) = (nil, [], 0)
      (state.positions, state.snapshot) = ([:], (0, ""))
    }
  }

  /// Removes entries that the snapshot has.
  package func removeOldEntries() {
    guarded.withLock { state in
      let number = state.snapshot.number
      state.entries.removeAll { $0.number < number }
    }
  }
}

package final class MemoryClient: DocumentServer {
  fileprivate let server: MemoryServer
  private let alive = Guarded(true)

  fileprivate init(_ server: MemoryServer) { self.server = server }

  package var address: String { "memory://server/db" }

  /// Ends the process: it neither asks nor hears anything.
  package func kill() {
    alive.withLock { $0 = false }
    server.guarded.withLock { state in state.listeners.removeAll { $0.client === self } }
  }

  package func connect(
    onNews: @escaping @Sendable () -> Void
  ) throws(ServerError) -> any ServerConnection {
    let generation = try attempt { state throws(ServerError) in
      state.listeners.append((self, onNews))
      return state.generation
    }
    return MemoryConnection(client: self, generation: generation)
  }

  fileprivate func attempt<Result: Sendable>(
    over generation: Int? = nil,
    _ body: (inout MemoryServer.State) throws(ServerError) -> Result
  ) throws(ServerError) -> Result {
    if !alive.withLock({ $0 }) { throw .unreachable("the process has ended") }
    return try server.guarded.withLock { state throws(ServerError) in
      if !state.isReachable { throw .unreachable("the server is stopped") }
      if let generation, generation != state.generation {
        throw .unreachable("the connection was lost")
      }
      return try body(&state)
    }
  }

  fileprivate func tellOthers() {
    let listeners = server.guarded.withLock { state in
      state.notifies ? state.listeners.filter { $0.client !== self }.map(\.onNews) : []
    }
    for listener in listeners { listener() }
  }
}

private struct MemoryConnection: ServerConnection {
  let client: MemoryClient
  let generation: Int

  var readOnly: String? { client.server.state.forbids }

  func read(from number: UInt64) throws(ServerError) -> ServerBatch? {
    try client.attempt(over: generation) { state in
      state.reads += 1
      guard let log = state.log else { return nil }
      let entries = state.entries.drop { $0.number < number }.prefix(state.batchLimit)
      return ServerBatch(
        log: log, last: state.last, snapshot: state.snapshot.number,
        entries: entries.map { ($0.number, $0.text) })
    }
  }

  func snapshot() throws(ServerError) -> ServerSnapshot? {
    try client.attempt(over: generation) { state in
      state.log.map {
        ServerSnapshot(log: $0, number: state.snapshot.number, text: state.snapshot.text)
      }
    }
  }

  func begin(_ snapshot: ServerSnapshot) throws(ServerError) {
    try client.attempt(over: generation) { state throws(ServerError) in
      if let reason = state.forbids { throw .forbidden(reason) }
      if state.log != nil { return }
      (state.log, state.snapshot) = (snapshot.log, (snapshot.number, snapshot.text))
    }
  }

  func append(
    _ entries: [ServerEntry], by writer: String, to log: String, after number: UInt64
  ) throws(ServerError) -> Bool {
    let (isAppended, isLost) = try client.attempt(over: generation) { state throws(ServerError) in
      state.appends += 1
      if let reason = state.forbids { throw .forbidden(reason) }
      guard state.log == log, state.last >= number, !state.takesNothing else {
        return (false, false)
      }
      for entry in entries {
        if let reason = state.refusals.first(where: { entry.text.contains($0.key) }) {
          throw .refused(reason.value)
        }
        let isKnown = state.entries.contains {
          $0.writer == writer && $0.position == entry.position
        }
        if isKnown || state.positions[writer] == entry.position { throw .exists }
      }
      for entry in entries {
        state.last += 1
        state.entries.append(
          .init(
            number: state.last, writer: writer, position: entry.position, text: entry.text))
        state.positions[writer] = max(state.positions[writer] ?? 0, entry.position)
      }
      defer { state.losesAnswer = false }
      return (true, state.losesAnswer)
    }
    if isAppended { client.tellOthers() }
    if isLost { throw .unreachable("the connection was cut") }
    return isAppended
  }

  func position(of writer: String) throws(ServerError) -> UInt64 {
    try client.attempt(over: generation) { state in state.positions[writer] ?? 0 }
  }

  func save(_ snapshot: ServerSnapshot) throws(ServerError) {
    try client.attempt(over: generation) { state throws(ServerError) in
      if let reason = state.forbids { throw .forbidden(reason) }
      guard state.log == snapshot.log, state.snapshot.number < snapshot.number else { return }
      state.snapshot = (snapshot.number, snapshot.text)
    }
  }

  func close() {
    client.server.guarded.withLock { state in
      state.listeners.removeAll { [client] in $0.client === client }
    }
  }
}
