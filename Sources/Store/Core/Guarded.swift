import Synchronization

/// A value behind a lock: a `Mutex` whose order of critical sections the Thread Sanitizer can see.
///
/// Under contention, a `Mutex` is handed over inside the runtime library and the kernel. Neither is
/// instrumented, so the sanitizer reports two consecutive critical sections as a race. Here, each
/// section begins by reading what the previous section wrote, with an ordering that the sanitizer
/// understands. This states what the lock guarantees, and hides no other race. On x86 it costs two
/// plain moves.
@usableFromInline
package struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let order = Atomic<UInt8>(0)

  @inlinable
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Calls a body with the value, one caller at a time.
  /// - Parameter body: Must not use the same lock.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return try body(&value)
    }
  }

  /// Calls a body with the value, unless the lock is held.
  /// - Returns: Nil if the lock is held.
  @inlinable
  package borrowing func withLockIfAvailable<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result? {
    mutex.withLockIfAvailable { value in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return body(&value)
    }
  }
}
