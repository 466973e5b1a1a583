import Synchronization

/// Who delivers: one thread at a time, until nothing is pending.
///
/// The thread whose commit finds nobody delivering takes the baton; everyone else, nested dispatches
/// among them, leaves word that there is more, and goes on. It is taken under the core's lock, and
/// given back without it: the exchange that gives it back fails if word was left meanwhile.
@usableFromInline
struct Baton: ~Copyable, Sendable {
  @usableFromInline static let free: UInt8 = 0
  @usableFromInline static let held: UInt8 = 1
  @usableFromInline static let wanted: UInt8 = 2

  @usableFromInline let state = Atomic<UInt8>(0)

  init() {}

  /// Takes the baton, or leaves word for the one who has it. Called under the core's lock.
  /// - Returns: Whether the caller now has the baton, and must deliver.
  @inlinable
  func takeOrLeaveWord() -> Bool {
    let (isTaken, found) = state.compareExchange(
      expected: Self.free, desired: Self.held, ordering: .acquiringAndReleasing)
    if isTaken { return true }
    if found == Self.wanted { return false }
    let isWordLeft = state.compareExchange(
      expected: Self.held, desired: Self.wanted, ordering: .acquiringAndReleasing
    ).exchanged
    if isWordLeft { return false }
    // Given back in between. Nobody else can take it: that needs the lock.
    state.store(Self.held, ordering: .relaxed)
    return true
  }

  /// Nobody has it. Called under the core's lock: then it stays free for as long as the lock is held.
  @inlinable
  var isFree: Bool { state.load(ordering: .acquiring) == Self.free }

  /// Gives the baton back.
  /// - Returns: False if word was left: then the caller keeps it, and must deliver again.
  @inlinable
  func giveBack() -> Bool {
    state.compareExchange(expected: Self.held, desired: Self.free, ordering: .acquiringAndReleasing)
      .exchanged
  }

  /// The holder has seen what there is to deliver. Called under the core's lock.
  @inlinable
  func readWord() { state.store(Self.held, ordering: .releasing) }
}
