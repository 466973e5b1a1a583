/// What a dispatch started; to be awaited, or dropped.
///
/// ```swift
/// await store.dispatch(.load).ended()
/// ```
public struct Dispatched: Sendable {
  /// Nil where it started nothing.
  private let work: (any EndedWork)?
  private let origin: UInt64

  @usableFromInline
  init(_ work: (any EndedWork)?, _ origin: UInt64) {
    self.work = work
    self.origin = origin
  }

  /// Returns when all work that the dispatch started has ended, with all that this work started in turn:
  /// commands, their delays, and thunks. It waits for no source, and not for what subscribers dispatched.
  /// - Complexity: O(*n*) in the store's work each time that some of it ends.
  public func ended() async { await work?.ended(origin) }
}

/// Runs work of any action.
@usableFromInline
protocol EndedWork: AnyObject, Sendable {
  func ended(_ origin: UInt64) async
}
