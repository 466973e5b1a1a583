/// What a subscriber listens to: the whole state of a store, a part of it, or what a function computes.
@usableFromInline
package struct Observed<State: Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias Extend = @Sendable (PlanPath) -> PlanPath

  /// When the value may be another one.
  @usableFromInline
  enum Route: Sendable {
    /// After every commit.
    case everyCommit
    /// When a part of the state is another one, which is the value itself.
    case part(Extend)
    /// When one of several parts is, of which the value is computed.
    case inputs([Extend])
  }

  @usableFromInline let select: @Sendable (State) -> Value
  /// Nil to be told of every commit.
  @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?
  @usableFromInline let route: Route

  @inlinable
  package init(
    areEqual: (@Sendable (Value, Value) -> Bool)?, _ select: @escaping @Sendable (State) -> Value
  ) {
    self.init(areEqual: areEqual, .everyCommit, select)
  }

  @inlinable
  init(
    areEqual: (@Sendable (Value, Value) -> Bool)?, _ route: Route,
    _ select: @escaping @Sendable (State) -> Value
  ) {
    self.areEqual = areEqual
    self.route = route
    self.select = select
  }

  @inlinable
  package static func path(_ path: KeyPath<State, Value> & Sendable) -> Observed
  where Value: Equatable {
    Observed(
      areEqual: { $0 == $1 }, .part { $0.appending(.field(path), areEqual: { $0 == $1 }) }
    ) { $0[keyPath: path] }
  }

  @inlinable
  package static func function(_ select: @escaping @Sendable (State) -> Value) -> Observed
  where Value: Equatable { Observed(areEqual: { $0 == $1 }, select) }

  /// The value of a selector, which gets a memory of its own.
  package static func selector(_ selector: StateSelector<State, Value>) -> Observed
  where Value: Equatable {
    Observed(
      areEqual: { $0 == $1 }, selector.inputs.map { .inputs($0.map(\.extend)) } ?? .everyCommit,
      selector.withOwnMemory().select)
  }
}

extension Observed where Value == Void {
  /// Every commit, also one that changed nothing. Nothing of the state is kept.
  package static var commits: Observed { Observed(areEqual: nil) { _ in } }
}

extension Observed {
  /// What has to be done with a value that may be news. It calls `note` first if it is.
  @usableFromInline
  typealias Take = @Sendable (_ new: Value, _ version: UInt64, _ note: () -> Void) -> Void

  /// The subscriber's entry in a plan.
  @inlinable
  func node<Action>(
    in scope: Scope<State, Action>, of plan: DeliveryPlan, _ take: @escaping Take
  ) -> PlanNode {
    // What is shown of a part that goes is the last that can be read of it.
    let (select, lastShown) = (select, scope.lastShown)
    switch scope.keepsWhole ? .everyCommit : route {
    case .part(let extend):
      return PlanNode(at: extend(scope.path)) { node, value, version in
        node.seen = version
        take(value.assumingMemoryBound(to: Value.self).pointee, version) {}
      }
    case .inputs(let inputs) where !inputs.isEmpty:
      // Whichever input changed first has it computed, once a version.
      let (computed, find) = (Kept<UInt64>(0), scope.find)
      var entry: PlanNode?
      for extend in inputs.reversed() {
        entry = PlanNode(at: extend(scope.path), next: entry) { [unowned plan] node, _, version in
          node.seen = version
          guard computed.value != version, let whole = plan.present else { return }
          computed.value = version
          find(whole) {
            let state = $0.assumingMemoryBound(to: State.self)
            take(select(state.pointee), version) { lastShown?.note(state.pointee, version) }
          }
        }
      }
      if let entry { return entry }
      fallthrough
    case .inputs, .everyCommit:
      return PlanNode(at: scope.path) { node, state, version in
        node.seen = version
        let state = state.assumingMemoryBound(to: State.self)
        take(select(state.pointee), version) { lastShown?.note(state.pointee, version) }
      }
    }
  }

  /// The entry of a subscriber that is called with what it saw last and what is there now.
  /// - Parameter start: What it has seen.
  @inlinable
  func subscriber<Action>(
    in scope: Scope<State, Action>, of plan: DeliveryPlan, from start: Value,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> PlanNode {
    let (seen, areEqual) = (Kept(start), areEqual)
    return node(in: scope, of: plan) { new, version, note in
      let old = seen.value
      // The value that it saw is as good as the new one, and costs nothing to keep.
      if let areEqual, areEqual(old, new) { return }
      seen.value = new
      note()
      body(Change(old: old, new: new, version: version))
    }
  }
}
