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
final class EffectRunner<Action: Sendable>: EndedWork {
  typealias Deliver = @Sendable (Action, EffectToken, CallSite?) -> Void
  typealias Report = @Sendable (StoreIssue) -> Void

  @usableFromInline let scheduler: any Scheduler
  let dependencies: Dependencies
  let deliver: Deliver
  let report: Report
  private let table: Guarded<JobTable<Action>>
  private let idle = ObserverList<@Sendable () -> Void>()
  @usableFromInline let places: EffectPlaces
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
    let table = JobTable<Action>()
    places = table.places
    self.table = Guarded(table)
    self.dependencies = dependencies
    self.storeID = storeID
    scheduler = dependencies.clock.scheduler
    self.deliver = deliver
    self.report = report
  }

  deinit { close() }

  // MARK: Under the store's lock

  private func change(_ body: (inout JobTable<Action>) -> Void) -> [Step<Action>] {
    table.withLock { table in
      body(&table)
      return table.takeSteps()
    }
  }

  /// Enters a command in the order of commits.
  ///
  /// To be called under the store's lock. Work that the command cancels is cancelled when this
  /// returns; work that it wants can be cancelled from then on. Nothing is started.
  /// - Parameters:
  ///   - version: Of the commit that asks for it; nil for what comes from outside.
  ///   - origin: Of the work that leads to it; 0 for what comes from outside.
  /// - Returns: What to start when the lock has been given back.
  @usableFromInline
  func register(
    _ command: Command<Action>, version: UInt64?, origin: UInt64
  ) -> PendingWork<Action> {
    var own = origin
    let steps = change { table in
      own = table.begin(version, origin)
      guard let tree = command.tree else { return }
      table.register(tree, in: .init())
      // What the program's closures hold is not released under a lock.
      table.steps.append(.forget([tree]))
    }
    return PendingWork(steps: steps, origin: own)
  }

  /// Whether work belongs to children that may go.
  @inlinable var hasPlaces: Bool { places.mustLook.load(ordering: .relaxed) }

  /// Ends the work of children that are not there. To be called under the store's lock.
  /// - Returns: What to stop when the lock has been given back.
  @usableFromInline
  func endWorkOfAbsentChildren(in state: UnsafeRawPointer) -> [Step<Action>] {
    let absent = places.absent(in: state)
    return absent.isEmpty ? [] : change { $0.endWork(of: absent) }
  }

  // MARK: Without a lock

  /// Starts tasks and timers, stops those of cancelled work, and reports.
  ///
  /// To be called without a lock, once.
  /// - Returns: The actions to dispatch now, in order.
  @usableFromInline
  func start(_ steps: [Step<Action>]) -> [ImmediateAction<Action>] {
    var actions: [ImmediateAction<Action>] = []
    for step in steps {
      switch step {
      case .dispatch(let action): actions.append(action)
      case .perform(let work, let job): perform(work, for: job)
      case .begin(let start, let job): begin(start, for: job)
      case .tick(let timer, let job): tick(timer, from: scheduler.elapsed, after: 0, for: job)
      case .wait(let duration, let job): wait(duration, for: job)
      case .call(let body): body()
      case .report(let issue): report(issue)
      case .forget: break
      case .tellIdle: for body in idle.all { body() }
      }
    }
    return actions
  }

  /// What is to be done when an action has been dispatched, or passed over.
  /// - Returns: The actions to dispatch then.
  func finish(_ action: ImmediateAction<Action>) -> [ImmediateAction<Action>] {
    guard let job = action.job else { return [] }
    return start(change { $0.end(job) })
  }

  /// Starts what appeared and stops what went since the last call.
  ///
  /// What went is cancelled before anything is started, and sends nothing from then on. To be
  /// called without a lock, one call at a time.
  /// - Parameters:
  ///   - wanted: All sources that are to run; of two with the same id the first.
  ///   - version: Of the state that wants them.
  /// - Complexity: O(*n*) in the number of sources.
  func updateSources(_ wanted: [ActionSource<Action>], version: UInt64) {
    let steps = change { table in
      _ = table.begin(version, 0)
      table.updateSources(wanted)
    }
    _ = start(steps)
  }

  /// Returns when no work of an origin goes on any more, or waits for its time.
  @usableFromInline
  func ended(_ origin: UInt64) async {
    await withCheckedContinuation { continuation in
      _ = start(change { $0.waiters.append((origin, continuation)) })
    }
  }

  /// How much goes on.
  /// - Complexity: O(*n*) in the amount of work.
  var counts: WorkCounts { table.withLock { $0.counts } }

  /// How much the runner remembers: nothing, when nothing runs and no throttle's interval is open.
  var tableSize: Int { table.withLock { $0.size } }

  /// Calls a body each time that no effect goes on any more, or all that is left wait for their time.
  ///
  /// The actions of the work that ended have been delivered then. The body is called on any thread,
  /// without a lock; work may have begun again meanwhile, and it may be called once too often.
  func observeIdle(_ body: @escaping @Sendable () -> Void) -> Subscription { idle.add(body) }

  /// Cancels all work. What is registered later, or not yet started, never starts.
  func close() {
    // What asks to be dispatched is passed over: its token is cancelled.
    _ = start(change { $0.close() })
  }

  // MARK: Tasks and timers

  /// Notes what stops a job.
  /// - Returns: False if the job has ended, or was cancelled meanwhile.
  private func note(_ stop: @escaping @Sendable () -> Void, for job: Job<Action>) -> Bool {
    table.withLock { $0.set(stop, of: job) }
  }

  private func perform(_ work: EffectWork<Action>, for job: Job<Action>) {
    guard table.withLock({ $0.begin(job) }) else { return }
    let (token, opened) = (job.token, work.open())
    let task = Task.detached(priority: work.priority) {
      [weak self, deliver, report, dependencies, storeID] in
      await EffectContext.$storeID.withValue(storeID) {
        await work.perform(
          opened.operation, token, dependencies, deliver: deliver, report: report)
      }
      token.end()
      opened.stop()
      self?.carryOut { $0.end(job) }
    }
    let end: @Sendable () -> Void = {
      task.cancel()
      opened.stop()
    }
    // Whoever cancelled it meanwhile could not stop a task that was not known.
    if !note(end, for: job), token.isSilent, !token.hasEnded { end() }
  }

  private func begin(_ start: ThunkStart, for job: Job<Action>) {
    guard table.withLock({ $0.begin(job) }) else { return }
    // The task inherits whose effect it is.
    let cancel = EffectContext.$storeID.withValue(storeID) {
      start(job.token) { [weak self] in self?.carryOut { $0.end(job) } }
    }
    // Whoever cancelled it meanwhile could not cancel a task that was not known.
    if !note(cancel, for: job), job.token.isSilent { cancel() }
  }

  private func wait(_ duration: Duration, for job: Job<Action>) {
    let timer = scheduler.schedule(after: duration) { [weak self] in
      self?.carryOut { $0.timeIsUp(for: job) }
    }
    if !note({ timer.cancel() }, for: job) { timer.cancel() }
  }

  /// Waits for the first tick of a timer after another that is not already past.
  private func tick(
    _ timer: ActionSource<Action>.Timer, from start: Duration, after last: Int,
    for job: Job<Action>
  ) {
    if job.token.isSilent { return }
    let passed = (scheduler.elapsed - start) / timer.interval
    let next = max(last, passed < 0x1p62 ? Int(passed) : 1 << 62) + 1
    let due = start + timer.interval * next
    let wait = scheduler.schedule(after: due - scheduler.elapsed) { [weak self] in
      guard let self, !job.token.isSilent else { return }
      deliver(timer.makeAction(), job.token, timer.site)
      // The action may have been the end of its own timer.
      tick(timer, from: start, after: next, for: job)
    }
    if !note({ wait.cancel() }, for: job) { wait.cancel() }
  }

  /// Changes the table outside any dispatch: actions are delivered from here.
  private func carryOut(_ body: (inout JobTable<Action>) -> Void) {
    var queue = ArraySlice(start(change(body)))
    while let item = queue.popFirst() {
      if !item.token.isSilent { deliver(item.action, item.token, item.site) }
      queue += finish(item)
    }
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

/// Finds a child in a state; calls the body only if it is there.
@usableFromInline
package typealias PartFinder =
  @Sendable (_ whole: UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
