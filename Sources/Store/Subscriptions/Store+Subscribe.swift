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
  ///
  /// After the end of the store there is nothing to tell. To subscribe inside a reducer is a programmer's
  /// error and stops the program.
  /// - Parameter body: Should not wait for another thread: see "The store's contract".
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe(
    _ body: @escaping @Sendable (Change<State>) -> Void
  ) -> Subscription {
    subscribe(Observed(areEqual: scope.areEqual) { $0 }, body)
  }

  /// Calls a body when the value at a key path has changed, with what it saw last and what is there
  /// now.
  ///
  /// All who name the same key path share one look at it. Otherwise like `subscribe(_:)`; only the
  /// value is kept between calls, not the state.
  /// - Parameters:
  ///   - path: Where the value is.
  ///   - body: Called when the value is not equal to the one that it saw last.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe<Value: Equatable & Sendable>(
    to path: KeyPath<State, Value> & Sendable,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    subscribe(.path(path), body)
  }

  /// Calls a body when a selected value has changed, with what it saw last and what is there now.
  ///
  /// Otherwise like `subscribe(_:)`. Only the selected value is kept between calls, not the state.
  /// - Parameters:
  ///   - select: Computes the value. It runs after every commit, whatever that changed, so it should be
  ///     quick; a key path or a `StateSelector` with inputs is asked only when its part changed.
  ///   - body: Called when the value is not equal to the one that it saw last.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe<Value: Equatable & Sendable>(
    to select: @escaping @Sendable (State) -> Value,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    subscribe(.function(select), body)
  }

  /// Calls a body when the value of a selector has changed, with what it saw last and what is there
  /// now.
  ///
  /// Its inputs are shared with all who listen to the same key paths, and its value is computed when one
  /// of them changed. A selector with a bare function among its inputs is asked after every change. The
  /// subscription has a memory of its own, which goes with it: the same selector may serve many stores.
  /// Otherwise like `subscribe(_:)`.
  /// - Parameters:
  ///   - selector: Computes the value.
  ///   - body: Called when the value is not equal to the one that it saw last.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  public func subscribe<Value: Equatable & Sendable>(
    to selector: StateSelector<State, Value>,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    subscribe(.selector(selector), body)
  }

  /// Calls a body when the element with an id has changed, has come or has gone.
  ///
  /// A change of other elements costs nothing, however many subscribers there are.
  /// - Parameters:
  ///   - id: The element's.
  ///   - list: Where the elements live.
  ///   - body: Called with the element that it saw last and the one that is there now; nil where
  ///     there is none.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe<Element: Identifiable & Equatable & Sendable>(
    toElement id: Element.ID, in list: KeyPath<State, IdentifiedList<Element>> & Sendable,
    _ body: @escaping @Sendable (Change<Element?>) -> Void
  ) -> Subscription where Element.ID: Sendable {
    subscribe(
      Observed(
        areEqual: { $0 == $1 }, .part { $0.appending(element: id, in: list) }
      ) { $0[keyPath: list][id: id] }, body)
  }

  @inlinable
  func subscribe<Value>(
    _ observed: Observed<State, Value>, _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    // A root's own subscribers are added by code of its types.
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
