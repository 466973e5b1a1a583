/// Keeps subscriptions until it is released or `end()` is called.
///
/// ```swift
/// final class Header: Sendable {
///   private let lifetime = Lifetime()
///
///   init(_ store: Store<Todos, TodoAction>) {
///     store.subscribe(to: \.items.count) { change in print(change.new) }.store(in: lifetime)
///   }
/// }
/// ```
///
/// When an object that owns a lifetime is released, the subscriptions end. A body must capture the
/// owner weakly, or the owner is never released.
public final class Lifetime: Sendable {
  /// The kept subscriptions; nil after `end()`.
  private let subscriptions = Guarded<[Subscription]?>([])

  /// Makes a lifetime that has not ended.
  public init() {}

  deinit { end() }

  /// Whether `end()` was called.
  public var hasEnded: Bool {
    subscriptions.withLock { $0 == nil }
  }

  /// Keeps a subscription until `end()`. After `end()`, cancels the subscription at once.
  ///
  /// A subscription that was cancelled before is still kept until `end()`.
  /// - Complexity: O(1) amortised.
  public func add(_ subscription: Subscription) {
    let isKept = subscriptions.withLock { kept in
      kept?.append(subscription)
      return kept != nil
    }
    if !isKept { subscription.cancel() }
  }

  /// Cancels the subscriptions, in the order in which they were added. Their bodies are not called
  /// afterwards. `end()` does not wait for a call that another thread has already begun.
  /// - Complexity: O(*n*) in the number of subscriptions.
  public func end() {
    let kept = subscriptions.withLock { $0.take() } ?? []
    for subscription in kept { subscription.cancel() }
  }
}

extension Subscription {
  /// Adds this subscription to a lifetime, which cancels it when the lifetime ends.
  public func store(in lifetime: Lifetime) { lifetime.add(self) }
}
