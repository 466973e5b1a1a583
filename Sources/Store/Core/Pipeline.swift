import Synchronization

/// A core with its middleware and its effects around it: what a root store owns.
///
/// The working parts may hold the core, but not the pipeline: when the store is released this goes,
/// and with it the middleware and the effects.
@usableFromInline
final class Pipeline<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let core: Core<State, Action>
  @usableFromInline let handlers: [Middleware<State, Action>.Handler]
  let startupFailures: [any Error]
  let services: [any Sendable]
  let context: StoreContext<State, Action>
  let issues: IssueLog
  private let route: Route<State, Action>
  private let sources: SourceRunner<Action>?
  /// Keeps the sources that each state wants running.
  private let sourceToken: Subscription?
  private let finishers: [@Sendable () -> Void]
  private let finishing = Guarded(false)
  private let finishingThread = Atomic<UInt>(0)

  init(
    initial: State, reducer: Reducer<State, Action>, middleware: [Middleware<State, Action>],
    effects: StoreEffects<State, Action>
  ) {
    let issues = IssueLog(onIssue: effects.onIssue)
    let entrance = Entrance<State, Action>()
    let deliver: @Sendable (Action, EffectToken, CallSite?) -> Void = { action, token, site in
      _ = entrance.dispatch(Message(action: action, site: site, token: token))
    }
    let runner = CommandRunner(
      clock: effects.clock, deliver: deliver, report: { issues.report($0) })
    let core = Core(initial: initial, reducer: reducer, runner: runner)
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
    self.issues = issues
    self.handlers = handlers
    self.finishers = finishers
    self.services = services
    startupFailures = failures
    route = Route(core: core, handlers: handlers)
    let wanted = effects.subscriptions.map { wanted in
      let sources = SourceRunner<Action>(
        clock: effects.clock, deliver: deliver, report: { issues.report($0) })
      return (sources: sources, token: core.declare(wanted, in: sources))
    }
    sources = wanted?.sources
    sourceToken = wanted?.token
    entrance.open(route)
    if !effects.start.isNone { core.follow(runner.enlist(effects.start), through: handlers) }
  }

  /// Dispatches an action; after the store's end this is a programmer's error.
  @inlinable
  func dispatch(_ action: Action, from site: CallSite) {
    guard handlers.isEmpty else { return dispatchThroughMiddleware(action, from: site) }
    // This object keeps the core: retaining it once more would cost a third of a dispatch.
    Unmanaged.passUnretained(core)._withUnsafeGuaranteedRef { core in
      var enlisted: Enlisted<Action>?
      switch core.commit(action, from: site, token: nil, enlisted: &enlisted) {
      case .committed, .cancelled: break
      case .mustDeliver(let batch): core.deliver(batch)
      case .finished: core.refuseAfterFinish(.dispatch)
      }
      if let enlisted { core.follow(enlisted, through: handlers) }
    }
  }

  @inlinable
  func dispatchThroughMiddleware(_ action: Action, from site: CallSite) {
    core.stopIfReducing("dispatch to")
    if core.isFinished { return core.refuseAfterFinish(.dispatch) }
    var queue = ImmediateQueue<Action>()
    core.run(action, from: site, token: nil, through: handlers, at: 0, queue: &queue)
    if !queue.isEmpty { core.follow(&queue, through: handlers) }
  }

  var runningSources: Int { sources?.runningCount ?? 0 }
  var workingSources: Int { sources?.workingCount ?? 0 }

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
      sources?.close()
      core.runner.close()
      for finish in finishers { finish() }
      finishingThread.store(0, ordering: .relaxed)
    }
  }
}

/// What a store is told of effects when it is made.
struct StoreEffects<State: Sendable, Action: Sendable>: Sendable {
  let subscriptions: (@Sendable (State) -> [ActionSource<Action>])?
  let start: Command<Action>
  let clock: any Clock<Duration>
  let onIssue: (@Sendable (StoreIssue) -> Void)?
}

extension Core {
  /// Keeps the sources that a state wants running, from now on.
  fileprivate func declare(
    _ wanted: @escaping @Sendable (State) -> [ActionSource<Action>],
    in sources: SourceRunner<Action>
  ) -> Subscription {
    sources.update(wanted(state))
    // A subscriber like any other, and the first: called one at a time, in version order.
    return audience.enter(Listener<Lent<State>> { sources.update(wanted($0.state)) })
  }
}
