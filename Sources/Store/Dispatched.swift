/// The work that a dispatch started, which the caller can await or ignore.
///
/// ```swift
/// await store.dispatch(.load).ended()
/// ```
public struct Dispatched: Sendable {
  /// Nil if the dispatch started no work.
  private let work: (any AwaitableWork)?
  private let origin: UInt64

  @usableFromInline
  init(_ work: (any AwaitableWork)?, _ origin: UInt64) {
    self.work = work
    self.origin = origin
  }

  /// Returns when all work that the dispatch started has ended, including the work that this work
  /// started: commands, their delays, and thunks. It does not wait for sources, nor for actions
  /// that subscribers dispatched.
  /// - Complexity: O(*n*) in the store's work each time that some of it ends.
  public func ended() async { await work?.ended(origin) }
}

/// A runner of effects, regardless of its action type.
@usableFromInline
protocol AwaitableWork: AnyObject, Sendable {
  func ended(_ origin: UInt64) async
}
