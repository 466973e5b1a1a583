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
    OwnedSubscription.begin(for: owner, ending: ending, body) { subscribe($0) }
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
    OwnedSubscription.begin(for: owner, ending: ending, body) { subscribe(to: path, $0) }
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
    OwnedSubscription.begin(for: owner, ending: ending, body) { subscribe(to: select, $0) }
  }

  /// Calls a body when the value of a selector has changed, for as long as an object lives.
  ///
  /// The object is held weakly: see `subscribe(for:_:)`. Otherwise like `subscribe(to:_:)`.
  /// - Parameters:
  ///   - owner: Whose life it is. It is passed to the body, so that the body need not capture it.
  ///   - selector: Computes the value.
  ///   - body: Must not capture the owner.
  public func subscribe<Owner: AnyObject & Sendable, Value: Equatable & Sendable>(
    for owner: Owner, to selector: Selector<State, Value>,
    _ body: @escaping @Sendable (Owner, Change<Value>) -> Void
  ) {
    OwnedSubscription.begin(for: owner, ending: ending, body) { subscribe(to: selector, $0) }
  }
}

/// Keeps its own subscription, and lets go of it when its owner is gone or the store has ended.
private enum OwnedSubscription {
  static func begin<Owner: AnyObject & Sendable, Value>(
    for owner: Owner,
    ending: (@escaping @Sendable () -> Void) -> Subscription,
    _ body: @escaping @Sendable (Owner, Change<Value>) -> Void,
    subscribe: (@escaping @Sendable (Change<Value>) -> Void) -> Subscription
  ) {
    // The subscription holds the body, the body this, and this the subscription: on purpose, for
    // nobody else would. The circle is opened at the end.
    let life = Lifetime()
    let token = subscribe { [weak owner] change in
      if let owner { body(owner, change) } else { life.end() }
    }
    life.add(token)
    life.add(ending { life.end() })
  }
}
