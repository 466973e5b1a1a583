import Synchronization

/// Who delivers: one thread at a time, until nothing is pending.
///
/// The thread whose commit finds nobody delivering becomes the owner; everyone else, nested dispatches
/// among them, leaves a request, and goes on. Ownership is taken under the store's lock, and released
/// without it: the exchange that releases it fails if a request was left meanwhile.
@usableFromInline
struct DeliveryOwnership: ~Copyable, Sendable {
  @usableFromInline static let free: UInt8 = 0
  @usableFromInline static let owned: UInt8 = 1
  @usableFromInline static let requested: UInt8 = 2

  @usableFromInline let state = Atomic<UInt8>(0)

  init() {}

  /// Becomes the owner, or leaves a request to the present one. Called under the store's lock.
  /// - Returns: Whether the caller is now the owner, and must deliver.
  @inlinable
  func acquireOrRequest() -> Bool {
    let (isAcquired, found) = state.compareExchange(
      expected: Self.free, desired: Self.owned, ordering: .acquiringAndReleasing)
    if isAcquired { return true }
    if found == Self.requested { return false }
    let isRequested = state.compareExchange(
      expected: Self.owned, desired: Self.requested, ordering: .acquiringAndReleasing
    ).exchanged
    if isRequested { return false }
    // Released in between. Nobody else can acquire it: that needs the lock.
    state.store(Self.owned, ordering: .relaxed)
    return true
  }

  /// Nobody owns the delivery. Called under the store's lock: then it stays free while that is held.
  @inlinable
  var isFree: Bool { state.load(ordering: .acquiring) == Self.free }

  /// Releases the delivery.
  /// - Returns: False if a request was left: then the caller stays the owner, and must deliver again.
  @inlinable
  func release() -> Bool {
    state.compareExchange(
      expected: Self.owned, desired: Self.free, ordering: .acquiringAndReleasing
    )
    .exchanged
  }

  /// The owner has seen what there is to deliver. Called under the store's lock.
  @inlinable
  func acknowledge() { state.store(Self.owned, ordering: .releasing) }
}
