/// The last state that a scoped store saw of a child that may go.
///
/// It is a copy, made at each read: when the child goes it is too late, and to look at each commit
/// whether it went would cost every dispatch.
@usableFromInline
final class LastSeen<State: Sendable>: Sendable {
  private let state: Guarded<State>

  @usableFromInline
  init(_ state: State) { self.state = Guarded(state) }

  @usableFromInline
  var value: State {
    get { state.withLock { $0 } }
    set {
      // The old one is released outside the lock: what it holds may run code of its own.
      let old = state.withLock { state in
        defer { state = newValue }
        return state
      }
      withExtendedLifetime(old) {}
    }
  }
}
