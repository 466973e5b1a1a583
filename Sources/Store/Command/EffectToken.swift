import Synchronization

/// The right of a piece of work to be heard: every action that it sends comes with it.
///
/// A store looks at the token under the lock under which it commits the commands that cancel. So an
/// action of work that was cancelled by an earlier commit is never applied. Work that has returned is
/// heard no more either: nothing could cancel it.
@usableFromInline
package final class EffectToken: Sendable {
  private static let (ended, cancelled): (UInt8, UInt8) = (1, 2)

  /// Zero while the work is heard.
  let state = Atomic<UInt8>(0)
  /// Whether nothing comes after the action that the work sends now.
  let isSendingLast = Atomic(false)

  /// The version of the commit that led to the work; nil for what began from outside.
  @usableFromInline let parent: UInt64?
  /// Work that this one belongs to: it is heard no more when that is not.
  private let whole: EffectToken?

  init(parent: UInt64?, of whole: EffectToken? = nil) {
    self.parent = parent
    self.whole = whole
  }

  /// The right of a part of some work, which can be taken back alone.
  package convenience init(partOf whole: EffectToken) { self.init(parent: whole.parent, of: whole) }

  /// Whether the work is heard no more.
  @usableFromInline package var isSilent: Bool {
    state.load(ordering: .acquiring) != 0 || whole?.isSilent == true
  }

  /// Whether it returned before anybody cancelled it.
  var hasEnded: Bool { state.load(ordering: .acquiring) == Self.ended }

  package func cancel() { state.store(Self.cancelled, ordering: .releasing) }

  /// Silences work that has returned, unless it was cancelled before.
  func end() {
    _ = state.compareExchange(expected: 0, desired: Self.ended, ordering: .releasing)
  }
}
