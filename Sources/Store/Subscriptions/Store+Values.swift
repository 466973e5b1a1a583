extension Store {
  /// The states of this store, as an asynchronous sequence: the one that is there first, then each
  /// that follows.
  ///
  /// The newest state and those that wait for the consumer are kept, so a reducer copies what it
  /// changes. Ask for a part to avoid that.
  /// - Parameter buffering: What is kept for a consumer that is slower than the changes.
  public func values(buffering: ValueBuffering = .newest) -> StoreValues<State> {
    let areEqual = scope.areEqual
    return values(buffering, areEqual) { Observed(areEqual: areEqual) { $0 } }
  }

  /// The values at a key path, as an asynchronous sequence: the one that is there first, then each
  /// that differs from the one before.
  ///
  /// - Parameters:
  ///   - path: Where the value is.
  ///   - buffering: What is kept for a consumer that is slower than the changes.
  public func values<Value: Equatable & Sendable>(
    of path: KeyPath<State, Value> & Sendable, buffering: ValueBuffering = .newest
  ) -> StoreValues<Value> {
    values(buffering, { $0 == $1 }) { .path(path) }
  }

  /// Selected values, as an asynchronous sequence: the one that is there first, then each that
  /// differs from the one before.
  /// - Parameters:
  ///   - select: Computes the value. It runs after every change, so it should be quick; a key path
  ///     is quicker, where there is one.
  ///   - buffering: What is kept for a consumer that is slower than the changes.
  public func values<Value: Equatable & Sendable>(
    of select: @escaping @Sendable (State) -> Value, buffering: ValueBuffering = .newest
  ) -> StoreValues<Value> {
    values(buffering, { $0 == $1 }) { .function(select) }
  }

  /// The values of a selector, as an asynchronous sequence: the one that is there first, then each
  /// that differs from the one before.
  ///
  /// Each iterator has a memory of its own: see `StateSelector`.
  /// - Parameters:
  ///   - selector: Computes the value.
  ///   - buffering: What is kept for a consumer that is slower than the changes.
  public func values<Value: Equatable & Sendable>(
    of selector: StateSelector<State, Value>, buffering: ValueBuffering = .newest
  ) -> StoreValues<Value> {
    values(buffering, { $0 == $1 }) { .selector(selector) }
  }

  /// - Parameter makeObserved: Called for each iterator.
  private func values<Value: Sendable>(
    _ buffering: ValueBuffering, _ areEqual: (@Sendable (Value, Value) -> Bool)?,
    _ makeObserved: @escaping @Sendable () -> Observed<State, Value>
  ) -> StoreValues<Value> {
    // Not the store: a sequence does not keep it from ending.
    let (scope, root) = (scope, owner.root)
    return StoreValues(buffering, areEqual: areEqual) { feed in
      root.stopIfReducing("subscribe to")
      let observed = makeObserved()
      func value() -> Snapshot<Value> {
        let newest = scope.snapshot
        return Snapshot(state: observed.select(newest.state), version: newest.version)
      }
      let start = value()
      feed.push(start)
      let node = observed.subscriber(in: scope, of: root.plan, from: start.state) {
        feed.push(Snapshot(state: $0.new, version: $0.version))
      }
      let token = root.register(node, seen: start.version)
      // The store may have ended in between, and then nobody was subscribed.
      if root.isClosing { feed.pushLast(value()) }
      return token
    }
  }
}
