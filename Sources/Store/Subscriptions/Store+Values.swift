extension Store {
  /// The states of this store, as an asynchronous sequence: the present state, then each later one.
  ///
  /// The sequence keeps the newest state and the states that wait for the consumer, so a reducer
  /// copies the parts that it changes. Use the values of a part to avoid that.
  /// - Parameter buffering: The values that the sequence keeps for a consumer that is slower than
  ///   the changes.
  public func values(buffering: ValueBuffering = .newest) -> StoreValues<State> {
    let areEqual = scope.areEqual
    return values(buffering, areEqual) { Observed(areEqual: areEqual) { $0 } }
  }

  /// The values at a key path, as an asynchronous sequence: the present value, then each later
  /// value that differs from the one before.
  ///
  /// - Parameters:
  ///   - path: The key path to the value.
  ///   - buffering: The values that the sequence keeps for a consumer that is slower than the
  ///     changes.
  public func values<Value: Equatable & Sendable>(
    of path: KeyPath<State, Value> & Sendable, buffering: ValueBuffering = .newest
  ) -> StoreValues<Value> {
    values(buffering, { $0 == $1 }) { .path(path) }
  }

  /// The selected values, as an asynchronous sequence: the present value, then each later value
  /// that differs from the one before.
  /// - Parameters:
  ///   - select: Computes the value. It runs after every change, so it should be quick. A key path
  ///     is faster.
  ///   - buffering: The values that the sequence keeps for a consumer that is slower than the
  ///     changes.
  public func values<Value: Equatable & Sendable>(
    of select: @escaping @Sendable (State) -> Value, buffering: ValueBuffering = .newest
  ) -> StoreValues<Value> {
    values(buffering, { $0 == $1 }) { .function(select) }
  }

  /// The values of a selector, as an asynchronous sequence: the present value, then each later
  /// value that differs from the one before.
  ///
  /// Each iterator has a separate memory: see `StateSelector`.
  /// - Parameters:
  ///   - selector: The selector that computes the value.
  ///   - buffering: The values that the sequence keeps for a consumer that is slower than the
  ///     changes.
  public func values<Value: Equatable & Sendable>(
    of selector: StateSelector<State, Value>, buffering: ValueBuffering = .newest
  ) -> StoreValues<Value> {
    values(buffering, { $0 == $1 }) { .selector(selector) }
  }

  /// Every commit from now on, once and in version order, as an asynchronous sequence.
  ///
  /// It keeps the commits that wait for the consumer, without a limit. It ends with the store, and
  /// does not retain the store. Otherwise as `observeCommits(keepingStates:_:)`.
  /// - Parameter keepingStates: Whether commits contain the states before and after. A reducer then
  ///   copies the parts that it changes.
  public func commits(keepingStates: Bool = false) -> AsyncStream<Commit<State, Action>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Commit<State, Action>.self)
    // The store's end releases the body, and so ends the sequence.
    let end = Subscription { continuation.finish() }
    let token = observeCommits(keepingStates: keepingStates) { commit in
      withExtendedLifetime(end) { _ = continuation.yield(commit) }
    }
    continuation.onTermination = { _ in token.cancel() }
    return stream
  }

  /// - Parameter makeObserved: Called for each iterator.
  private func values<Value: Sendable>(
    _ buffering: ValueBuffering, _ areEqual: (@Sendable (Value, Value) -> Bool)?,
    _ makeObserved: @escaping @Sendable () -> Observed<State, Value>
  ) -> StoreValues<Value> {
    // The closure does not capture the store, so that the store can end while the sequence exists.
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
      // If the store has ended meanwhile, `register` added no subscriber.
      if root.isEnding { feed.pushLast(value()) }
      return token
    }
  }
}
