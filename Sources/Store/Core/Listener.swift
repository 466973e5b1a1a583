import Synchronization

/// One subscriber, or one observer of commits.
///
/// What the body captured goes with the listener, and a list lets go of a listener that is
/// cancelled. So nothing that a body captures may hold the listener: a token holds the list and a
/// number.
@usableFromInline
final class Listener<Event: Sendable>: Sendable {
  @usableFromInline let body: @Sendable (Event) -> Void
  @usableFromInline let isCancelled = Atomic(false)

  @usableFromInline
  init(_ body: @escaping @Sendable (Event) -> Void) {
    self.body = body
  }
}
