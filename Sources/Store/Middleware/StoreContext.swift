import Synchronization

/// A way to a store that does not keep the store alive: for middleware, and for the work that it
/// starts.
public struct StoreContext<State: Sendable, Action: Sendable>: Sendable {
  let read: @Sendable () -> Snapshot<State>
  let send: @Sendable (Action) -> Bool
  let observe: @Sendable (Bool, @escaping @Sendable (Commit<State, Action>) -> Void) -> Subscription

  /// The newest state; after the store's end, its last.
  public var state: State { read().state }

  /// The newest state and its version.
  public var snapshot: Snapshot<State> { read() }

  /// Dispatches an action through the whole list of middleware, if the store has not ended.
  ///
  /// While the store is starting, the action is kept until all middleware has started.
  /// - Returns: False if the store has finished or is gone, and the action was dropped.
  @discardableResult
  public func dispatch(_ action: Action) -> Bool { send(action) }

  /// Sees every action once, in version order: see `Store.observeCommits(keepingStates:_:)`.
  public func observeCommits(
    keepingStates: Bool = false, _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    observe(keepingStates, body)
  }
}

extension StoreContext {
  init(core: Core<State, Action>, entrance: Entrance<State, Action>) {
    self.init(
      read: { core.snapshot },
      send: { entrance.dispatch($0) },
      observe: { core.addObserver(keepingStates: $0, $1) })
  }
}

/// Where contexts find the pipeline, once there is one and as long as there is one.
final class Entrance<State: Sendable, Action: Sendable>: Sendable {
  private struct Target: Sendable { weak var route: Route<State, Action>? }
  private enum Phase: Sendable {
    case starting([Action])
    case open(Target)
  }

  private let phase = Guarded(Phase.starting([]))

  func open(_ route: Route<State, Action>) {
    let waiting: [Action] = phase.withLock { phase in
      guard case .starting(let actions) = phase else { return [] }
      phase = .open(Target(route: route))
      return actions
    }
    for action in waiting { _ = route.dispatchIfOpen(action) }
  }

  func dispatch(_ action: Action) -> Bool {
    let target: Target? = phase.withLock { phase in
      switch phase {
      case .starting(let actions):
        phase = .starting(actions + [action])
        return nil
      case .open(let target): return target
      }
    }
    guard let target else { return true }
    return target.route?.dispatchIfOpen(action) ?? false
  }
}
