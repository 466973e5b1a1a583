import MillraceStore

import Synchronization

/// The commits of a store for tests: the commits of actions that the test sent, and the commits of
/// actions from effects and middleware.
final class TestJournal<State: Sendable, Action: Sendable>: Sendable {
  struct Entry: Sendable {
    let action: Action
    let before: State
    let after: State
    let version: UInt64
  }

  private struct Records: Sendable {
    /// The call site of the action that the test is sending, until the action is committed.
    var expectedCallSite: CallSite?
    var sent: Entry?
    var received: [Entry] = []
    /// The version of the newest commit.
    var version: UInt64 = 0
    /// The state after the last action that the test checked, or the state that a middleware
    /// restored after that. `stateVersion` is its version.
    var state: State
    var stateVersion: UInt64 = 0
  }

  let notifier = ChangeNotifier()
  private let records: Guarded<Records>
  private let tokens = Guarded<[Subscription]>([])

  init(_ initial: State) { records = Guarded(Records(state: initial)) }

  /// A middleware that records commits, from the first action on.
  var middleware: Middleware<State, Action> {
    Middleware(parts: { [self] store in
      Middleware.Parts(start: { _ in
        let token = store.observeCommits(keepingStates: true) { [weak self] in self?.record($0) }
        self.tokens.withLock { $0.append(token) }
        return nil
      })
    })
  }

  func begin(with store: Store<State, Action>) {
    let token = store.onEffectsIdle { [weak self] in self?.notifier.notify() }
    tokens.withLock { $0.append(token) }
  }

  private func record(_ commit: Commit<State, Action>) {
    guard let states = commit.states else { return }
    guard let action = commit.action else {
      // A middleware restored a state, from which the test continues.
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
      // Only the first commit from the test's call site is the action that the test sent, because a
      // middleware may turn one action into two.
      if commit.effect == nil, let sending = records.expectedCallSite, commit.origin == sending {
        records.expectedCallSite = nil
        records.sent = entry
      } else {
        records.received.append(entry)
      }
    }
    notifier.notify()
  }

  var version: UInt64 { records.withLock { $0.version } }

  var state: State { records.withLock { $0.state } }

  /// Marks an action as checked by the test. Does nothing if a newer action has been checked.
  func markChecked(at entry: Entry) {
    records.withLock { records in
      guard entry.version > records.stateVersion else { return }
      records.state = entry.after
      records.stateVersion = entry.version
    }
  }

  /// Sets the call site of the action that the test is about to send; nil to stop waiting for it.
  func send(from call: CallSite?) {
    records.withLock { records in
      records.expectedCallSite = call
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

/// A time limit that wakes waiting tasks when it is over.
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
