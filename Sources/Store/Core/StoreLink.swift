import Synchronization

/// A reference to a root, whatever its types.
protocol RootLink: AnyObject, Sendable {
  var issues: IssueHub { get }
  var dependencies: Dependencies { get }
  /// Whether the store has started, and its end has not begun.
  var isRunning: Bool { get }
  /// The newest state; after the end, the last.
  func capture() -> RootSnapshot
  /// What views show.
  func captureShown() -> RootSnapshot
}

/// A reference to a store for those who must not retain it: contexts, and the work of effects.
///
/// What is sent before the store has started is kept, and dispatched first when it has. At the end the last
/// state stays, and nothing else.
final class StoreLink<State: Sendable, Action: Sendable>: RootLink {
  /// An action on its way from a context or an effect.
  private struct Message: Sendable {
    let action: Action
    let site: CallSite?
    let token: EffectToken?
  }

  private struct Phase: Sendable {
    var core: RootCore<State, Action>?
    /// What was sent before the store had started; nil once it has.
    var messages: [Message]? = []
    /// The thread that dispatches those. What it sends meanwhile, from inside, is not kept.
    var opener: UInt = 0
    /// The state at the end.
    var last: Snapshot<State>?
  }

  let reducer: Reducer<State, Action>
  let dependencies: Dependencies
  let issues: IssueHub
  private let phase = Guarded(Phase())
  /// What views show in the place of the newest state; nil: that itself.
  private let shown = Guarded<State?>(nil)
  /// The version that was the newest when views last read the state.
  let shownVersion = Atomic<UInt64>(0)

  init(_ reducer: Reducer<State, Action>, _ dependencies: Dependencies, _ issues: IssueHub) {
    (self.reducer, self.dependencies, self.issues) = (reducer, dependencies, issues)
  }

  /// The store's core; nil when the store has ended.
  var core: RootCore<State, Action>? { phase.withLock { $0.core } }

  var isRunning: Bool {
    let core = phase.withLock { $0.messages == nil ? $0.core : nil }
    return core.map { !$0.isClosing } ?? false
  }

  /// The newest state; after the end, the last.
  var snapshot: Snapshot<State> {
    let (core, last) = phase.withLock { ($0.core, $0.last) }
    guard let snapshot = core?.newest ?? last else {
      programmerError("The state of a store was read before the store was made.")
    }
    return snapshot
  }

  func capture() -> RootSnapshot { RootSnapshot(snapshot) }

  func captureShown() -> RootSnapshot {
    let newest = snapshot
    shownVersion.store(newest.version, ordering: .relaxed)
    guard let state = shown.withLock({ $0 }) else { return RootSnapshot(newest) }
    // With the newest version: a view is out of date when another follows, whatever state it shows.
    return RootSnapshot(Snapshot(state: state, version: newest.version))
  }

  /// Has views show another state than the newest.
  func show(_ state: State?) {
    // The old one is released outside the lock: what it holds may run code of its own.
    let old = shown.withLock { shown in
      defer { shown = state }
      return shown
    }
    withExtendedLifetime(old) {}
  }

  /// The store is being made: its state can be read.
  func begin(_ core: RootCore<State, Action>) { phase.withLock { $0.core = core } }

  /// The store is made.
  func open() {
    while true {
      let (core, messages) = phase.withLock { phase in
        let messages = phase.messages ?? []
        phase.messages = messages.isEmpty ? nil : []
        phase.opener = currentThread()
        return (phase.core, messages)
      }
      if messages.isEmpty { return }
      for message in messages {
        _ = core?.dispatch(message.action, from: message.site, token: message.token)
      }
    }
  }

  func close(with last: Snapshot<State>) {
    // The core is released outside the lock.
    let core = phase.withLock { phase in
      phase.last = last
      return phase.core.take()
    }
    withExtendedLifetime(core) {}
  }

  @discardableResult
  func dispatch(_ action: Action, from site: CallSite?, token: EffectToken?) -> Bool {
    let (core, isKept): (RootCore<State, Action>?, Bool) = phase.withLock { phase in
      if phase.messages == nil || phase.opener == currentThread() { return (phase.core, false) }
      phase.messages?.append(Message(action: action, site: site, token: token))
      return (nil, true)
    }
    if let core { return core.dispatch(action, from: site, token: token) }
    if !isKept, token == nil { issues.reportDropped(action, from: site) }
    return isKept
  }
}
