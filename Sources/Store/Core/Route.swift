import Synchronization

/// What a context dispatches through.
///
/// An object of its own, because contexts refer to it weakly: an object that ever had a weak
/// reference counts its strong ones several times slower, which every dispatch would pay for.
final class Route<State: Sendable, Action: Sendable>: Sendable {
  private let core: Core<State, Action>
  private let handlers: [Middleware<State, Action>.Handler]

  init(core: Core<State, Action>, handlers: [Middleware<State, Action>.Handler]) {
    self.core = core
    self.handlers = handlers
  }

  /// Dispatches an action if the store has not ended.
  /// - Returns: Whether it had not.
  func dispatchIfOpen(_ message: Message<Action>) -> Bool {
    core.stopIfReducing("dispatch to")
    if core.isFinished { return false }
    var queue = ImmediateQueue<Action>()
    core.run(
      message.action, from: message.site, token: message.token, through: handlers, at: 0,
      queue: &queue)
    core.follow(&queue, through: handlers)
    return true
  }
}

/// An action on its way from a context or an effect.
struct Message<Action: Sendable>: Sendable {
  let action: Action
  let site: CallSite?
  /// Of the effect that sends it; nil for an action from outside.
  var token: EffectToken?
}

/// Where contexts find the route, once there is one and as long as there is one.
///
/// What comes before is kept, and dispatched first when there is a route. Whoever comes meanwhile
/// waits for that: what one thread, or one source, sends is applied in the order in which it is sent.
final class Entrance<State: Sendable, Action: Sendable>: Sendable {
  private struct Target: Sendable { weak var route: Route<State, Action>? }

  private enum Phase: Sendable {
    case starting([Message<Action>])
    /// A thread dispatches what was kept.
    case opening(Target, by: UInt)
    case open(Target)
  }

  private let phase = Guarded(Phase.starting([]))
  /// Held while the entrance opens.
  private let opening = Guarded(())

  func open(_ route: Route<State, Action>) {
    opening.withLock { _ in
      let target = Target(route: route)
      let waiting: [Message<Action>] = phase.withLock { phase in
        guard case .starting(let messages) = phase else { return [] }
        phase = .opening(target, by: currentThread())
        return messages
      }
      for message in waiting { _ = route.dispatchIfOpen(message) }
      phase.withLock { $0 = .open(target) }
    }
  }

  func dispatch(_ message: Message<Action>) -> Bool {
    let (target, mustWait): (Target?, Bool) = phase.withLock { phase in
      switch phase {
      case .starting(let messages):
        phase = .starting(messages + [message])
        return (nil, false)
      // The thread that opens may be inside what it dispatches, and does not wait for itself.
      case .opening(let target, let thread): return (target, thread != currentThread())
      case .open(let target): return (target, false)
      }
    }
    guard let target else { return true }
    if mustWait { opening.withLock { _ in } }
    return target.route?.dispatchIfOpen(message) ?? false
  }
}
