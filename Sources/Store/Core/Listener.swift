import Synchronization

/// A listener to something, whatever that is.
@usableFromInline
class AnyListener: @unchecked Sendable {
  // Safe: constants that are Sendable, and an atomic; the subclass adds a constant that is Sendable.
  @usableFromInline let isCancelled = Atomic(false)
  /// A probe sees for it whether there is anything to tell.
  let isProbed: Bool
  /// Lets go of those who listen by way of this one; nil where there are none.
  let endBelow: (@Sendable () -> Void)?

  @usableFromInline
  init(isProbed: Bool, endBelow: (@Sendable () -> Void)?) {
    self.isProbed = isProbed
    self.endBelow = endBelow
  }
}

/// One subscriber, one observer of commits, or the way to the listeners of a part.
///
/// What the body captured goes with the listener, and a list lets go of a listener that is
/// cancelled. So nothing that a body captures may hold the listener: a token holds the list and a
/// number.
@usableFromInline
final class Listener<Event>: AnyListener, @unchecked Sendable {
  @usableFromInline let body: @Sendable (Event) -> Void

  @usableFromInline
  init(
    isProbed: Bool = false, endBelow: (@Sendable () -> Void)? = nil,
    _ body: @escaping @Sendable (Event) -> Void
  ) {
    self.body = body
    super.init(isProbed: isProbed, endBelow: endBelow)
  }
}
