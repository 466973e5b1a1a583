#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

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

  @inlinable
  init(_ kind: Kind, _ store: AnyObject, version: UInt64 = 0) {
    self.kind = kind
    self.store = ObjectIdentifier(store)
    self.version = version
  }

  /// The innermost activity of the running thread.
  @usableFromInline
  static var current: UnsafeMutablePointer<ThreadActivity>? {
    pthread_getspecific(pthread_key_t(slot))?.assumingMemoryBound(to: ThreadActivity.self)
  }

  static let slot: UInt32 = {
    var key = pthread_key_t()
    if pthread_key_create(&key, nil) != 0 {
      programmerError("The process has no thread-specific key left. Use fewer of them.")
    }
    return UInt32(key)
  }()

  /// The innermost activity of this thread for a store.
  @usableFromInline
  static func innermost(
    of store: AnyObject, _ kind: Kind
  ) -> UnsafeMutablePointer<ThreadActivity>? {
    var activity = current
    while let found = activity {
      if found.pointee.kind == kind, found.pointee.store == ObjectIdentifier(store) { return found }
      activity = found.pointee.outer
    }
    return nil
  }

  /// Whether this thread delivers or flushes, for any store: then it must wait for nobody.
  @usableFromInline
  static var mustNotWait: Bool {
    var activity = current
    while let found = activity {
      if found.pointee.kind != .handling { return true }
      activity = found.pointee.outer
    }
    return false
  }

  /// - Parameter slot: `ThreadActivity.slot`, which to look up takes a third of the time.
  @usableFromInline
  static func begin(_ activity: UnsafeMutablePointer<ThreadActivity>, _ slot: UInt32) {
    activity.pointee.outer = pthread_getspecific(pthread_key_t(slot))?
      .assumingMemoryBound(to: ThreadActivity.self)
    pthread_setspecific(pthread_key_t(slot), activity)
  }

  @usableFromInline
  static func end(_ activity: UnsafeMutablePointer<ThreadActivity>, _ slot: UInt32) {
    pthread_setspecific(pthread_key_t(slot), activity.pointee.outer)
  }

  /// Runs a body as an activity of this thread.
  @inlinable
  static func run<Result>(
    _ activity: ThreadActivity, _ slot: UInt32,
    _ body: (UnsafeMutablePointer<ThreadActivity>) -> Result
  ) -> Result {
    var activity = activity
    return withUnsafeMutablePointer(to: &activity) { pointer in
      begin(pointer, slot)
      defer { end(pointer, slot) }
      return body(pointer)
    }
  }
}
