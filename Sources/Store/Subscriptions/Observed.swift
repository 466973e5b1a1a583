/// What a subscriber listens to: the whole state of a store, a part of it, or what a function computes.
@usableFromInline
package struct Observed<State: Sendable, Value: Sendable>: Sendable {
  @usableFromInline let select: @Sendable (State) -> Value
  /// Nil to be told of every commit.
  @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?
  /// The path to the value from the store's state; nil if it is not a part that others can share.
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

extension Observed {
  /// What a subscriber sees now.
  @inlinable
  func value<Action>(in core: any StoreCore<State, Action>) -> Snapshot<Value> {
    let newest = core.snapshot
    return Snapshot(state: select(newest.state), version: newest.version)
  }

  /// Adds a subscriber to a store.
  /// - Parameter start: What it has seen.
  @inlinable
  func subscribe<Action>(
    in core: any StoreCore<State, Action>, from start: Snapshot<Value>,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    let path = core.keepsWhole ? nil : extend?(core.planPath)
    let node = subscriber(start.state, ofPart: path != nil, noting: core.lastShown, body)
    return core.root.register(node, at: path ?? core.planPath, seen: start.version)
  }

  /// - Parameter isPart: It listens at the part that its value is.
  @inlinable
  func subscriber(
    _ start: Value, ofPart isPart: Bool, noting lastShown: LastShown<State>?,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> PlanNode {
    if isPart { return .subscriber(seen: start, { $0 }, areEqual: areEqual, body) }
    // What is shown of a part that goes is the last that can be read of it.
    return .subscriber(seen: start, select, areEqual: areEqual, noting: lastShown, body)
  }
}
