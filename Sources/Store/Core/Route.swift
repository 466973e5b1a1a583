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
final class Entrance<State: Sendable, Action: Sendable>: Sendable {
  private struct Target: Sendable { weak var route: Route<State, Action>? }
  private enum Phase: Sendable {
    case starting([Message<Action>])
    case open(Target)
  }

  private let phase = Guarded(Phase.starting([]))

  func open(_ route: Route<State, Action>) {
    let waiting: [Message<Action>] = phase.withLock { phase in
      guard case .starting(let messages) = phase else { return [] }
      phase = .open(Target(route: route))
      return messages
    }
    for message in waiting { _ = route.dispatchIfOpen(message) }
  }

  func dispatch(_ message: Message<Action>) -> Bool {
    let target: Target? = phase.withLock { phase in
      switch phase {
      case .starting(let messages):
        phase = .starting(messages + [message])
        return nil
      case .open(let target): return target
      }
    }
    guard let target else { return true }
    return target.route?.dispatchIfOpen(message) ?? false
  }
}
