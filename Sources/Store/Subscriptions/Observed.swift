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

extension Store {
  /// What a subscriber sees now.
  @inlinable
  static func value<Value>(
    _ observed: Observed<State, Value>, in core: any StoreCore<State, Action>,
    root: RootCore<State, Action>? = nil
  ) -> Snapshot<Value> {
    if let root {
      let newest = root.newest
      return Snapshot(state: observed.select(newest.state), version: newest.version)
    }
    var snapshot: Snapshot<Value>?
    core.withState {
      snapshot = Snapshot(
        state: observed.select($0.assumingMemoryBound(to: State.self).pointee), version: $1)
    }
    guard let snapshot else { programmerError("A store showed no state.") }
    return snapshot
  }

  /// Adds a subscriber.
  /// - Parameter start: What it has seen.
  @inlinable
  static func subscribe<Value>(
    to observed: Observed<State, Value>, in core: any StoreCore<State, Action>,
    root: RootCore<State, Action>? = nil, from start: Snapshot<Value>,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> Subscription {
    // The root's own subscribers are added by code of its types.
    if let root {
      let node: PlanNode =
        observed.extend == nil
        ? .subscriber(seen: start.state, observed.select, areEqual: observed.areEqual, body)
        : .subscriber(seen: start.state, { (value: Value) in value }, areEqual: observed.areEqual, body)
      return root.register(node, at: observed.extend?(.state) ?? .state, seen: start.version)
    }
    if let extend = observed.extend, !core.keepsWhole {
      return core.root.register(
        .subscriber(seen: start.state, { (value: Value) in value }, areEqual: observed.areEqual, body),
        at: extend(core.planPath), seen: start.version)
    }
    // What is shown of a part that goes is the last that can be read of it.
    var note: (@Sendable (State, UInt64) -> Void)?
    if core.mayBeGone { note = { core.note(shown: $0, version: $1) } }
    return core.root.register(
      .subscriber(
        seen: start.state, observed.select, areEqual: observed.areEqual, noting: note, body),
      at: core.planPath, seen: start.version)
  }
}
