/// What is behind a store: the root, with the state, or the scope of a part.
@usableFromInline
protocol StoreCore<State, Action>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// Calls a body with the newest state and its version, unless the state is a part that is gone.
  /// - Returns: The version.
  func find(_ body: (UnsafeRawPointer, _ version: UInt64) -> Void) -> UInt64

  /// Of a part that may go: what it shows when it has gone.
  var lastShown: LastShown<State>? { get }
  /// All of the state is kept for those who listen to a part of it, whatever they select.
  var keepsWhole: Bool { get }
  var planPath: PlanPath { get }
  /// Nil for a state that has no equality, and for the root's: then every commit counts as a change.
  var areEqual: (@Sendable (State, State) -> Bool)? { get }
  var context: StoreContext<State, Action> { get }
  var root: any StoreRoot { get }
}

/// The root of a store, whatever its state and actions.
@usableFromInline
package protocol StoreRoot: AnyObject, Sendable {
  var issues: IssueHub { get }
  var dependencies: Dependencies { get }
  var services: [any Sendable] { get }
  var startupFailures: [any Error] { get }
  /// How much goes on; for tests.
  var work: WorkCounts { get }
  func onIdle(_ body: @escaping @Sendable () -> Void) -> Subscription
  /// No commit follows.
  var isClosing: Bool { get }
  func finish(mayWait: Bool)
  func release()
  /// Adds a subscriber that has seen a version; nil for the present one.
  func register(_ node: PlanNode, at path: PlanPath, seen version: UInt64?) -> Subscription
  /// Whether the sinks have written everything up to a version.
  func isFlushed(through version: UInt64) -> Bool
  /// Has the sinks write what they noted, up to a version. Returns when they have.
  func flush(through version: UInt64)
  /// Stops the program inside the reducer.
  func stopIfReducing(_ what: String)
  /// For tests.
  var plan: DeliveryPlan { get }
}

extension StoreCore {
  /// The newest state: that of a part that is gone is the last one that was shown.
  @inlinable
  var snapshot: Snapshot<State> {
    var present: State?
    let version = find { state, _ in present = state.assumingMemoryBound(to: State.self).pointee }
    if let present { lastShown?.note(present, version) }
    guard let state = present ?? lastShown?.state else {
      programmerError("A store showed no state.")
    }
    return Snapshot(state: state, version: version)
  }
}
