/// What a thread is doing for a store: delivering to subscribers, flushing sinks, or running middleware.
///
/// It lies on the thread's stack, and each knows the one around it. So a dispatch finds out what it was
/// called from: a delivery must not wait for itself, and a commit names the one that caused it.
@usableFromInline
struct ThreadActivity {
  @usableFromInline
  enum Kind {
    case delivering
    case flushing
    case handling
  }

  @usableFromInline let kind: Kind
  /// Whose activity it is.
  @usableFromInline let store: ObjectIdentifier
  /// The version that is delivered or flushed, or that the middleware's action has led to; else 0.
  @usableFromInline var version: UInt64
  @usableFromInline var outer: UnsafeMutablePointer<ThreadActivity>?

  /// Of middleware: what tells the work that its dispatch started from other work; 0 for none.
  @usableFromInline var origin: UInt64

  @inlinable
  init(_ kind: Kind, _ store: AnyObject, version: UInt64 = 0, origin: UInt64 = 0) {
    self.kind = kind
    self.store = ObjectIdentifier(store)
    self.version = version
    self.origin = origin
  }

  static let slot = ThreadSlot()

  /// The innermost activity of this thread that meets a condition.
  static func innermost(
    _ condition: (ThreadActivity) -> Bool
  ) -> UnsafeMutablePointer<ThreadActivity>? {
    var activity = slot.address?.assumingMemoryBound(to: ThreadActivity.self)
    while let found = activity, !condition(found.pointee) { activity = found.pointee.outer }
    return activity
  }

  /// Whether this thread delivers or flushes, for any store: then it must wait for nobody.
  @usableFromInline
  static var mustNotWait: Bool { innermost { $0.kind != .handling } != nil }

  /// Runs a body as an activity of this thread.
  /// - Parameter slot: `ThreadActivity.slot`, which to look up takes a third of the time.
  @inlinable
  static func run<Result>(
    _ activity: ThreadActivity, _ slot: ThreadSlot,
    _ body: (UnsafeMutablePointer<ThreadActivity>) -> Result
  ) -> Result {
    var activity = activity
    return run(&activity, slot, body)
  }

  @inlinable
  static func run<Result>(
    _ activity: inout ThreadActivity, _ slot: ThreadSlot,
    _ body: (UnsafeMutablePointer<ThreadActivity>) -> Result
  ) -> Result {
    let outer = slot.address
    activity.outer = outer?.assumingMemoryBound(to: ThreadActivity.self)
    return withUnsafeMutablePointer(to: &activity) { pointer in
      slot.address = UnsafeMutableRawPointer(pointer)
      defer { slot.address = outer }
      return body(pointer)
    }
  }
}
