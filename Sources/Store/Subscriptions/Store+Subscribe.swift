extension Store {
  /// Calls a body after every change, with the state that it saw last and the newest state.
  ///
  /// The present state counts as seen, so the first call is for the next change. The delivering
  /// thread makes the calls one at a time, in version order. If several threads dispatch quickly,
  /// versions may be skipped. A dispatch inside the body commits at once and is delivered
  /// afterwards.
  ///
  /// The store keeps the state that the subscriber saw last, so a reducer copies the parts that it
  /// changes. Subscribe to a part to avoid that.
  ///
  /// After the end of the store, the body is not called. To subscribe inside a reducer is a
  /// programmer's error and stops the program.
  /// - Parameter body: Should not wait for another thread: see "The store's contract".
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe(
    _ body: @escaping @Sendable (Change<State>) -> Void
  ) -> Subscription {
    subscribe(Observed(areEqual: scope.areEqual) { $0 }, body)
  }

  /// Calls a body when the value at a key path has changed, with the value that it saw last and the
  /// newest value.
  ///
  /// Subscribers with the same key path share one comparison. Otherwise like `subscribe(_:)`, but
  /// the store keeps only the value between calls, not the state.
  /// - Parameters:
  ///   - path: The key path to the value.
  ///   - body: Called when the value differs from the value that it saw last.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe<Value: Equatable & Sendable>(
    to path: KeyPath<State, Value> & Sendable,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    subscribe(.path(path), body)
  }

  /// Calls a body when a selected value has changed, with the value that it saw last and the newest
  /// value.
  ///
  /// Otherwise like `subscribe(_:)`, but the store keeps only the selected value between calls, not
  /// the state.
  /// - Parameters:
  ///   - select: Computes the value. It runs after every commit, so it should be quick. A key path
  ///     or a `StateSelector` with inputs is evaluated only when its part changed.
  ///   - body: Called when the value differs from the value that it saw last.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe<Value: Equatable & Sendable>(
    to select: @escaping @Sendable (State) -> Value,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    subscribe(.function(select), body)
  }

  /// Calls a body when the value of a selector has changed, with the value that it saw last and the
  /// newest value.
  ///
  /// Subscribers with the same key paths share the comparison of the inputs. The value is computed
  /// when one of the inputs changed, or after every commit if a bare function is among the inputs.
  /// Each subscription has a separate memory, which is released with it, so the same selector can
  /// serve many stores. Otherwise like `subscribe(_:)`.
  /// - Parameters:
  ///   - selector: The selector that computes the value.
  ///   - body: Called when the value differs from the value that it saw last.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  public func subscribe<Value: Equatable & Sendable>(
    to selector: StateSelector<State, Value>,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    subscribe(.selector(selector), body)
  }

  /// Calls a body when the element with the given id was changed, added or removed.
  ///
  /// When other elements change, the store does not visit this subscriber: it finds subscribers by
  /// the ids of the changed elements.
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - list: The field with the list.
  ///   - body: Called with the element that it saw last and the newest one; nil for an absent
  ///     element.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe<Element: Identifiable & Equatable & Sendable>(
    toElement id: Element.ID, in list: KeyPath<State, IdentifiedList<Element>> & Sendable,
    _ body: @escaping @Sendable (Change<Element?>) -> Void
  ) -> Subscription where Element.ID: Sendable {
    subscribe(
      Observed(
        areEqual: { $0 == $1 },
        .part(ListElements(of: list, areEqual: { $0 == $1 }).optional(id))
      ) { $0[keyPath: list][id: id] }, body)
  }

  @inlinable
  func subscribe<Value>(
    _ observed: Observed<State, Value>, _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    // For a root, this code is specialised for the client's types.
    if let root = rootCore?.takeUnretainedValue() {
      root.stopIfReducing("subscribe to")
      let newest = root.newest
      let node = observed.subscriber(
        in: scope, of: root.plan, from: observed.select(newest.state), body)
      return root.register(node, seen: newest.version)
    }
    let root = owner.root
    root.stopIfReducing("subscribe to")
    let newest = snapshot
    let node = observed.subscriber(
      in: scope, of: root.plan, from: observed.select(newest.state), body)
    return root.register(node, seen: newest.version)
  }
}
