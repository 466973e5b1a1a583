/// Notes every commit of a store: a tool that records what happens.
///
/// It knows no types, so that what it does for each commit need not be made for each program: values are in boxes.
/// All is called under the store's lock: it must be quick, release nothing of the program's, and not use the store.
@usableFromInline
package protocol CommitRecorder: AnyObject, Sendable {
  /// Notes a commit.
  /// - Returns: Whether it wants to keep the state that the commit led to.
  func note(_ commit: RecordedCommit) -> Bool
  /// Keeps a state: a reducer copies of it what it changes next.
  func keep(_ state: any RecordedBox, of version: UInt64)
}

/// A commit, as a recorder sees it.
@usableFromInline
package struct RecordedCommit: Sendable {
  package let version: UInt64
  /// Nil for a replacement.
  package let action: (any RecordedBox)?
  package let reason: Replacement?
  package let parent: UInt64?
  package let site: CallSite?
  package let effect: EffectID?
  /// When the reducer began, and when it was done.
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

/// An action or a state, whatever its type.
@usableFromInline
package protocol RecordedBox: AnyObject, Sendable {
  var anyValue: Any { get }
}

/// An action or a state.
@usableFromInline
package final class RecordedValue<Value: Sendable>: RecordedBox {
  @usableFromInline package let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }

  @usableFromInline package var anyValue: Any { value }
}
