/// Where the state of a store is in the state of its root store, and how its actions reach that
/// root. The store is a child or the root itself.
///
/// A scope does not retain the root store: see `StoreLink`.
@usableFromInline
final class Scope<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Send = @Sendable (Action, CallSite?, EffectToken?) -> Bool
  typealias Perform = @Sendable (Command<Action>) -> Void
  typealias Observe =
    @Sendable (Bool, @escaping @Sendable (Commit<State, Action>) -> Void) -> Subscription

  let link: any RootLink
  /// For a root: its link, by which the state can be replaced. Nil for a child.
  let root: StoreLink<State, Action>?
  @usableFromInline let path: ScopePath
  /// Identifies the route of the actions to the root: a key for the root, then one for each
  /// function that embeds a child's action in its parent's action.
  let actionRoute: [EffectKey]
  /// Compares two states. Nil if the state is not `Equatable`; then every commit counts as a
  /// change.
  @usableFromInline let areEqual: (@Sendable (State, State) -> Bool)?
  /// Whether the delivery plan keeps this scope's whole state for its subscribers, even for those
  /// that observe a part of it.
  @usableFromInline let retainsWholeState: Bool
  /// For a part that may be removed: the state that its store shows after the removal.
  @usableFromInline let lastShown: LastShown<State>?
  let send: Send
  let perform: Perform
  let observe: Observe

  /// Makes the scope of a root.
  init(_ link: StoreLink<State, Action>) {
    self.link = link
    root = link
    path = .state
    actionRoute = [EffectKey(ObjectIdentifier(link))]
    (areEqual, retainsWholeState, lastShown) = (equality(of: State.self), false, nil)
    send = { link.dispatch($0, from: $1, token: $2) }
    perform = { link.core?.perform($0) }
    observe = { link.core?.observeCommits(keepingStates: $0, $1) ?? Subscription {} }
  }

  /// Makes the scope of a child.
  @usableFromInline
  init<Parent, ParentAction>(
    of parent: Scope<Parent, ParentAction>, _ selection: Selection<Parent, State>,
    by actionKey: EffectKey, retainsWholeState: Bool, first: Snapshot<State>?,
    embed: @escaping @Sendable (Action) -> ParentAction,
    extract: (@Sendable (ParentAction) -> Action?)?
  ) {
    link = parent.link
    root = nil
    path = parent.path.appending(selection.path)
    actionRoute = parent.actionRoute + [actionKey]
    areEqual = equality(of: State.self)
    self.retainsWholeState = retainsWholeState
    lastShown = first.map { LastShown($0) }
    let (send, perform, observe) = (parent.send, parent.perform, parent.observe)
    self.send = { send(embed($0), $1, $2) }
    self.perform = { perform($0.lifted(embed, from: selection.path)) }
    self.observe = { keepingStates, body in
      guard let extract else {
        programmerError(
          """
          A store scoped without `extract` cannot observe commits: it does not know which of its root's actions are \
          its own. Pass a CasePath, or `extract:`, to scope(state:action:), or observe the root store.
          """)
      }
      return observe(keepingStates) { commit in
        if let part = commit.part(selection.part, extract) { body(part) }
      }
    }
  }

  /// The newest state; for a removed part, the last state that was shown.
  @usableFromInline
  var snapshot: Snapshot<State> { root?.snapshot ?? snapshot(in: link.capture()) }

  /// Returns this scope's state in a snapshot of the root.
  func snapshot(in whole: RootSnapshot) -> Snapshot<State> {
    var present: State?
    whole.read { path.find(in: $0) { present = $0.assumingMemoryBound(to: State.self).pointee } }
    if let present { lastShown?.update(present, whole.version) }
    guard let state = present ?? lastShown?.state else {
      programmerError(
        "A scoped store has no state: its child does not exist, and the store has never read it.")
    }
    return Snapshot(state: state, version: whole.version)
  }
}

/// A type-erased snapshot of a root's state. In one frame, all scopes of a root show the same
/// snapshot.
package struct RootSnapshot: Sendable {
  package let version: UInt64
  /// Calls a body with the address of the state.
  let read: @Sendable ((UnsafeRawPointer) -> Void) -> Void

  init<State: Sendable>(_ snapshot: Snapshot<State>) {
    version = snapshot.version
    read = { body in withUnsafePointer(to: snapshot.state) { body($0) } }
  }
}

/// The state of a part when it was last shown. It is a copy, because a removed part can no longer
/// be read.
@usableFromInline
final class LastShown<State: Sendable>: Sendable {
  private let last: Guarded<Snapshot<State>>

  init(_ first: Snapshot<State>) { last = Guarded(first) }

  @usableFromInline var state: State { last.withLock { $0.state } }

  @usableFromInline
  func update(_ state: State, _ version: UInt64) {
    // The old state is released outside the lock, because a release may run the program's code. If
    // another thread has stored a newer state meanwhile, that state is kept.
    let old = last.withLock { last -> Snapshot<State>? in
      if version <= last.version { return nil }
      defer { last = Snapshot(state: state, version: version) }
      return last
    }
    withExtendedLifetime(old) {}
  }
}
