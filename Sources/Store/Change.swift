/// A change of a value, as a subscriber receives it.
public struct Change<Value> {
  /// The value that this subscriber saw last: at the previous change, or when it subscribed.
  public let old: Value
  /// The newest value.
  public let new: Value
  /// The version of the store's state that contains `new`. Versions increase, and may be skipped.
  public let version: UInt64

  /// Makes a change, such as the one that a test expects.
  /// - Parameters:
  ///   - old: The value that the subscriber saw last.
  ///   - new: The newest value.
  ///   - version: The version of the store's state that contains `new`.
  @inlinable
  public init(old: Value, new: Value, version: UInt64) {
    self.old = old
    self.new = new
    self.version = version
  }
}

extension Change: Sendable where Value: Sendable {}
extension Change: Equatable where Value: Equatable {}
