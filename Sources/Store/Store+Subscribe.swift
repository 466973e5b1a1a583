import Synchronization

extension Store {
  /// Calls a body after every change, with what it saw last and what is there now.
  ///
  /// What is there at the time of this call counts as seen: the first call is for the change after
  /// it. Calls come one at a time, in version order, on the thread that delivers; in a burst from
  /// several threads, versions may be skipped. A dispatch inside the body commits at once and is
  /// delivered afterwards.
  ///
  /// What a subscriber saw last is kept for it, so a reducer copies what it changes. Subscribe to a
  /// part to avoid that.
  /// - Parameter body: Must not wait for another thread that dispatches and waits for its delivery.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  public func subscribe(
    _ body: @escaping @Sendable (Change<State>) -> Void
  ) -> Subscription {
    subscribe(select: { $0 }, areEqual: link?.areEqual, body)
  }

  /// Calls a body when a selected value has changed, with what it saw last and what is there now.
  ///
  /// Otherwise like `subscribe(_:)`. Only the selected value is kept between calls, not the state.
  /// - Parameters:
  ///   - select: Computes the value; a key path works too. It runs after every change, so it should
  ///     be quick.
  ///   - body: Called when the value is not equal to the one that it saw last.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe<Value: Equatable & Sendable>(
    to select: @escaping @Sendable (State) -> Value,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    subscribe(select: select, areEqual: { $0 == $1 }, body)
  }

  /// Sees every action once, in version order, whatever thread it was dispatched on.
  ///
  /// A store scoped without `extract` cannot tell its own actions among its root's: there this is a
  /// programmer's error.
  /// - Parameters:
  ///   - keepingStates: Whether commits carry the states on both sides. A reducer then copies what
  ///     it changes.
  ///   - body: Called one at a time, before the subscribers, with every commit that follows this
  ///     call.
  /// - Returns: A token. The observation ends when it is cancelled or released.
  public func observeCommits(
    keepingStates: Bool = false,
    _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    context.observeCommits(keepingStates: keepingStates, body)
  }

  /// A way to this store that does not keep it alive.
  public var context: StoreContext<State, Action> {
    if let root { return root.context }
    guard let link else { programmerError("A store is a root or a scope.") }
    return link.context
  }

  @inlinable
  func subscribe<Value: Sendable>(
    select: @escaping @Sendable (State) -> Value,
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    let start = snapshot
    let memory = Memory(Snapshot(state: select(start.state), version: start.version))
    let listener = Listener<Snapshot<State>> { snapshot in
      let seen = memory.seen
      guard snapshot.version > seen.version else { return }
      let value = select(snapshot.state)
      memory.seen = Snapshot(state: value, version: snapshot.version)
      if let areEqual, areEqual(seen.state, value) { return }
      body(Change(old: seen.state, new: value, version: snapshot.version))
    }
    let token = attach(listener)
    // What was committed between the look at the state and the entry in the list is still owed.
    catchUp(since: start.version)
    return token
  }
}

/// What a subscriber saw last.
@usableFromInline
final class Memory<Value: Sendable>: Sendable {
  // Safe: after the subscriber is added, only its deliveries come here. They come one at a time,
  // and the baton between two threads that deliver is handed over under the core's lock, which
  // orders what they do.
  @usableFromInline nonisolated(unsafe) var seen: Snapshot<Value>

  @inlinable
  init(_ seen: Snapshot<Value>) { self.seen = seen }
}
