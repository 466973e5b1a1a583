// Subscribing without a look at whether the store has ended. Views need that: they come and go as the
// user interface wants, also while the program shuts down. What they get then is a token of nothing.

extension Store {
  /// Like `subscribe(to:_:)` with a key path, but allowed after the end.
  @inlinable
  package func listen<Value: Equatable & Sendable>(
    to path: KeyPath<State, Value> & Sendable,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    let selection = Selection.field(path)
    return subscribe(
      in: listening().branch(selection, areEqual: { $0 == $1 }),
      from: Snapshot { part in reading { selection.lend($0, part) } },
      { $0 }, areEqual: { $0 == $1 }, body)
  }

  /// Like `subscribe(to:_:)` with a function, but allowed after the end.
  @inlinable
  package func listen<Value: Equatable & Sendable>(
    to select: @escaping @Sendable (State) -> Value,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    subscribe(in: listening(), from: snapshot, select, areEqual: { $0 == $1 }, body)
  }

  /// Adds a subscriber to an audience.
  /// - Parameters:
  ///   - start: What it has seen: of the audience's value, at this moment.
  ///   - select: The value that the body gets.
  @inlinable
  func subscribe<Part: Sendable, Value: Sendable>(
    in audience: Audience<Part>, from start: Snapshot<Part>,
    _ select: @escaping @Sendable (Part) -> Value,
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    let memory = Memory(Snapshot(state: select(start.state), version: start.version))
    // Before and after: a value that goes back to what a branch saw long ago must pass, whenever the
    // branch hears of it.
    audience.unsettle(start.version)
    let token = audience.enter(
      Listener<Lent<Part>> { lent in
        let seen = memory.seen
        guard lent.version > seen.pointee.version else { return }
        let new = select(lent.address.pointee)
        if let areEqual, areEqual(seen.pointee.state, new) {
          // The value that it saw is as good as the new one, and costs nothing to keep.
          return memory.settle(lent.version)
        }
        let old = seen.pointee.state
        seen.pointee = Snapshot(state: new, version: lent.version)
        body(Change(old: old, new: new, version: lent.version))
      })
    audience.unsettle(start.version)
    // What was committed between the look at the state and the entry in the list is still owed.
    catchingUp(start.version)
    return token
  }
}

/// What a subscriber saw last.
@usableFromInline
final class Memory<Value: Sendable>: Sendable {
  // Safe: after the subscriber is added, only its deliveries come here. They come one at a time, and
  // the baton between two threads that deliver is handed over in a way that orders what they do. A
  // place of its own, because a class's variable would be checked for exclusive access each time.
  @usableFromInline nonisolated(unsafe) let seen: UnsafeMutablePointer<Snapshot<Value>>

  @inlinable
  init(_ first: Snapshot<Value>) {
    seen = .allocate(capacity: 1)
    seen.initialize(to: first)
  }

  @inlinable
  func settle(_ version: UInt64) {
    seen.pointee = Snapshot(state: seen.pointee.state, version: version)
  }

  @inlinable
  deinit {
    seen.deinitialize(count: 1)
    seen.deallocate()
  }
}
