/// A tool that records every commit of a store.
///
/// It receives the program's values as `RecordedBox`, so that its code is not generic over the
/// program's types. The store calls the recorder under the store's lock: the recorder must be
/// quick, and must neither free values of the program nor use the store.
@usableFromInline
package protocol CommitRecorder: AnyObject, Sendable {
  /// Records a commit.
  /// - Returns: Whether the store should call `retainState` with the state after this commit.
  func record(_ commit: RecordedCommit) -> Bool
  /// Keeps a state. The reducer then copies the parts that it changes next.
  /// - Returns: Whether the store holds the actions that follow: see `StoreContext.hold()`. Ignored
  ///   for the state with which the recording begins.
  func retainState(_ state: any RecordedBox, of version: UInt64) -> Bool
  /// Called when the store holds an action.
  func didHoldAction()
}

/// A commit, as a recorder receives it.
@usableFromInline
package struct RecordedCommit: Sendable {
  @usableFromInline package let version: UInt64
  /// The action; nil for a replacement.
  @usableFromInline package let action: (any RecordedBox)?
  @usableFromInline package let reason: Replacement?
  @usableFromInline package let parent: UInt64?
  @usableFromInline package let site: CallSite?
  @usableFromInline package let effect: EffectID?
  /// The times at which the reducer began and ended, on the store's clock. For a replacement, both
  /// are the time after it.
  @usableFromInline package let start: Duration
  @usableFromInline package let end: Duration

  @inlinable
  init<State, Action: Sendable>(
    version: UInt64, _ cause: Commit<State, Action>.Cause, parent: UInt64?, site: CallSite?,
    effect: EffectID?, start: Duration, end: Duration
  ) {
    self.version = version
    switch cause {
    case .action(let action): (self.action, reason) = (RecordedValue(action), nil)
    case .replacement(let why): (action, reason) = (nil, why)
    }
    (self.parent, self.site, self.effect) = (parent, site, effect)
    (self.start, self.end) = (start, end)
  }
}

/// A boxed action or state of any type.
@usableFromInline
package protocol RecordedBox: AnyObject, Sendable {
  var anyValue: Any { get }
}

/// A box for an action or a state.
@usableFromInline
package final class RecordedValue<Value: Sendable>: RecordedBox {
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }

  @usableFromInline package var anyValue: Any { value }
}
