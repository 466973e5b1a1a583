/// A store for a part of another store's state. It holds no state: it reads and changes its parent's. Its
/// version is the root's.
@usableFromInline
final class ScopeCore<Parent: StoreCore, State: Sendable, Action: Sendable>: StoreCore {
  private let parent: Parent
  private let selection: Selection<Parent.State, State>
  private let embed: @Sendable (Action) -> Parent.Action
  /// Dispatches to the parent. A function, because a client's compiler makes it of its own types.
  private let send: @Sendable (Action, CallSite) -> Void
  private let extract: (@Sendable (Parent.Action) -> Action?)?
  @usableFromInline let planPath: PlanPath
  @usableFromInline let areEqual: (@Sendable (State, State) -> Bool)?
  @usableFromInline let keepsWhole: Bool
  /// What was shown last of a part that may go; nil for one that is always there. It is a copy: when the
  /// part goes it is too late to look.
  private let lastShown: LastShown<State>?

  @usableFromInline
  init(
    of parent: Parent, _ selection: Selection<Parent.State, State>, at planPath: PlanPath,
    areEqual: (@Sendable (State, State) -> Bool)?, keepsWhole: Bool,
    embed: @escaping @Sendable (Action) -> Parent.Action,
    send: @escaping @Sendable (Action, CallSite) -> Void,
    extract: (@Sendable (Parent.Action) -> Action?)?, first: Snapshot<State>?
  ) {
    self.parent = parent
    self.selection = selection
    self.embed = embed
    self.send = send
    self.extract = extract
    self.planPath = planPath
    self.areEqual = areEqual
    self.keepsWhole = keepsWhole
    lastShown = first.map { LastShown($0) }
  }

  @usableFromInline var mayBeGone: Bool { lastShown != nil }

  @usableFromInline
  func withState(_ body: (UnsafeRawPointer, UInt64) -> Void) {
    guard let lastShown else {
      return parent.withState { whole, version in selection.find(whole) { body($0, version) } }
    }
    var isThere = false
    withPresentState { part, version in
      isThere = true
      let state = part.assumingMemoryBound(to: State.self).pointee
      lastShown.note(Snapshot(state: state, version: version))
      body(part, version)
    }
    if isThere { return }
    let last = lastShown.state
    parent.withState { _, version in withUnsafePointer(to: last) { body($0, version) } }
  }

  @usableFromInline
  func withPresentState(_ body: (UnsafeRawPointer, UInt64) -> Void) {
    parent.withPresentState { whole, version in selection.find(whole) { body($0, version) } }
  }

  @usableFromInline
  func note(shown state: State, version: UInt64) {
    lastShown?.note(Snapshot(state: state, version: version))
  }

  @usableFromInline
  func dispatch(_ action: Action, from site: CallSite) { send(action, site) }

  @usableFromInline var root: any StoreRoot { parent.root }

  @usableFromInline var context: StoreContext<State, Action> {
    let (context, selection, embed, extract) = (parent.context, selection, embed, extract)
    return StoreContext<State, Action>(
      read: { [lastShown] in
        let whole = context.snapshot
        guard let part = selection.part(of: whole.state) ?? lastShown?.state else {
          programmerError("A store showed no state.")
        }
        return Snapshot(state: part, version: whole.version)
      },
      send: { context.send(embed($0), $1, $2) },
      replace: { _, _ in
        programmerError(
          "The state of a scoped store cannot be replaced. Replace that of its root, with the part changed."
        )
      },
      observe: { keepingStates, body in
        guard let extract else {
          programmerError(
            """
            A store scoped without `extract` cannot observe commits: it does not know which of its root's actions are \
            its own. Pass a CasePath, or `extract:`, to scope(state:action:), or observe the root store.
            """)
        }
        return context.observe(keepingStates) { commit in
          guard let action = commit.action.flatMap(extract) else { return }
          let states = commit.states.flatMap { states -> Commit<State, Action>.States? in
            // A child that is not there on both sides has no states to show.
            guard let before = selection.part(of: states.before),
              let after = selection.part(of: states.after)
            else { return nil }
            return .init(before: before, after: after)
          }
          body(
            Commit(
              version: commit.version, cause: .action(action), states: states,
              parent: commit.parent,
              origin: commit.origin, isFromEffect: commit.isFromEffect))
        }
      },
      root: context.root)
  }
}

/// The last state of a part that somebody was shown.
private final class LastShown<State: Sendable>: Sendable {
  private let last: Guarded<Snapshot<State>>

  init(_ first: Snapshot<State>) { last = Guarded(first) }

  var state: State { last.withLock { $0.state } }

  func note(_ new: Snapshot<State>) {
    // The old one is released outside the lock: what it holds may run code of its own. A newer one may
    // have been shown meanwhile, by another thread: that stays.
    let old = last.withLock { last -> Snapshot<State>? in
      if new.version <= last.version { return nil }
      defer { last = new }
      return last
    }
    withExtendedLifetime(old) {}
  }
}
