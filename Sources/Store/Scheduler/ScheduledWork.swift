/// A handle of scheduled work. Releasing it does not cancel the work.
public final class ScheduledWork: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a handle, for implementations of `Scheduler`.
  /// - Parameter onCancel: Cancels the work if it has not begun. May be called several times.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Cancels the work if it has not begun.
  public func cancel() { onCancel() }
}
