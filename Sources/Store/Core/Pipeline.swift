import Synchronization

/// A core with its middleware around it: what a root store owns.
///
/// The middleware's working parts may hold the core, but not the pipeline: when the store is
/// released this goes, and with it the middleware.
@usableFromInline
final class Pipeline<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let core: Core<State, Action>
  @usableFromInline let handlers: [Middleware<State, Action>.Handler]
  let startupFailures: [any Error]
  let services: [any Sendable]
  let context: StoreContext<State, Action>
  private let route: Route<State, Action>
  private let finishers: [@Sendable () -> Void]
  private let finishing = Guarded(false)
  private let finishingThread = Atomic<UInt>(0)

  init(
    initial: State, reducer: Reducer<State, Action>, middleware: [Middleware<State, Action>]
  ) {
    let core = Core(initial: initial, reducer: reducer)
    let entrance = Entrance<State, Action>()
    let context = StoreContext(core: core, entrance: entrance)
    var handlers: [Middleware<State, Action>.Handler] = []
    var finishers: [@Sendable () -> Void] = []
    var services: [any Sendable] = []
    var failures: [any Error] = []
    for middleware in middleware {
      let parts = middleware.makeParts()
      do {
        if let restored = try parts.start?(context, core.state) { core.replaceInitial(restored) }
      } catch {
        // What could not start takes no part: neither its handler nor its finish is ever called.
        failures.append(error)
        continue
      }
      if let handle = parts.handle { handlers.append(handle) }
      if let finish = parts.finish { finishers.append(finish) }
      if let service = parts.service { services.append(service) }
    }
    self.core = core
    self.context = context
    self.handlers = handlers
    self.finishers = finishers
    self.services = services
    startupFailures = failures
    route = Route(core: core, handlers: handlers)
    entrance.open(route)
  }

  /// Dispatches an action; after the store's end this is a programmer's error.
  @inlinable
  func dispatch(_ action: Action) {
    guard handlers.isEmpty else { return dispatchThroughMiddleware(action) }
    switch core.commit(action) {
    case .committed: return
    case .mustDeliver: core.deliver()
    case .finished: core.refuseAfterFinish()
    }
  }

  @inlinable
  func dispatchThroughMiddleware(_ action: Action) {
    core.stopIfReducing("dispatch")
    if core.isFinished { return core.refuseAfterFinish() }
    core.run(action, through: handlers, from: 0)
  }

  /// Ends the store. A second call waits for the first; one from inside the first returns at once.
  func finish() {
    core.stopIfReducing("finish")
    let thread = currentThread()
    if finishingThread.load(ordering: .relaxed) == thread { return }
    finishing.withLock { isFinished in
      if isFinished { return }
      isFinished = true
      finishingThread.store(thread, ordering: .relaxed)
      core.close()
      for finish in finishers { finish() }
      finishingThread.store(0, ordering: .relaxed)
    }
  }
}

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
  func dispatchIfOpen(_ action: Action) -> Bool {
    core.stopIfReducing("dispatch")
    if core.isFinished { return false }
    core.run(action, through: handlers, from: 0)
    return true
  }
}

extension Core {
  /// Takes an action through the middleware from `index` on, and commits what comes out.
  @inlinable
  func run(_ action: Action, through handlers: [Middleware<State, Action>.Handler], from index: Int)
  {
    if index < handlers.count {
      handlers[index](action) { run($0, through: handlers, from: index + 1) }
    } else if commit(action) == .mustDeliver {
      deliver()
    }
  }
}
