import Synchronization

/// A value that is equal only to its copies.
package struct Identity: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)
  private let number = Identity.last.wrappingAdd(1, ordering: .relaxed).newValue
}
