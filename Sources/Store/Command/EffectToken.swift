import Synchronization

/// Identifies a running effect, which sends each of its actions together with the token. A store
/// drops the actions of a cancelled token.
///
/// A store checks the token under the same lock under which it commits cancellations. So it never
/// applies an action of work that an earlier commit cancelled. It also drops actions of work that
/// has returned, because that work can no longer be cancelled.
@usableFromInline
package final class EffectToken: Sendable {
  private static let (ended, cancelled): (UInt8, UInt8) = (1, 2)

  /// Zero while the store applies the effect's actions; then `ended` or `cancelled`.
  let state = Atomic<UInt8>(0)
  /// Whether the action that the work is sending is its last one.
  let isSendingLast = Atomic(false)

  /// The version of the commit that caused the work; nil if no commit caused it.
  @usableFromInline let parent: UInt64?
  /// Identifies the dispatch, from outside of any effect, that caused the work. The sources that
  /// start after one commit share a separate number, and the work that their actions cause has it,
  /// too.
  @usableFromInline let origin: UInt64
  @usableFromInline let effect: EffectID
  /// The work that contains this work. When the container is cancelled, the store also drops this
  /// work's actions.
  private let container: EffectToken?
  /// Whether actions are still applied after the containing work has ended.
  private let outlivesContainer: Bool

  init(
    _ effect: EffectID, parent: UInt64?, origin: UInt64, of container: EffectToken? = nil,
    outlivesContainer: Bool = false
  ) {
    self.effect = effect
    self.parent = parent
    self.origin = origin
    self.container = container
    self.outlivesContainer = outlivesContainer
  }

  /// Makes a token for an action that the work sent before it ended, and that the store applies
  /// later. The action is applied even if the work has ended meanwhile, but not if the work was
  /// cancelled.
  convenience init(sentBy work: EffectToken) {
    self.init(
      work.effect, parent: work.parent, origin: work.origin, of: work, outlivesContainer: true)
  }

  /// Makes a token for a part of the container's work. The part can be cancelled separately.
  package convenience init(partOf container: EffectToken) {
    self.init(container.effect, parent: container.parent, origin: container.origin, of: container)
  }

  /// Whether the store drops the effect's actions.
  @usableFromInline package var dropsActions: Bool {
    if state.load(ordering: .acquiring) != 0 { return true }
    guard let container else { return false }
    return outlivesContainer ? container.isCancelled : container.dropsActions
  }

  /// Whether the effect, or work that contains it, was cancelled.
  var isCancelled: Bool {
    state.load(ordering: .acquiring) == Self.cancelled || container?.isCancelled == true
  }

  /// Whether the work returned before it was cancelled.
  var hasEnded: Bool { state.load(ordering: .acquiring) == Self.ended }

  package func cancel() { state.store(Self.cancelled, ordering: .releasing) }

  /// Marks the work as returned, unless it was cancelled before.
  func end() {
    _ = state.compareExchange(expected: 0, desired: Self.ended, ordering: .releasing)
  }
}

/// Identifies an effect of a store.
public struct EffectID: Hashable, Sendable {
  /// A number that is unique in the store. Later effects have greater numbers.
  public let number: Int
  let path: ScopePath

  /// The names of the children that the effect belongs to, outermost first, and the id under which
  /// it runs, separated by slashes. Empty for an effect with neither a child nor an id.
  public var name: String { path.description }

  init(_ number: Int, _ path: ScopePath) {
    self.number = number
    self.path = path
  }

  public static func == (first: EffectID, second: EffectID) -> Bool {
    first.number == second.number
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
