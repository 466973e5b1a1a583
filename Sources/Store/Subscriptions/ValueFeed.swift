/// The way from a store to one iterator: values in version order, none twice, and an end.
final class ValueFeed<Value: Sendable>: Sendable {
  private let continuation: AsyncStream<Value>.Continuation
  private let areEqual: (@Sendable (Value, Value) -> Bool)?
  private let last = Guarded<Snapshot<Value>?>(nil)

  /// - Parameter areEqual: Nil when the value has no equality.
  init(
    _ continuation: AsyncStream<Value>.Continuation,
    areEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    self.continuation = continuation
    self.areEqual = areEqual
  }

  deinit { continuation.finish() }

  /// Takes a value that differs from the one before.
  func push(_ new: Snapshot<Value>) {
    let dropped: AsyncStream<Value>.Continuation.YieldResult? = last.withLock { last in
      if let last, last.version >= new.version { return nil }
      last = new
      // Under the lock, for the order. What the buffer drops is handed out of it: to release that
      // may run code of others.
      return continuation.yield(new.state)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Takes the value that no other can follow, which may have been delivered already.
  func pushLast(_ final: Snapshot<Value>) {
    let seen = last.withLock { $0 }
    if let seen, areEqual?(seen.state, final.state) == true { return }
    push(final)
  }
}
