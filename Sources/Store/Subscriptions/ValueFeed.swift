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

  /// Ends with a value that no other can follow. It may have been delivered already, and may not:
  /// who begins to listen while the store ends is told of the end at any time, even before the
  /// first value.
  /// - Parameters:
  ///   - final: Nil when the child whose values these are is gone: its last one was delivered.
  ///   - first: What the child was when it was read last, for an end before the first value.
  func end(_ final: Snapshot<Value>?, or first: @autoclosure () -> Snapshot<Value>) {
    let seen = last.withLock { $0 }
    if let final = final ?? (seen == nil ? first() : nil) {
      let isSeen = seen.map { areEqual?($0.state, final.state) == true } ?? false
      if !isSeen { push(final) }
    }
    continuation.finish()
  }
}
