#if canImport(Dispatch)
  import Dispatch
#endif

/// The root of a store of any state and action type.
@usableFromInline
package protocol StoreRoot: AnyObject, Sendable {
  var issues: IssueHub { get }
  var dependencies: Dependencies { get }
  var services: [any Sendable] { get }
  var startupFailures: [any Error] { get }
  var plan: DeliveryPlan { get }
  var deliveryQueue: DispatchQueue { get }
  /// The amount of current work; for tests.
  var work: WorkCounts { get }
  func onIdle(_ body: @escaping @Sendable () -> Void) -> Subscription
  /// Whether the store is ending: no commit follows.
  var isEnding: Bool { get }
  func finish(mayWait: Bool)
  /// Ends the store when its last reference is released, without waiting.
  func release()
  /// Adds a subscriber.
  /// - Parameter version: The version that the subscriber has seen; nil for the newest.
  func register(_ node: PlanNode, seen version: UInt64?) -> Subscription
  /// Records that a subscriber has read a version itself, without a delivery.
  /// - Returns: Whether that version is the newest, or the store is ending.
  func recordRead(by subscriber: PlanCancellation, of version: UInt64) -> Bool
  /// Whether the store has sinks.
  var hasSinks: Bool { get }
  /// Whether the sinks have written every commit up to a version.
  func isFlushed(through version: UInt64) -> Bool
  /// Makes the sinks write their enqueued commits up to a version, and returns when they have.
  func flush(through version: UInt64)
  /// Stops the program if this thread is inside the reducer.
  func stopIfReducing(_ what: String)
}
