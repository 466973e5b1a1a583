/// The connection from a store to one iterator: it delivers values in version order, each once,
/// and ends the iteration.
final class ValueFeed<Value: Sendable>: Sendable {
  private let continuation: AsyncStream<Value>.Continuation
  private let areEqual: (@Sendable (Value, Value) -> Bool)?
  private let last = Guarded<Snapshot<Value>?>(nil)

  /// - Parameter areEqual: Compares two values; nil if their type is not `Equatable`.
  init(
    _ continuation: AsyncStream<Value>.Continuation,
    areEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    self.continuation = continuation
    self.areEqual = areEqual
  }

  deinit { continuation.finish() }

  /// Sends a value, unless this version or a later one was sent before.
  func push(_ new: Snapshot<Value>) {
    let dropped: AsyncStream<Value>.Continuation.YieldResult? = last.withLock { last in
      if let last, last.version >= new.version { return nil }
      last = new
      // Yields under the lock, to keep the order. The value that the buffer drops is returned and
      // released outside the lock, because a release may run the program's code.
      return continuation.yield(new.state)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Sends the store's last value, unless an equal value was sent just before.
  func pushLast(_ final: Snapshot<Value>) {
    let seen = last.withLock { $0 }
    if let seen, areEqual?(seen.state, final.state) == true { return }
    push(final)
  }
}
