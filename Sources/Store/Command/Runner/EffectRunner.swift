import Synchronization

/// Runs the effects of one store: commands, sources and thunks.
///
/// A command is taken in two steps. `register` decides all that depends on order, under the store's
/// lock; `start` does what is slow, or the program's, outside it. In between another thread may
/// cancel what is registered: then it is not started.
///
/// Lock order: the store's, then the runner's. Nothing of the program's is called under the
/// runner's lock except hashing and equality of ids, and looking whether a child is there.
///
/// Work ends with the runner: by `close()`, or when the runner is released. No task and no timer
/// keeps it.
@usableFromInline
final class EffectRunner<Action: Sendable>: Sendable {
  typealias Deliver = @Sendable (Action, EffectToken, CallSite?) -> Void
  typealias Report = @Sendable (StoreIssue) -> Void

  let scheduler: any Scheduler
  let dependencies: Dependencies
  let deliver: Deliver
  let report: Report
  let table = Guarded(JobTable<Action>())
  private let idle = IdleObservers()
  private let placeCount = Atomic(0)
  /// What effects run in: they find out that they are this store's.
  private let storeID: ObjectIdentifier?

  /// - Parameters:
  ///   - dependencies: What effects get. A clock that is a `Scheduler` itself starts what falls due when
  ///     it wants to; another is slept on.
  ///   - storeID: Tells the store from others.
  ///   - deliver: Dispatches what work sends. Called on any thread, without a lock.
  ///   - report: Takes the errors that nobody catches. Called as `deliver` is.
  init(
    dependencies: Dependencies, storeID: ObjectIdentifier? = nil, deliver: @escaping Deliver,
    report: @escaping Report
  ) {
    self.dependencies = dependencies
    self.storeID = storeID
    scheduler = dependencies.clock.scheduler
    self.deliver = deliver
    self.report = report
  }

  deinit { close() }

  /// Enters a command in the order of commits.
  ///
  /// To be called under the store's lock. Work that the command cancels is cancelled when this
  /// returns; work that it wants can be cancelled from then on. Nothing is started.
  /// - Parameter version: Of the commit that asks for it.
  /// - Returns: What to start when the lock has been given back.
  @usableFromInline
  func register(_ command: Command<Action>, version: UInt64) -> PendingWork<Action> {
    guard let tree = command.tree else { return PendingWork() }
    let steps = table.withLock { table in
      table.version = version
      table.register(tree, in: .init())
      placeCount.store(table.places.count, ordering: .relaxed)
      return table.takeSteps()
    }
    return PendingWork(steps: steps, tree: tree)
  }

  /// Whether work belongs to children that may go.
  @usableFromInline var hasPlaces: Bool { placeCount.load(ordering: .relaxed) > 0 }

  /// Ends the work of children that are not there. To be called under the store's lock.
  /// - Returns: What to stop when the lock has been given back; nil if there is nothing.
  @usableFromInline
  func endWorkOfAbsentChildren(in state: UnsafeRawPointer) -> PendingWork<Action>? {
    let steps = table.withLock { table in
      table.endWorkOfAbsentChildren(in: state)
      placeCount.store(table.places.count, ordering: .relaxed)
      return table.takeSteps()
    }
    return steps.isEmpty ? nil : PendingWork(steps: steps)
  }

  /// Starts tasks and timers, stops those of cancelled work, and reports.
  ///
  /// To be called without a lock, once.
  /// - Returns: The actions to dispatch now, in order.
  @usableFromInline
  func start(_ work: PendingWork<Action>) -> [ImmediateAction<Action>] {
    var actions: [ImmediateAction<Action>] = []
    var steps = work.steps
    while !steps.isEmpty {
      var more: [Step<Action>] = []
      for step in steps {
        switch step {
        case .dispatch(let action, let token, let site, let job):
          let next = job.map { PendingWork<Action>(steps: [.end($0)]) }
          actions.append(ImmediateAction(action: action, token: token, site: site, next: next))
        case .end(let job): more += change { $0.end(job) }
        case .perform(let work, let token, let job): perform(work, token, for: job)
        case .begin(let source, let token, let job): begin(source, token, for: job)
        case .wait(let duration, let job): wait(duration, for: job)
        case .stop(let stop): stop()
        case .report(let issue): report(issue)
        case .forget: break
        case .tellIdle: idle.tell(isQuiet: counts.effects > 0)
        }
      }
      steps = more
    }
    return actions
  }

  /// How much goes on.
  /// - Complexity: O(*n*) in the amount of work.
  var counts: WorkCounts { table.withLock { $0.counts } }

  /// How much the runner remembers: nothing, when nothing runs and no throttle's interval is open.
  var tableSize: Int { table.withLock { $0.size } }

  /// Calls a body each time that no effect runs any more.
  ///
  /// The actions of the work that ended have been delivered then. The body is called on any thread,
  /// without a lock; work may have begun again meanwhile, and it may be called once too often.
  /// - Parameter isForQuiet: Whether to call it, too, when all that is left waits for its time.
  /// - Returns: What ends this, given to `stopObservingIdle`.
  func observeIdle(isForQuiet: Bool = false, _ body: @escaping @Sendable () -> Void) -> Int {
    idle.add(isForQuiet: isForQuiet, body)
  }

