/// A handle of scheduled work. Releasing it does not cancel the work.
public final class ScheduledWork: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Cancels the work if it has not begun. May be called several times.
  /// - Parameter onCancel: Keeps the work from running if it has not begun. May be called more than
  ///   once.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Cancels the work if it has not begun.
  public func cancel() { onCancel() }
}
