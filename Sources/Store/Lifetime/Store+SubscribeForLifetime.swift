extension Store {
  /// Calls a body after every change, until a lifetime ends. Otherwise like `subscribe(_:)`.
  /// - Parameters:
  ///   - lifetime: Keeps the subscription. Neither keeps the store.
  ///   - body: Must not hold what owns the lifetime.
  public func subscribe(
    for lifetime: Lifetime, _ body: @escaping @Sendable (Change<State>) -> Void
  ) {
    lifetime.add(subscribe(body))
  }

  /// Calls a body when the value at a key path has changed, until a lifetime ends. Otherwise like
  /// `subscribe(to:_:)`.
  /// - Parameters:
  ///   - lifetime: Keeps the subscription. Neither keeps the store.
  ///   - path: Where the value is.
  ///   - body: Must not hold what owns the lifetime.
  public func subscribe<Value: Equatable & Sendable>(
    for lifetime: Lifetime, to path: KeyPath<State, Value> & Sendable,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) {
    lifetime.add(subscribe(to: path, body))
  }

  /// Calls a body when a selected value has changed, until a lifetime ends. Otherwise like
  /// `subscribe(to:_:)`.
  /// - Parameters:
  ///   - lifetime: Keeps the subscription. Neither keeps the store.
  ///   - select: Computes the value.
  ///   - body: Must not hold what owns the lifetime.
  public func subscribe<Value: Equatable & Sendable>(
    for lifetime: Lifetime, to select: @escaping @Sendable (State) -> Value,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) {
    lifetime.add(subscribe(to: select, body))
  }

  /// Calls a body when the value of a selector has changed, until a lifetime ends. Otherwise like
  /// `subscribe(to:_:)`.
  /// - Parameters:
  ///   - lifetime: Keeps the subscription. Neither keeps the store.
  ///   - selector: Computes the value.
  ///   - body: Must not hold what owns the lifetime.
  public func subscribe<Value: Equatable & Sendable>(
    for lifetime: Lifetime, to selector: Selector<State, Value>,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) {
    lifetime.add(subscribe(to: selector, body))
  }
}
