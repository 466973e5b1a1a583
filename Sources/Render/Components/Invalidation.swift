import Synchronization

/// Tells the renderer, from any thread, that one component has to be rendered again.
public struct Invalidation: Sendable {
  let number: Int
  let queue: InvalidationQueue

  /// Marks the component and asks for a frame. Cheap when it is marked already.
  public func callAsFunction() { queue.add(number, .source) }
}

/// Marks of components, from any thread, until the renderer takes them.
final class InvalidationQueue: Sendable {
  private let pending = Mutex<[Int: RenderReason]>([:])
  private let requestFrame: @Sendable () -> Void
  /// What is changed while a frame is made is in it.
  @MainActor var isRendering = false
  /// What notes changes, while somebody looks.
  @MainActor var recorder: FrameRecorder?

  init(requestFrame: @escaping @Sendable () -> Void) { self.requestFrame = requestFrame }

  func add(_ instance: Int, _ reason: RenderReason) {
    if insert(instance, reason) { requestFrame() }
  }

  @MainActor func addLocally(_ instance: Int, _ reason: RenderReason) {
    if insert(instance, reason), !isRendering { requestFrame() }
  }

  /// - Returns: whether it is the first.
  private func insert(_ instance: Int, _ reason: RenderReason) -> Bool {
    pending.withLock { pending in
      defer { pending[instance] = reason }
      return pending.isEmpty
    }
  }

  var isEmpty: Bool { pending.withLock { $0.isEmpty } }

  func take() -> [Int: RenderReason] {
    pending.withLock { pending in
      if pending.isEmpty { return [:] }
      defer { pending = [:] }
      return pending
    }
  }
}
