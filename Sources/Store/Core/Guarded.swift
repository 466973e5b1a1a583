import Synchronization

/// A value behind a lock: a `Mutex` whose order of critical sections the Thread Sanitizer can see.
///
/// Under contention a `Mutex` changes hands inside the runtime library and the kernel. Neither is
/// instrumented, so the sanitizer takes two sections that follow each other for a race. Here each
/// section begins by reading what the one before it wrote, and says so in terms that the sanitizer
/// knows. That states what the lock guarantees and hides nothing else; on x86 it costs two plain
/// moves.
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

  /// Calls a body with the value, unless somebody has the lock.
  /// - Returns: Nil if somebody has.
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
