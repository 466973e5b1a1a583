import Synchronization

/// Tells the renderer, from any thread, that one component has to be rendered again.
public struct Invalidation: Sendable {
  let instance: InstanceNumber
  let queue: InvalidationQueue

  /// Marks the component and asks for a frame. Cheap when it is marked already.
  public func callAsFunction() { queue.add(instance) }
}

/// Identifies an instance for as long as the renderer lives; never used again.
struct InstanceNumber: Hashable, Sendable { let value: Int }

/// Marks from other threads, until the renderer takes them.
final class InvalidationQueue: Sendable {
  private let pending = Mutex<Set<InstanceNumber>>([])
  private let requestFrame: @Sendable () -> Void

  init(requestFrame: @escaping @Sendable () -> Void) { self.requestFrame = requestFrame }

  func add(_ instance: InstanceNumber) {
    let isFirst = pending.withLock { pending in
      let isFirst = pending.isEmpty
      return pending.insert(instance).inserted && isFirst
    }
    if isFirst { requestFrame() }
  }

  var isEmpty: Bool { pending.withLock { $0.isEmpty } }

  func take() -> Set<InstanceNumber> {
    pending.withLock { pending in
      if pending.isEmpty { return [] }
      defer { pending = [] }
      return pending
    }
  }
}
