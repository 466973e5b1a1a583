import Synchronization

/// The right of a piece of work to be heard: every action that it sends comes with it.
///
/// A store looks at the token under the lock under which it commits the commands that cancel. So an
/// action of work that was cancelled by an earlier commit is never applied.
@usableFromInline
final class EffectToken: Sendable {
  @usableFromInline let flag = Atomic(false)

  init() {}

  @inlinable var isCancelled: Bool { flag.load(ordering: .acquiring) }

  func cancel() { flag.store(true, ordering: .releasing) }
}
