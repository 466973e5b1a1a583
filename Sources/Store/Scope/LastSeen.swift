/// The last state that a scoped store saw of a child that may go.
///
/// It is a copy, made at each read: when the child goes it is too late, and to look at each commit
/// whether it went would cost every dispatch.
@usableFromInline
final class LastSeen<State: Sendable>: Sendable {
  private let last: Guarded<Snapshot<State>>

  @usableFromInline
  init(_ state: State, version: UInt64) {
    last = Guarded(Snapshot(state: state, version: version))
  }

  @usableFromInline
  var value: State { last.withLock { $0.state } }

  /// Notes what was read. A newer one may have been read meanwhile, by another thread: that stays.
  @usableFromInline
  func note(_ state: State, version: UInt64) {
    // The old one is released outside the lock: what it holds may run code of its own.
    let old = last.withLock { last -> Snapshot<State>? in
      if version <= last.version { return nil }
      defer { last = Snapshot(state: state, version: version) }
      return last
    }
    withExtendedLifetime(old) {}
  }
}
