import Synchronization

/// Identifies a running effect: every action that it sends carries the token. A store drops the actions of
/// a token that was cancelled.
///
/// A store looks at the token under the lock under which it commits the commands that cancel. So an
/// action of work that was cancelled by an earlier commit is never applied. Actions of work that has
/// returned are dropped, too: nothing could cancel it.
@usableFromInline
package final class EffectToken: Sendable {
  private static let (ended, cancelled): (UInt8, UInt8) = (1, 2)

  /// Zero while its actions are applied.
  let state = Atomic<UInt8>(0)
  /// Whether nothing comes after the action that the work sends now.
  let isSendingLast = Atomic(false)

  /// The version of the commit that led to the work; nil for what began from outside.
  @usableFromInline let parent: UInt64?
  /// Tells the work that one dispatch from outside led to from other work.
  @usableFromInline let origin: UInt64
  /// Which work it is.
  @usableFromInline let effect: EffectID
  /// Work that this one belongs to: its actions are dropped when that is cancelled.
  private let whole: EffectToken?

  init(_ effect: EffectID, parent: UInt64?, origin: UInt64, of whole: EffectToken? = nil) {
    self.effect = effect
    self.parent = parent
    self.origin = origin
    self.whole = whole
  }

  /// Identifies a part of some work, which can be cancelled alone.
  package convenience init(partOf whole: EffectToken) {
    self.init(whole.effect, parent: whole.parent, origin: whole.origin, of: whole)
  }

  /// Whether its actions are dropped.
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

/// Which effect of a store it is.
public struct EffectID: Hashable, Sendable {
  /// Unlike that of any other effect of the store; later effects have greater ones.
  public let number: Int
  private let path: EffectPath

  /// The children that it belongs to, outermost first, and the id that it runs under; empty without any.
  public var name: String { path.description }

  init(_ number: Int, _ path: EffectPath) {
    self.number = number
    self.path = path
  }

  public static func == (first: EffectID, second: EffectID) -> Bool {
    first.number == second.number
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
