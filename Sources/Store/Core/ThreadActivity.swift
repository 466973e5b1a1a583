/// An activity of a thread for a store: delivering to subscribers, flushing sinks, or running
/// middleware.
///
/// The value is on the thread's stack and points to the surrounding activity. A dispatch reads the
/// activities of its thread, because inside a delivery it must not wait for other threads, and
/// because its commit names the version that caused it.
@usableFromInline
struct ThreadActivity {
  @usableFromInline
  enum Kind {
    case delivering
    case flushing
    case handling
  }

  @usableFromInline let kind: Kind
  /// The store for which the thread acts.
  @usableFromInline let store: ObjectIdentifier
  /// The version that is being delivered or flushed, or that the middleware's action produced; 0 if
  /// there is none.
  @usableFromInline var version: UInt64
  @usableFromInline var outer: UnsafeMutablePointer<ThreadActivity>?

  /// For middleware: the origin (see `EffectToken.origin`) of the effect that sent the action, or
  /// of the work that the dispatch has started; 0 if there is neither.
  @usableFromInline var origin: UInt64

  @inlinable
  init(_ kind: Kind, _ store: AnyObject, version: UInt64 = 0, origin: UInt64 = 0) {
    self.kind = kind
    self.store = ObjectIdentifier(store)
    self.version = version
    self.origin = origin
  }

  static let slot = ThreadSlot()

  /// Returns the innermost activity of this thread that meets a condition.
  static func innermost(
    _ condition: (ThreadActivity) -> Bool
  ) -> UnsafeMutablePointer<ThreadActivity>? {
    var activity = slot.address?.assumingMemoryBound(to: ThreadActivity.self)
    while let found = activity, !condition(found.pointee) { activity = found.pointee.outer }
    return activity
  }

  /// Whether this thread delivers or flushes for any store. Then it must not wait for other
  /// threads.
  @usableFromInline
  static var mustNotWait: Bool { innermost { $0.kind != .handling } != nil }

  /// Runs a body as an activity of this thread.
  /// - Parameter slot: `ThreadActivity.slot`. It is an argument, because looking it up here would
  ///   take a third of the function's time.
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
