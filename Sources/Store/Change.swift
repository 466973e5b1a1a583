/// What a subscriber is told: what it saw last, and what is there now.
public struct Change<Value> {
  /// What this subscriber saw last: at the change before, or when it subscribed.
  public let old: Value
  /// The newest value.
  public let new: Value
  /// The version of the store's state that `new` comes from. Versions only grow, and may skip.
  public let version: UInt64

  /// Makes a change, such as the one that a test expects.
  @inlinable
  public init(old: Value, new: Value, version: UInt64) {
    self.old = old
    self.new = new
    self.version = version
  }
}

extension Change: Sendable where Value: Sendable {}
extension Change: Equatable where Value: Equatable {}
