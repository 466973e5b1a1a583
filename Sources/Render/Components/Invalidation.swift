import Synchronization

/// Marks one component as dirty, from any thread.
public struct Invalidation: Sendable {
  let component: ElementID
  let queue: InvalidationQueue

  /// Marks the component as dirty, and requests a frame unless one is already requested.
  public func callAsFunction() { queue.add(component, .source) }
}

/// The components marked dirty from any thread, until the renderer takes them.
final class InvalidationQueue: Sendable {
  private let pending = Mutex<[ElementID: RenderReason]>([:])
  private let requestFrame: @Sendable () -> Void
  /// Whether a frame is being rendered. Changes on the main actor then belong to this frame and do
  /// not request another one.
  @MainActor var isRendering = false
  #if DEBUG
    /// Whether a body is being evaluated, and whether a body has set local state.
    @MainActor var isEvaluating = false
    @MainActor var bodyHasWritten = false
  #endif
  /// Records changes; nil unless the renderer is inspected.
  @MainActor var recorder: FrameRecorder?

  init(requestFrame: @escaping @Sendable () -> Void) { self.requestFrame = requestFrame }

  func add(_ instance: ElementID, _ reason: RenderReason) {
    if insert(instance, reason) { requestFrame() }
  }

  @MainActor func addOnMainActor(_ instance: ElementID, _ reason: RenderReason) {
    if insert(instance, reason), !isRendering { requestFrame() }
  }

  /// Adds a component.
  /// - Returns: whether the queue was empty.
  private func insert(_ instance: ElementID, _ reason: RenderReason) -> Bool {
    pending.withLock { pending in
      // Any other reason replaces `.source`, because only changes of sources may wait for another
      // frame.
      defer { if reason != .source || pending[instance] == nil { pending[instance] = reason } }
      return pending.isEmpty
    }
  }

  var isEmpty: Bool { pending.withLock { $0.isEmpty } }

  /// Whether the source of any component changed.
  var hasChangedSources: Bool { pending.withLock { $0.values.contains(.source) } }

  /// Whether anything other than a source changed.
  var hasChangedState: Bool { pending.withLock { $0.values.contains { $0 != .source } } }

  /// Removes and returns the components.
  /// - Parameter sources: Whether to take the components whose sources changed, too.
  func take(sources: Bool) -> [ElementID: RenderReason] {
    pending.withLock { pending in
      if pending.isEmpty { return [:] }
      let left = sources ? [:] : pending.filter { $0.value == .source }
      defer { pending = left }
      return sources ? pending : pending.filter { $0.value != .source }
    }
  }
}
