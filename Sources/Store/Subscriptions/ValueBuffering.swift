/// What an asynchronous sequence of values keeps for a consumer that is slower than the changes.
///
/// Whatever it keeps, the values come in version order, and the last one is never lost.
public enum ValueBuffering: Sendable, Equatable {
  /// The newest value alone: a slow consumer sees where the state is, not how it got there.
  case newest
  /// So many of the newest values, one at least; older ones are dropped.
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
          "A buffer of \(count) values would lose them all. Ask for .bounded(1) or more.")
      }
      return .bufferingNewest(count)
    }
  }
}
