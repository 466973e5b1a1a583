/// How long subscriptions live: until this object is released, or told to end.
///
/// ```swift
/// final class Header: Sendable {
///   private let lifetime = Lifetime()
///
///   init(_ store: Store<Todos, TodoAction>) {
///     store.subscribe(to: \.items.count) { change in … }.store(in: lifetime)
///   }
/// }
/// ```
///
/// Owned by one object, it goes with it, and the subscriptions with both, at that moment. A body
/// must not hold the owner strongly, or neither ever goes: capture it weakly.
public final class Lifetime: Sendable {
  /// Nil at the end.
  private let kept = Guarded<[Subscription]?>([])

  /// Makes a lifetime that has begun.
  public init() {}

  deinit { end() }

  /// Whether `end()` was called.
  public var hasEnded: Bool {
    kept.withLock { $0 == nil }
  }

  /// Keeps a subscription until the end; one that is added after the end is cancelled at once.
  ///
  /// A subscription that is cancelled by itself earlier is let go at the end only.
  /// - Complexity: O(1) amortised.
  public func add(_ subscription: Subscription) {
    let isKept = kept.withLock { kept in
      kept?.append(subscription)
      return kept != nil
    }
    if !isKept { subscription.cancel() }
  }

  /// Cancels the subscriptions, in the order in which they were added. Nothing is delivered to them
  /// afterwards; a call that another thread has already begun is not waited for.
  /// - Complexity: O(*n*) in the number of subscriptions.
  public func end() {
    let kept = kept.withLock { $0.take() } ?? []
    for subscription in kept { subscription.cancel() }
  }
}

extension Subscription {
  /// Leaves this subscription to a lifetime, which keeps it, and cancels it at its end.
  public func store(in lifetime: Lifetime) { lifetime.add(self) }
}
