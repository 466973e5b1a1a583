import Synchronization

/// A token for a subscription, which ends when the token is cancelled or released.
public final class Subscription: Sendable {
  private struct End: Sendable {
    let call: @Sendable () -> Void
  }

  private let end: Guarded<End?>

  /// Makes a token.
  /// - Parameter end: Called once: by `cancel`, or when the token is released.
  public init(_ end: @escaping @Sendable () -> Void) {
    self.end = Guarded(End(call: end))
  }

  /// Ends the subscription. Its body is not called afterwards, even by a running delivery.
  ///
  /// `cancel()` does not wait for a call that another thread has already begun.
  public func cancel() {
    // `end` is called outside the lock, because it may release an object that cancels again.
    let end = self.end.withLock { $0.take() }
    end?.call()
  }

  deinit { cancel() }
}
