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
  /// that subscribers dispatched. When the calling task is cancelled, the call returns at once, and
  /// the work continues.
  /// - Complexity: O(1), whatever other work the store has.
  public func ended() async { await work?.ended(origin) }

  /// Cancels the work that the dispatch started, and the work that this work started: commands,
  /// their delays, and thunks.
  ///
  /// When this returns, the store applies no more actions of that work, with two exceptions: an
  /// action that another thread is applying at this moment, and the actions that a command without
  /// an id dispatches immediately. Actions that were applied before stay applied.
  /// - Complexity: O(*n*) in the amount of cancelled work.
  public func cancel() { work?.cancel(origin) }
}

/// A runner of effects, regardless of its action type.
@usableFromInline
protocol AwaitableWork: AnyObject, Sendable {
  func ended(_ origin: UInt64) async
  func cancel(_ origin: UInt64)
}
