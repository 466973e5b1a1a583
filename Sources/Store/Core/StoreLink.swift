/// The way to a store for those who must not keep it: contexts, tokens, and the work of effects.
///
/// What is sent before the store has started is kept, and dispatched first when it has. Whoever comes
/// meanwhile waits for that: what one thread, or one source, sends is applied in the order in which it
/// is sent. At the end the last state stays, and nothing else.
@usableFromInline
final class StoreLink<State: Sendable, Action: Sendable>: Sendable {
  /// An action on its way from a context or an effect.
  struct Message: Sendable {
    let action: Action
    let site: CallSite?
    /// Of the effect that sends it; nil for an action from outside.
    var token: EffectToken?
  }

  private enum Phase: Sendable {
    case starting(RootCore<State, Action>?, [Message])
    /// A thread dispatches what was kept.
    case opening(RootCore<State, Action>, by: UInt)
    case open(RootCore<State, Action>)
    case closed(Snapshot<State>)
  }

  /// For tokens, which must not even keep the last state.
  @usableFromInline let reference = CoreReference<State, Action>()
  private let phase = Guarded(Phase.starting(nil, []))
  /// Held while the kept messages are dispatched.
  private let opening = Guarded(())

  init() {}

  /// The store's core; nil when the store has ended.
  var core: RootCore<State, Action>? {
    phase.withLock { phase in
      switch phase {
      case .starting(let core, _): core
      case .opening(let core, _), .open(let core): core
      case .closed: nil
      }
    }
  }

  /// The newest state; after the end, the last.
  var snapshot: Snapshot<State> {
    if let core { return core.newest }
    return phase.withLock { phase in
      if case .closed(let last) = phase { return last }
      programmerError("The state of a store was read before the store was made.")
    }
  }

  /// The store is being made: its state can be read.
  func begin(_ core: RootCore<State, Action>) {
    reference.core = core
    phase.withLock { $0 = .starting(core, []) }
  }

  /// The store is made.
  func open() {
    opening.withLock { _ in
      let (core, waiting): (RootCore<State, Action>?, [Message]) = phase.withLock { phase in
        guard case .starting(let core?, let messages) = phase else { return (nil, []) }
        phase = .opening(core, by: currentThread())
        return (core, messages)
      }
      guard let core else { return }
      for message in waiting { _ = core.dispatch(message) }
      phase.withLock { phase in
        if case .opening = phase { phase = .open(core) }
      }
    }
  }

  func close(with last: Snapshot<State>) {
    reference.core = nil
    // The core is released outside the lock.
    let old = phase.withLock { phase in
      defer { phase = .closed(last) }
      return phase
    }
    withExtendedLifetime(old) {}
  }

  @discardableResult
  func dispatch(_ message: Message) -> Bool {
    let (core, isKept, mustWait): (RootCore<State, Action>?, Bool, Bool) = phase.withLock { phase in
      switch phase {
      case .starting(let core, let messages):
        phase = .starting(core, messages + [message])
        return (nil, true, false)
      // The thread that opens may be inside what it dispatches, and does not wait for itself.
      case .opening(let core, let thread): return (core, false, thread != currentThread())
      case .open(let core): return (core, false, false)
      case .closed: return (nil, false, false)
      }
    }
    if isKept { return true }
    if mustWait { opening.withLock { _ in } }
    return core?.dispatch(message) ?? false
  }
}

/// A store's core until its end.
@usableFromInline
final class CoreReference<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let storage = Guarded<RootCore<State, Action>?>(nil)

  init() {}

  @inlinable var core: RootCore<State, Action>? {
    get { storage.withLock { $0 } }
    set {
      // The old one is released outside the lock.
      let old = storage.withLock { storage in
        defer { storage = newValue }
        return storage
      }
      withExtendedLifetime(old) {}
    }
  }
}
