// Subscriptions that last as long as an object that knows nothing of them. Swift tells nobody but
// the object itself that it goes, so the end is noticed late. `Lifetime` is exact.

extension Store {
  /// Calls a body after every change, for as long as an object lives. Otherwise like
  /// `subscribe(_:)`.
  ///
  /// The object is held weakly. After its death the body is never called. The subscription itself,
  /// with what the body captured, ends at the first change after that, or with the store; where
  /// that is too late, give the object a `Lifetime`.
  /// - Parameters:
  ///   - owner: Whose life it is. It is passed to the body, so that the body need not capture it.
  ///   - body: Must not capture the owner.
  public func subscribe<Owner: AnyObject & Sendable>(
    for owner: Owner, _ body: @escaping @Sendable (Owner, Change<State>) -> Void
  ) {
    subscribe(for: owner, Observed(areEqual: core.areEqual) { $0 }, body)
  }

  /// Calls a body when the value at a key path has changed, for as long as an object lives.
  ///
  /// The object is held weakly: see `subscribe(for:_:)`. Otherwise like `subscribe(to:_:)`.
  /// - Parameters:
  ///   - owner: Whose life it is. It is passed to the body, so that the body need not capture it.
  ///   - path: Where the value is.
  ///   - body: Must not capture the owner.
  public func subscribe<Owner: AnyObject & Sendable, Value: Equatable & Sendable>(
    for owner: Owner, to path: KeyPath<State, Value> & Sendable,
    _ body: @escaping @Sendable (Owner, Change<Value>) -> Void
  ) {
    subscribe(for: owner, .path(path), body)
  }

  /// Calls a body when a selected value has changed, for as long as an object lives.
  ///
  /// The object is held weakly: see `subscribe(for:_:)`. Otherwise like `subscribe(to:_:)`.
  /// - Parameters:
  ///   - owner: Whose life it is. It is passed to the body, so that the body need not capture it.
  ///   - select: Computes the value.
  ///   - body: Must not capture the owner.
  public func subscribe<Owner: AnyObject & Sendable, Value: Equatable & Sendable>(
    for owner: Owner, to select: @escaping @Sendable (State) -> Value,
    _ body: @escaping @Sendable (Owner, Change<Value>) -> Void
  ) {
    subscribe(for: owner, .function(select), body)
  }

  /// Calls a body when the value of a selector has changed, for as long as an object lives.
  ///
  /// The object is held weakly: see `subscribe(for:_:)`. Otherwise like `subscribe(to:_:)`.
  /// - Parameters:
  ///   - owner: Whose life it is. It is passed to the body, so that the body need not capture it.
  ///   - selector: Computes the value.
  ///   - body: Must not capture the owner.
  public func subscribe<Owner: AnyObject & Sendable, Value: Equatable & Sendable>(
    for owner: Owner, to selector: StateSelector<State, Value>,
    _ body: @escaping @Sendable (Owner, Change<Value>) -> Void
  ) {
    subscribe(for: owner, .selector(selector), body)
  }

  private func subscribe<Owner: AnyObject & Sendable, Value>(
    for owner: Owner, _ observed: Observed<State, Value>,
    _ body: @escaping @Sendable (Owner, Change<Value>) -> Void
  ) {
    // The subscription holds the body, the body this, and this the subscription: on purpose, for
    // nobody else would. The circle is opened at the end.
    let life = Lifetime()
    subscribe(observed) { [weak owner] change in
      if let owner { body(owner, change) } else { life.end() }
    }.store(in: life)
  }
}
