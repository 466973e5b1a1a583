/// What a subscriber listens to: the whole state of a store, a part of it, or what a function computes.
@usableFromInline
package struct Observed<State: Sendable, Value: Sendable>: Sendable {
  @usableFromInline let select: @Sendable (State) -> Value
  /// Nil to be told of every commit.
  @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?
  /// The way to the value from the store's state; nil if it is not a part that others can share.
  @usableFromInline let extend: (@Sendable (PlanPath) -> PlanPath)?

  @inlinable
  init(
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    extend: (@Sendable (PlanPath) -> PlanPath)? = nil,
    _ select: @escaping @Sendable (State) -> Value
  ) {
    self.areEqual = areEqual
    self.extend = extend
    self.select = select
  }

  @inlinable
  package static func path(_ path: KeyPath<State, Value> & Sendable) -> Observed
  where Value: Equatable {
    Observed(
      areEqual: { $0 == $1 }, extend: { $0.appending(.field(path), areEqual: { $0 == $1 }) }
    ) { $0[keyPath: path] }
  }

  @inlinable
  package static func function(_ select: @escaping @Sendable (State) -> Value) -> Observed
  where Value: Equatable { Observed(areEqual: { $0 == $1 }, select) }

  /// The value of a selector, which gets a memory of its own.
  package static func selector(_ selector: StateSelector<State, Value>) -> Observed
  where Value: Equatable {
    .function(selector.withOwnMemory().select)
  }
}

extension StoreCore {
  /// What a subscriber sees now.
  @inlinable
  func value<Value>(_ observed: Observed<State, Value>) -> Snapshot<Value> {
    let newest = snapshot
    return Snapshot(state: observed.select(newest.state), version: newest.version)
  }

  /// Adds a subscriber.
  /// - Parameter start: What it has seen.
  @inlinable
  func subscribe<Value>(
    to observed: Observed<State, Value>, from start: Snapshot<Value>,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    if let extend = observed.extend, !keepsWhole {
      let node = PlanNode.subscriber(
        seen: start.state, { (value: Value) in value }, areEqual: observed.areEqual, body)
      return root.register(node, at: extend(planPath), seen: start.version)
    }
    // What is shown of a part that goes is the last that can be read of it.
    let node = PlanNode.subscriber(
      seen: start.state, observed.select, areEqual: observed.areEqual, noting: lastShown, body)
    return root.register(node, at: planPath, seen: start.version)
  }
}
