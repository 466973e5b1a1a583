/// What a scoped store knows of its parent.
struct ScopeLink<State: Sendable, Action: Sendable>: Sendable {
  let context: StoreContext<State, Action>
  let dispatch: @Sendable (Action) -> Void
  let attach: @Sendable (Listener<Snapshot<State>>) -> Subscription
  /// Called when a subscriber has been added, with the version that it has seen.
  let catchUp: @Sendable (_ since: UInt64) -> Void
  /// Nil when the state has no equality: then every commit counts as a change.
  let areEqual: (@Sendable (State, State) -> Bool)?
  let finish: @Sendable () -> Void
}

extension Store {
  /// Adds a subscriber: here, or at the branch of a scope. It does not keep the store.
  @usableFromInline
  var attach: @Sendable (Listener<Snapshot<State>>) -> Subscription {
    if let link { return link.attach }
    guard let subscribers = root?.core.subscribers else { return { _ in Subscription {} } }
    return { subscribers.add($0) }
  }

  /// Sees to it that a subscriber, just added, misses nothing that came after the version it has
  /// seen.
  @usableFromInline
  func catchUp(since version: UInt64) {
    if let root { root.core.catchUp(since: version) } else { link?.catchUp(version) }
  }

  @usableFromInline
  var scopedSnapshot: Snapshot<State> { context.snapshot }

  @usableFromInline
  func scopedDispatch(_ action: Action) { link?.dispatch(action) }
}
