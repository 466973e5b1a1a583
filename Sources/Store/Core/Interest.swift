import Synchronization

/// How many want to know of every commit: with the probes, all that `dispatch` looks at when nobody
/// does.
///
/// An object of its own, so that a token can count itself out without keeping the state alive, and
/// without the state's lock: a token may be released anywhere, even inside a reducer.
@usableFromInline
final class Interest: Sendable {
  /// Subscribers that must be asked at each commit, and observers of commits.
  @usableFromInline let listeners = Atomic(0)
  /// Those observers of commits that want the states too.
  @usableFromInline let keepers = Atomic(0)

  @inlinable
  var isNone: Bool { listeners.load(ordering: .relaxed) == 0 }

  init() {}
}
