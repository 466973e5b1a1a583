/// Work that a scheduler will run. To release this does not cancel it.
public final class ScheduledWork: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a handle; for those who write a scheduler.
  /// - Parameter onCancel: Keeps the work from running if it has not begun. May be called more than
  ///   once.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Keeps the work from running, if it has not begun.
  public func cancel() { onCancel() }
}
