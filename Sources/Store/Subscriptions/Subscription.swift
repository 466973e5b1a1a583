import Synchronization

/// A token for something that goes on until it is told to end: it ends when cancelled, or when the
/// token is released.
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

  /// Ends the subscription. Nothing is delivered to it afterwards, even in a delivery that is under
  /// way.
  ///
  /// A call that another thread has already begun is not waited for.
  public func cancel() {
    // Called outside the lock: it may release what cancels again.
    let end = self.end.withLock { $0.take() }
    end?.call()
  }

  deinit { cancel() }
}
