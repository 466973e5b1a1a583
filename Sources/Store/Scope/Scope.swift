/// Where a store's state is in its root's, and how its actions get there: the root's own, or a child's.
///
/// It does not keep the store alive: see `StoreLink`.
@usableFromInline
final class Scope<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Send = @Sendable (Action, CallSite?, EffectToken?) -> Bool
  typealias Perform = @Sendable (Command<Action>) -> Void
  typealias Observe =
    @Sendable (Bool, @escaping @Sendable (Commit<State, Action>) -> Void) -> Subscription

  let link: any RootLink
  /// Of the root itself: where its state can be replaced.
  let root: StoreLink<State, Action>?
  /// Finds the state in the root's; nothing is found of a child that is gone.
  @usableFromInline let find: PartFinder
  @usableFromInline let path: PlanPath
  /// What tells the way of the actions to the root from others.
  let route: [EffectKey]
  /// Nil for a state that has no equality, and for the root's: then every commit counts as a change.
  @usableFromInline let areEqual: (@Sendable (State, State) -> Bool)?
  /// All of the state is kept for those who listen to a part of it, whatever they select.
  @usableFromInline let keepsWhole: Bool
  /// Of a part that may go: what it shows when it has gone.
  @usableFromInline let lastShown: LastShown<State>?
  let send: Send
  let perform: Perform
  let observe: Observe

  /// That of a root.
  init(_ link: StoreLink<State, Action>) {
    self.link = link
    root = link
    find = { $1($0) }
    path = .state
    route = [EffectKey(ObjectIdentifier(link))]
    (areEqual, keepsWhole, lastShown) = (nil, false, nil)
    send = { link.dispatch($0, from: $1, token: $2) }
    perform = { link.core?.perform($0) }
    observe = { link.core?.observeCommits(keepingStates: $0, $1) ?? Subscription {} }
  }

  /// That of a child.
  @usableFromInline
  init<Parent, ParentAction>(
    of parent: Scope<Parent, ParentAction>, _ selection: Selection<Parent, State>,
    at path: PlanPath, by route: EffectKey, keepsWhole: Bool, first: Snapshot<State>?,
    embed: @escaping @Sendable (Action) -> ParentAction,
    extract: (@Sendable (ParentAction) -> Action?)?
  ) {
    link = parent.link
    root = nil
    find = Self.joined(parent.root == nil ? parent.find : nil, selection.find)
    self.path = path
    self.route = parent.route + [route]
    areEqual = equality(of: State.self)
    self.keepsWhole = keepsWhole
    lastShown = first.map { LastShown($0) }
    let (send, perform, observe) = (parent.send, parent.perform, parent.observe)
    self.send = { send(embed($0), $1, $2) }
    self.perform = { perform($0.lifted(embed, from: selection)) }
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

  private static func joined(
    _ outer: PartFinder?, _ inner: @escaping PartFinder
  ) -> PartFinder {
    guard let outer else { return inner }
    return { whole, body in outer(whole) { inner($0, body) } }
  }

  /// The newest state: that of a part that is gone is the last one that was shown.
  @usableFromInline
  var snapshot: Snapshot<State> { root?.snapshot ?? snapshot(in: link.capture()) }

  /// The state in a snapshot of the root.
  func snapshot(in whole: RootSnapshot) -> Snapshot<State> {
    var present: State?
    whole.read { find($0) { present = $0.assumingMemoryBound(to: State.self).pointee } }
    if let present { lastShown?.note(present, whole.version) }
    guard let state = present ?? lastShown?.state else {
      programmerError("A store showed no state.")
    }
    return Snapshot(state: state, version: whole.version)
  }
}

/// A snapshot of a root's state, whatever its type: what all its scopes show in a frame.
package struct RootSnapshot: Sendable {
  package let version: UInt64
  /// Calls a body with the address of the state.
  let read: @Sendable ((UnsafeRawPointer) -> Void) -> Void

  init<State: Sendable>(_ snapshot: Snapshot<State>) {
    version = snapshot.version
    read = { body in withUnsafePointer(to: snapshot.state) { body($0) } }
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
