/// A tool that records every commit of a store.
///
/// It receives the program's values as `RecordedBox`, so that its code is not generic over the
/// program's types. The store calls the recorder under the store's lock: the recorder must be
/// quick, and must neither free values of the program nor use the store.
@usableFromInline
package protocol CommitRecorder: AnyObject, Sendable {
  /// Notes a commit.
  /// - Returns: Whether the store should call `retainState` with the state after this commit.
  func record(_ commit: RecordedCommit) -> Bool
  /// Keeps a state. The reducer then copies the parts that it changes next.
  /// - Returns: Whether the store holds the actions that follow: see `StoreContext.hold()`.
  func retainState(_ state: any RecordedBox, of version: UInt64) -> Bool
  /// Notes that an action is held.
  func noteHeld()
}

/// A commit, as a recorder receives it.
@usableFromInline
package struct RecordedCommit: Sendable {
  package let version: UInt64
  /// Nil for a replacement.
  package let action: (any RecordedBox)?
  package let reason: Replacement?
  package let parent: UInt64?
  package let site: CallSite?
  package let effect: EffectID?
  /// The times at which the reducer began and ended.
  package let start: Duration
  package let end: Duration

  @usableFromInline
  init(
    version: UInt64, action: (any RecordedBox)?, reason: Replacement?, parent: UInt64?,
    site: CallSite?, effect: EffectID?, start: Duration, end: Duration
  ) {
    (self.version, self.action, self.reason) = (version, action, reason)
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
