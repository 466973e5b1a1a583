import Synchronization

/// What happened in a store for tests: what the test sent, and what effects sent.
final class TestJournal<State: Sendable, Action: Sendable>: Sendable {
  struct Entry: Sendable {
    let action: Action
    let before: State
    let after: State
  }

  private struct Records: Sendable {
    var sent: [Entry] = []
    var received: [Entry] = []
    var version: UInt64 = 0
    /// After what the test has looked at.
    var state: State
  }

  let arrivals = Arrivals()
  private let records: Guarded<Records>
  private let tokens = Guarded<[Subscription]>([])

  init(_ initial: State) { records = Guarded(Records(state: initial)) }

  /// Keeps the journal from before the first action on.
  var middleware: Middleware<State, Action> {
    Middleware(parts: { [self] in
      Middleware.Parts(start: { context, _ in
        let token = context.observeCommits(keepingStates: true) { [weak self] in self?.note($0) }
        self.tokens.withLock { $0.append(token) }
        return nil
      })
    })
  }

  func begin(with store: Store<State, Action>) {
    let token = store.onEffectsIdle { [weak self] in self?.arrivals.add() }
    tokens.withLock { $0.append(token) }
  }

  private func note(_ commit: Commit<State, Action>) {
    guard let states = commit.states else { return }
    let entry = Entry(action: commit.action, before: states.before, after: states.after)
    records.withLock { records in
      records.version = commit.version
      if commit.isFromEffect { records.received.append(entry) } else { records.sent.append(entry) }
    }
    arrivals.add()
  }

  var version: UInt64 { records.withLock { $0.version } }

  var state: State {
    get { records.withLock { $0.state } }
    set { records.withLock { $0.state = newValue } }
  }

  func waitForSent() async -> Entry {
    await arrivals.wait { [self] in
      records.withLock { $0.sent.isEmpty ? nil : $0.sent.removeFirst() }
    }
  }

  func takeReceived() -> Entry? {
    records.withLock { $0.received.isEmpty ? nil : $0.received.removeFirst() }
  }

  func takeAllReceived() -> [Entry] {
    records.withLock { records in
      defer { records.received = [] }
      return records.received
    }
  }
}

/// A time in the future, at which those who wait look again.
final class Deadline: Sendable {
  private let over = Atomic(false)
  private let task = Guarded<Task<Void, Never>?>(nil)

  init(after time: Duration, _ arrivals: Arrivals) {
    let task = Task { [weak self] in
      try? await Task.sleep(for: time, clock: .continuous)
      self?.over.store(true, ordering: .releasing)
      arrivals.add()
    }
    self.task.withLock { $0 = task }
  }

  deinit { task.withLock { $0 }?.cancel() }

  var isOver: Bool { over.load(ordering: .acquiring) }
}
