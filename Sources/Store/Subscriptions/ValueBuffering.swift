/// The values that an asynchronous sequence keeps for a consumer that is slower than the changes.
///
/// In each case the values arrive in version order, and the last one is never lost.
public enum ValueBuffering: Sendable, Equatable {
  /// Only the newest value: a slow consumer does not see the values before it.
  case newest
  /// The given number of newest values, at least one. Older values are dropped.
  case bounded(Int)
  /// Every value that was delivered. Memory grows while the consumer does not keep up.
  case unbounded
}

extension ValueBuffering {
  func policy<Value>(
    for type: Value.Type
  ) -> AsyncStream<Value>.Continuation.BufferingPolicy {
    switch self {
    case .newest: return .bufferingNewest(1)
    case .unbounded: return .unbounded
    case .bounded(let count):
      if count < 1 {
        programmerError(
          "A buffer of \(count) values would drop every value. Use .bounded(1) or more.")
      }
      return .bufferingNewest(count)
    }
  }
}
