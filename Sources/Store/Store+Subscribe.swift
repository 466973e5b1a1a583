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
  /// To subscribe inside a reducer, or after `finish()`, is a programmer's error and stops the program.
  /// - Parameter body: Must not wait for another thread that dispatches and waits for its delivery.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe(
    _ body: @escaping @Sendable (Change<State>) -> Void
  ) -> Subscription {
    admit(.subscribe)
    let audience = listening()
    return subscribe(
      in: audience, from: snapshot, { $0 }, areEqual: audience.areEqual, body)
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
    admit(.subscribe)
    return listen(to: path, body)
  }

  /// Calls a body when a selected value has changed, with what it saw last and what is there now.
  ///
  /// Otherwise like `subscribe(_:)`. Only the selected value is kept between calls, not the state.
  /// - Parameters:
  ///   - select: Computes the value. It runs after every change, so it should be quick; a key path
  ///     is quicker, where there is one.
  ///   - body: Called when the value is not equal to the one that it saw last.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  @inlinable
  public func subscribe<Value: Equatable & Sendable>(
    to select: @escaping @Sendable (State) -> Value,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    admit(.subscribe)
    return listen(to: select, body)
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
    admit(.subscribe)
    let selection = Selection.field(list)
    return subscribe(
      in: ElementTable.of(listening().branch(selection, areEqual: { $0 == $1 })).audience(of: id),
      from: Snapshot { part in
        reading { whole in
          selection.lend(whole) { list in
            Snapshot<Element?>(state: list.state[id: id], version: list.version).lend(part)
          }
        }
      },
      { $0 }, areEqual: { $0 == $1 }, body)
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
    admit(.observe)
    return context.observeCommits(keepingStates: keepingStates, body)
  }

  /// A way to this store that does not keep it alive.
  public var context: StoreContext<State, Action> {
    if let root { return root.context }
    guard let link else { programmerError("A store is a root or a scope.") }
    return link.context
  }

  /// Stops the program if this is no time for something: inside the reducer, or after the end.
  @inlinable
  package func admit(_ use: StoreUse) {
    if let root { root.core.admit(use) } else { link?.admit(use) }
  }
}
