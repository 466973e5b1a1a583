import Dispatch

/// A dispatch source that any thread may cancel.
package struct CancellableSource: @unchecked Sendable {
  // Safe: Dispatch objects are thread-safe ("dispatch_source_cancel" may be called from anywhere),
  // but their types on Linux are not marked as Sendable. Only the methods below use it.
  private let source: any DispatchSourceProtocol

  package init(_ source: any DispatchSourceProtocol) { self.source = source }

  /// Begins to call the handlers.
  /// - Parameters:
  ///   - handle: Called on the source's queue.
  ///   - end: Called once on the same queue, after the last call of `handle`. Only then may the
  ///     descriptor be closed.
  package func activate(
    _ handle: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void = {}
  ) {
    source.setEventHandler(handler: handle)
    source.setCancelHandler(handler: end)
    source.activate()
  }

  package func cancel() { source.cancel() }

  /// Delays the next call of the handler. That call then reports all events of the delay.
  package func pause(for time: DispatchTimeInterval, on queue: DispatchQueue) {
    source.suspend()
    queue.asyncAfter(deadline: .now() + time) { resume() }
  }

  private func resume() { source.resume() }

  #if canImport(Darwin)
    /// The events of a file's source. Only for use in its handler.
    package var fileEvents: DispatchSource.FileSystemEvent {
      (source as? any DispatchSourceFileSystemObject)?.data ?? []
    }
  #endif
}
