extension Store {
  /// Calls a body when the value of a selector has changed, with what it saw last and what is there
  /// now.
  ///
  /// The selector's inputs are read after every change, its value is computed when one of them
  /// changed. The subscription has a memory of its own, which goes with it: the same selector may
  /// serve many stores. Otherwise like `subscribe(_:)`.
  /// - Parameters:
  ///   - selector: Computes the value.
  ///   - body: Called when the value is not equal to the one that it saw last.
  /// - Returns: A token. The subscription ends when it is cancelled or released.
  public func subscribe<Value: Equatable & Sendable>(
    to selector: Selector<State, Value>,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    subscribe(to: selector.withOwnMemory().select, body)
  }
}
