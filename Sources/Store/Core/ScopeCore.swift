/// A store for a part of another store's state. It holds no state: it reads and changes its parent's. Its
/// version is the root's.
@usableFromInline
final class ScopeCore<Parent: StoreCore, State: Sendable, Action: Sendable>: StoreCore {
  private let parent: Parent
  private let selection: Selection<Parent.State, State>
  private let embed: @Sendable (Action) -> Parent.Action
  private let extract: (@Sendable (Parent.Action) -> Action?)?
  @usableFromInline let planPath: PlanPath
  @usableFromInline let areEqual: (@Sendable (State, State) -> Bool)?
  @usableFromInline let keepsWhole: Bool
  @usableFromInline let lastShown: LastShown<State>?

  @usableFromInline
  init(
    of parent: Parent, _ selection: Selection<Parent.State, State>, at planPath: PlanPath,
    areEqual: (@Sendable (State, State) -> Bool)?, keepsWhole: Bool,
    embed: @escaping @Sendable (Action) -> Parent.Action,
    extract: (@Sendable (Parent.Action) -> Action?)?, first: Snapshot<State>?
  ) {
    self.parent = parent
    self.selection = selection
    self.embed = embed
    self.extract = extract
    self.planPath = planPath
    self.areEqual = areEqual
    self.keepsWhole = keepsWhole
    lastShown = first.map { LastShown($0) }
  }

  @usableFromInline
  func find(_ body: (UnsafeRawPointer, UInt64) -> Void) -> UInt64 {
    parent.find { whole, version in selection.find(whole) { body($0, version) } }
  }

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
          if let part = commit.part(selection.part, extract) { body(part) }
        }
      },
      issues: context.issues,
      applied: { _, _ in
        programmerError(
          "A scoped store replays no actions. Replay them by the context of its root.")
      }, isRunning: context.isRunning, dependencies: context.dependencies,
      perform: { context.perform($0.lifted(embed, from: selection)) },
      asEffect: context.asEffect)
  }
}

/// The last state of a part that somebody was shown. It is a copy: when the part goes it is too late to look.
@usableFromInline
final class LastShown<State: Sendable>: Sendable {
  private let last: Guarded<Snapshot<State>>

  init(_ first: Snapshot<State>) { last = Guarded(first) }

  @usableFromInline var state: State { last.withLock { $0.state } }

  @usableFromInline
  func note(_ state: State, _ version: UInt64) {
    // The old one is released outside the lock: what it holds may run code of its own. A newer one may
    // have been shown meanwhile, by another thread: that stays.
    let old = last.withLock { last -> Snapshot<State>? in
      if version <= last.version { return nil }
      defer { last = Snapshot(state: state, version: version) }
      return last
    }
    withExtendedLifetime(old) {}
  }
}