  func stopObservingIdle(_ key: Int) { idle.remove(key) }

  /// Cancels all work. What is registered later, or not yet started, never starts.
  func close() {
    // What asks to be dispatched is passed over: its token is cancelled.
    _ = start(PendingWork(steps: change { $0.close() }))
  }
}

/// How much goes on in a store.
@usableFromInline
package struct WorkCounts: Equatable, Sendable {
  /// Tasks that run, commands that wait for their time, and actions on their way. Cancelled work does
  /// not count, except where the next part of a concatenation waits for its end.
  package var effects = 0
  /// Sources that have started and not ended.
  package var sources = 0
  /// How much of both goes on by itself, and does not wait for the store's clock.
  package var working = 0
  /// How much of the effects does.
  package var workingEffects = 0
}

/// What the running task is an effect of.
enum EffectContext {
  @TaskLocal static var storeID: ObjectIdentifier?
}

// What happens in tasks and on timers.
extension EffectRunner {
  private func change(_ body: (inout JobTable<Action>) -> Void) -> [Step<Action>] {
    table.withLock { table in
      body(&table)
      return table.takeSteps()
    }
  }

  private func perform(_ work: EffectWork<Action>, _ token: EffectToken, for job: JobID) {
    perform(work, token, for: job, stop: nil)
  }

  /// Does work in a task.
  /// - Parameter stop: What else ends when the work is stopped or has ended.
  func perform(
    _ work: EffectWork<Action>, _ token: EffectToken, for job: JobID,
    stop: (@Sendable () -> Void)?
  ) {
    let isWanted = table.withLock { $0.begin(job) }
    guard isWanted else {
      stop?()
      return
    }
    let task = Task.detached(priority: work.priority) {
      [weak self, deliver, report, dependencies, storeID] in
      await EffectContext.$storeID.withValue(storeID) {
        await work.perform(token, dependencies, deliver: deliver, report: report)
      }
      token.end()
      stop?()
      self?.end(job)
    }
    let end: @Sendable () -> Void = {
      task.cancel()
      stop?()
    }
    let isKnown = table.withLock { $0.set(end, of: job) }
    // Whoever cancelled it meanwhile could not stop a task that was not known.
    if !isKnown, token.isSilent && !token.hasEnded { end() }
  }

  private func wait(_ duration: Duration, for job: JobID) {
    guard table.withLock({ $0.jobs[job] != nil }) else { return }
    let timer = scheduler.schedule(after: duration) { [weak self] in self?.timeIsUp(for: job) }
    if !table.withLock({ $0.set({ timer.cancel() }, of: job) }) { timer.cancel() }
  }

  private func end(_ job: JobID) { carryOut(change { $0.end(job) }) }

  private func timeIsUp(for job: JobID) { carryOut(change { $0.timeIsUp(for: job) }) }

  /// Does what is to be done, outside any dispatch: actions are delivered from here.
  private func carryOut(_ steps: [Step<Action>]) {
    var actions = start(PendingWork(steps: steps))
    var index = 0
    while index < actions.count {
      let item = actions[index]
      index += 1
      if !item.token.isSilent { deliver(item.action, item.token, item.site) }
      guard let next = item.next else { continue }
      let more = start(next)
      // No recursion, and no heap of what is done: a concatenation may be of any length.
      if index == actions.count { (actions, index) = (more, 0) } else { actions += more }
    }
  }
}

// Thunks: work that is started from outside a reducer, and awaited by who started it.
extension EffectRunner {
  /// Starts work in a task of its own.
  /// - Parameters:
  ///   - parent: The version of the commit that led to it.
  ///   - operation: The work. What it dispatches comes with the token.
  /// - Returns: The task. When it is cancelled, so is the token.
  func startThunk(
    parent: UInt64?, _ operation: @escaping @Sendable (EffectToken) async throws -> Void
  ) -> Task<Void, any Error> {
    let (job, token): (JobID, EffectToken) = table.withLock { table in
      table.version = parent
      let job = table.add(.running(nil), in: .init())
      let token = table.jobs[job]?.token ?? table.root
      // What is started after the end is cancelled from the start.
      if table.isClosed { token.cancel() }
      return (job, token)
    }
    let task = Task { [weak self, storeID] in
      defer { self?.end(job) }
      try await EffectContext.$storeID.withValue(storeID) {
        // The token, and not `Task.isCancelled`, because a context may be used outside its own task.
        try await withTaskCancellationHandler {
          try Task.checkCancellation()
          try await operation(token)
        } onCancel: {
          token.cancel()
        }
      }
    }
    let isKnown = table.withLock { $0.set({ task.cancel() }, of: job) }
    if !isKnown || token.isSilent { if token.isSilent { task.cancel() } }
    return task
  }
}
