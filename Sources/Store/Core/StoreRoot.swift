import Dispatch

/// The root of a store, whatever its state and actions.
@usableFromInline
package protocol StoreRoot: AnyObject, Sendable {
  var issues: IssueHub { get }
  var dependencies: Dependencies { get }
  var services: [any Sendable] { get }
  var startupFailures: [any Error] { get }
  var plan: DeliveryPlan { get }
  var deliveryQueue: DispatchQueue { get }
  /// How much goes on; for tests.
  var work: WorkCounts { get }
  func onIdle(_ body: @escaping @Sendable () -> Void) -> Subscription
  /// No commit follows.
  var isClosing: Bool { get }
  func finish(mayWait: Bool)
  /// Ends the store because nobody has it any more, and waits for nothing.
  func release()
  /// Adds a subscriber that has seen a version; nil for the present one.
  func register(_ node: PlanNode, seen version: UInt64?) -> Subscription
  /// A subscriber has read a version by itself.
  /// - Returns: Whether it is the newest.
  func noteRead(by subscriber: PlanCancellation, of version: UInt64) -> Bool
  /// Whether the sinks have written everything up to a version.
  func isFlushed(through version: UInt64) -> Bool
  /// Has the sinks write what they noted, up to a version. Returns when they have.
  func flush(through version: UInt64)
  /// Stops the program inside the reducer.
  func stopIfReducing(_ what: String)
}
