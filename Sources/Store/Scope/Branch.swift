import Synchronization

/// The subscribers of a scope, as one subscriber of its parent: an equal value stops here, and none
/// of them is asked.
final class Branch<Parent: Sendable, State: Sendable>: Sendable {
  private let subscribers = ListenerList<Snapshot<State>>()
  private let select: @Sendable (Parent) -> State
  private let areEqual: (@Sendable (State, State) -> Bool)?
  private let attach: @Sendable (Listener<Snapshot<Parent>>) -> Subscription
  private let attachment = Guarded<Subscription?>(nil)
  private let last = Guarded<State?>(nil)
  /// A version that some new subscriber has seen. Values up to and including the first delivery
  /// that is no older pass though they be equal to the last one: the subscriber may have seen
  /// another value in between.
  private let unsettled = Guarded<UInt64?>(nil)

  init(
    select: @escaping @Sendable (Parent) -> State,
    areEqual: (@Sendable (State, State) -> Bool)?,
    attach: @escaping @Sendable (Listener<Snapshot<Parent>>) -> Subscription
  ) {
    self.select = select
    self.areEqual = areEqual
    self.attach = attach
  }

  /// Adds a subscriber. Its token keeps this branch; the branch's own token goes with the branch.
  func add(_ listener: Listener<Snapshot<State>>) -> Subscription {
    let token = subscribers.add(listener)
    attachment.withLock { attachment in
      if attachment == nil {
        attachment = attach(Listener { [weak self] snapshot in self?.receive(snapshot) })
      }
    }
    return Subscription {
      token.cancel()
      withExtendedLifetime(self) {}
    }
  }

  /// Notes what version a new subscriber has seen. Every branch between it and the root must know.
  func unsettle(_ version: UInt64) {
    unsettled.withLock { $0 = max($0 ?? 0, version) }
  }

  private func mustPass(_ version: UInt64) -> Bool {
    unsettled.withLock { unsettled in
      guard let seen = unsettled else { return false }
      if version >= seen { unsettled = nil }
      return true
    }
  }

  private func receive(_ parent: Snapshot<Parent>) {
    if subscribers.isEmpty { return }
    let state = select(parent.state)
    if let areEqual {
      let mustPass = mustPass(parent.version)
      // Deliveries come one at a time: what is read here is still there when it is replaced.
      if !mustPass, let last = last.withLock({ $0 }), areEqual(last, state) { return }
      last.withLock { $0 = state }
    }
    subscribers.send(Snapshot(state: state, version: parent.version))
  }
}
