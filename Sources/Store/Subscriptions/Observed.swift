/// The value that a subscriber observes: the whole state of a store, a part of it, or a function's
/// result.
@usableFromInline
package struct Observed<State: Sendable, Value: Sendable>: Sendable {
  /// The commits after which the value may have changed.
  @usableFromInline
  enum Trigger: Sendable {
    /// After every commit.
    case everyCommit
    /// After a change of the value itself, which is the part of the state at a path.
    case part(ScopePath)
    /// After a change of any of the parts of the state from which the value is computed.
    case inputs([ScopePath])
  }

  @usableFromInline let select: @Sendable (State) -> Value
  /// Compares two values; nil if every commit counts as a change.
  @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?
  @usableFromInline let trigger: Trigger

  @inlinable
  package init(
    areEqual: (@Sendable (Value, Value) -> Bool)?, _ select: @escaping @Sendable (State) -> Value
  ) {
    self.init(areEqual: areEqual, .everyCommit, select)
  }

  @inlinable
  init(
    areEqual: (@Sendable (Value, Value) -> Bool)?, _ trigger: Trigger,
    _ select: @escaping @Sendable (State) -> Value
  ) {
    self.areEqual = areEqual
    self.trigger = trigger
    self.select = select
  }

  @inlinable
  package static func path(_ path: KeyPath<State, Value> & Sendable) -> Observed
  where Value: Equatable {
    Observed(
      areEqual: { $0 == $1 }, .part(Selection.field(path, areEqual: { $0 == $1 }).path)
    ) { $0[keyPath: path] }
  }

  @inlinable
  package static func function(_ select: @escaping @Sendable (State) -> Value) -> Observed
  where Value: Equatable { Observed(areEqual: { $0 == $1 }, select) }

  /// The value of a selector, with a separate memory.
  package static func selector(_ selector: StateSelector<State, Value>) -> Observed
  where Value: Equatable {
    Observed(
      areEqual: { $0 == $1 }, selector.inputs.map { .inputs($0.map(\.scopePath)) } ?? .everyCommit,
      selector.withOwnMemory().select)
  }
}

extension Observed where Value == Void {
  /// Every commit, even one that changed nothing. The subscriber keeps no part of the state.
  package static var commits: Observed { Observed(areEqual: nil) { _ in } }
}

extension Observed {
  /// Handles a value that may have changed. If the value did change, the handler first calls
  /// `updateShown`, which updates `Scope.lastShown` where necessary.
  @usableFromInline
  typealias Handler = @Sendable (_ new: Value, _ version: UInt64, _ updateShown: () -> Void) -> Void

  /// Makes the subscriber's entry in a plan.
  @inlinable
  func node<Action>(
    in scope: Scope<State, Action>, of plan: DeliveryPlan, _ take: @escaping Handler
  ) -> PlanNode {
    // `lastShown` keeps the delivered state, because a removed part shows its last state.
    let (select, lastShown) = (select, scope.lastShown)
    switch scope.retainsWholeState ? .everyCommit : trigger {
    case .part(let part):
      return PlanNode(at: scope.path.appending(part)) { node, value, version in
        node.seen = version
        take(value.assumingMemoryBound(to: Value.self).pointee, version) {}
      }
    case .inputs(let inputs) where !inputs.isEmpty:
      // The first input that changed triggers the computation, once for each version.
      let (computed, path) = (SeenValue<UInt64>(0), scope.path)
      var entry: PlanNode?
      for input in inputs.reversed() {
        entry = PlanNode(at: path.appending(input), next: entry) {
          [unowned plan] node, _, version in
          node.seen = version
          guard computed.value != version, let whole = plan.currentState else { return }
          computed.value = version
          path.find(in: whole) {
            let state = $0.assumingMemoryBound(to: State.self)
            take(select(state.pointee), version) { lastShown?.update(state.pointee, version) }
          }
        }
      }
      if let entry { return entry }
      fallthrough
    case .inputs, .everyCommit:
      return PlanNode(at: scope.path) { node, state, version in
        node.seen = version
        let state = state.assumingMemoryBound(to: State.self)
        take(select(state.pointee), version) { lastShown?.update(state.pointee, version) }
      }
    }
  }

  /// Makes the entry of a subscriber that receives the value that it saw last and the new value.
  /// - Parameter start: The value that the subscriber has seen.
  @inlinable
  func subscriber<Action>(
    in scope: Scope<State, Action>, of plan: DeliveryPlan, from start: Value,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> PlanNode {
    let (seen, areEqual) = (SeenValue(start), areEqual)
    return node(in: scope, of: plan) { new, version, updateShown in
      let old = seen.value
      // Keeps the old value, because it is equal and already stored.
      if let areEqual, areEqual(old, new) { return }
      seen.value = new
      updateShown()
      body(Change(old: old, new: new, version: version))
    }
  }
}
