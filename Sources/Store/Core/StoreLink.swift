import Synchronization

/// A reference to a root store of any state and action type.
protocol RootLink: AnyObject, Sendable {
  var issues: IssueHub { get }
  var dependencies: Dependencies { get }
  /// Whether the store has started and is not ending.
  var isRunning: Bool { get }
  /// Returns the newest state; after the store's end, the last one.
  func capture() -> RootSnapshot
  /// Returns the state that views show.
  /// - Parameter isDrawn: Whether a view reads the state to draw it.
  func captureShown(isDrawn: Bool) -> RootSnapshot
}

/// A reference that does not retain the store, for contexts and the work of effects.
///
/// It queues actions that are sent before the store has started, and dispatches them first when the
/// store starts. After the store's end, it keeps only the store's last state.
final class StoreLink<State: Sendable, Action: Sendable>: RootLink {
  /// A queued action from a context or an effect.
  private struct Message: Sendable {
    let action: Action
    let site: CallSite?
    let token: EffectToken?
  }

  private struct Phase: Sendable {
    var core: RootCore<State, Action>?
    /// The actions that were sent before the store's start; nil after the start.
    var messages: [Message]? = []
    /// The thread that dispatches the queued actions. Actions that it sends meanwhile are not
    /// queued.
    var openingThread: UInt = 0
    /// The last state, set when the store ends.
    var last: Snapshot<State>?
  }

  let reducer: Reducer<State, Action>
  let dependencies: Dependencies
  let issues: IssueHub
  private let phase = Guarded(Phase())
  /// The state that views show instead of the newest; nil for the newest.
  private let shown = Guarded<State?>(nil)
  /// The version that was the newest when views last read the state.
  let shownVersion = Atomic<UInt64>(0)

  init(_ reducer: Reducer<State, Action>, _ dependencies: Dependencies, _ issues: IssueHub) {
    (self.reducer, self.dependencies, self.issues) = (reducer, dependencies, issues)
  }

  /// The store's core; nil after the store's end.
  var core: RootCore<State, Action>? { phase.withLock { $0.core } }

  var isRunning: Bool {
    let core = phase.withLock { $0.messages == nil ? $0.core : nil }
    return core.map { !$0.isEnding } ?? false
  }

  /// The newest state; after the store's end, the last one.
  var snapshot: Snapshot<State> {
    let (core, last) = phase.withLock { ($0.core, $0.last) }
    guard let snapshot = core?.newest ?? last else {
      programmerError(
        "A store's state was read before the store was made. Read it when Store.init has returned.")
    }
    return snapshot
  }

  func capture() -> RootSnapshot { RootSnapshot(snapshot) }

  func captureShown(isDrawn: Bool) -> RootSnapshot {
    let newest = snapshot
    if isDrawn { shownVersion.store(newest.version, ordering: .relaxed) }
    guard let state = shown.withLock({ $0 }) else { return RootSnapshot(newest) }
    // Uses the newest version, because any later version makes the view out of date, whichever
    // state it shows.
    return RootSnapshot(Snapshot(state: state, version: newest.version))
  }

  /// Makes views show a state instead of the newest one; nil makes them show the newest again.
  func show(_ state: State?) {
    // The old state is released outside the lock, because a release may run the program's code.
    let old = shown.withLock { shown in
      defer { shown = state }
      return shown
    }
    withExtendedLifetime(old) {}
  }

  /// Makes the state readable while the store is being created.
  func begin(_ core: RootCore<State, Action>) { phase.withLock { $0.core = core } }

  /// Dispatches the queued actions, and ends the queueing.
  ///
  /// If other threads keep sending actions, it dispatches a bounded number of them, and the
  /// delivery queue dispatches the rest.
  func open() {
    var left: Int?
    while true {
      let (core, messages) = phase.withLock { phase in
        let messages = phase.messages ?? []
        let mustStop = !messages.isEmpty && left.map { $0 <= 0 } == true
        if !mustStop { phase.messages = messages.isEmpty ? nil : [] }
        phase.openingThread = mustStop ? 0 : currentThread()
        return (phase.core, mustStop ? nil : messages)
      }
      guard let messages else {
        core?.deliveryQueue.async { self.open() }
        return
      }
      if messages.isEmpty { return }
      for message in messages {
        if let core {
          _ = core.dispatch(message.action, from: message.site, token: message.token)
        } else if message.token == nil {
          issues.reportDropped(message.action, from: message.site)
        }
      }
      left = left.map { $0 - messages.count } ?? Int(deliveryLimit)
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
      if phase.messages == nil || phase.openingThread == currentThread() {
        return (phase.core, false)
      }
      let token = token.map { EffectToken(sentBy: $0) }
      phase.messages?.append(Message(action: action, site: site, token: token))
      return (nil, true)
    }
    if let core { return core.dispatch(action, from: site, token: token) }
    if !isKept, token == nil { issues.reportDropped(action, from: site) }
    return isKept
  }
}
