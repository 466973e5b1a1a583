import MillraceStore

import Synchronization

/// What happened in a store for tests: what the test sent, and what others sent: effects, and
/// middleware by itself.
final class TestJournal<State: Sendable, Action: Sendable>: Sendable {
  struct Entry: Sendable {
    let action: Action
    let before: State
    let after: State
    let version: UInt64
  }

  private struct Records: Sendable {
    /// Where the action is dispatched that the test sends, until it is committed.
    var sending: CallSite?
    var sent: Entry?
    var received: [Entry] = []
    /// Of the newest commit.
    var version: UInt64 = 0
    /// After what the test has looked at, and its version.
    var state: State
    var stateVersion: UInt64 = 0
  }

  let notifier = ChangeNotifier()
  private let records: Guarded<Records>
  private let tokens = Guarded<[Subscription]>([])

  init(_ initial: State) { records = Guarded(Records(state: initial)) }

  /// Keeps the journal from before the first action on.
  var middleware: Middleware<State, Action> {
    Middleware(parts: { [self] store in
      Middleware.Parts(start: { _ in
        let token = store.observeCommits(keepingStates: true) { [weak self] in self?.note($0) }
        self.tokens.withLock { $0.append(token) }
        return nil
      })
    })
  }

  func begin(with store: Store<State, Action>) {
    let token = store.onEffectsIdle { [weak self] in self?.notifier.notify() }
    tokens.withLock { $0.append(token) }
  }

  private func note(_ commit: Commit<State, Action>) {
    guard let states = commit.states else { return }
    guard let action = commit.action else {
      // A middleware has restored a state: the test goes on from there.
      records.withLock { records in
        records.version = commit.version
        records.state = states.after
        records.stateVersion = commit.version
      }
      return notifier.notify()
    }
    let entry = Entry(
      action: action, before: states.before, after: states.after, version: commit.version)
    records.withLock { records in
      records.version = commit.version
      // Only the first commit from there is what the test sent: a middleware may make two of one.
      if commit.effect == nil, let sending = records.sending, commit.origin == sending {
        records.sending = nil
        records.sent = entry
      } else {
        records.received.append(entry)
      }
    }
    notifier.notify()
  }

  var version: UInt64 { records.withLock { $0.version } }

  var state: State { records.withLock { $0.state } }

  /// The test has looked at what an action did. It may have looked at a newer one before.
  func look(at entry: Entry) {
    records.withLock { records in
      guard entry.version > records.stateVersion else { return }
      records.state = entry.after
      records.stateVersion = entry.version
    }
  }

  /// The test is about to send an action from a place; nil when it has given up on that.
  func send(from call: CallSite?) {
    records.withLock { records in
      records.sending = call
      records.sent = nil
    }
  }

  func takeSent() -> Entry? { records.withLock { $0.sent.take() } }

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

  init(after time: Duration, _ notifier: ChangeNotifier) {
    let task = Task { [weak self] in
      try? await Task.sleep(for: time, clock: .continuous)
      self?.over.store(true, ordering: .releasing)
      notifier.notify()
    }
    self.task.withLock { $0 = task }
  }

  deinit { task.withLock { $0 }?.cancel() }

  var isOver: Bool { over.load(ordering: .acquiring) }
}
