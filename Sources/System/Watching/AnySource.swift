import Dispatch

/// A dispatch source that any thread may cancel.
package struct AnySource: @unchecked Sendable {
  // Safe: Dispatch objects take care of their own threads ("dispatch_source_cancel" may be called
  // from anywhere). On Linux the types do not say so. Nothing but the below is done with it.
  private let source: any DispatchSourceProtocol

  package init(_ source: any DispatchSourceProtocol) { self.source = source }

  /// Begins to call the handlers.
  /// - Parameters:
  ///   - handle: Called on the source's queue.
  ///   - end: Called there once, after the last call of `handle`: only then may the descriptor be
  ///     closed.
  package func activate(
    _ handle: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void = {}
  ) {
    source.setEventHandler(handler: handle)
    source.setCancelHandler(handler: end)
    source.activate()
  }

  package func cancel() { source.cancel() }

  #if canImport(Darwin)
    /// What happened to the file of a file's source. Only to be asked by its handler.
    package var fileEvents: DispatchSource.FileSystemEvent {
      (source as? any DispatchSourceFileSystemObject)?.data ?? []
    }
  #endif
}
