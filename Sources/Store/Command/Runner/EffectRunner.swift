import Synchronization

/// Runs the effects of one store: commands, sources and thunks.
///
/// A command is handled in two steps. `register` makes all decisions that depend on order, under
/// the store's lock. `start` runs slow code and the program's code, without the lock. Between the
/// two, another thread may cancel the registered work, which then does not start.
///
/// Lock order: the store's lock, then the runner's, then the child tracker's. Under the runner's
/// lock, the only code of the program that runs is hashing, equality and descriptions of ids; under
/// the tracker's lock, also the check whether a child exists.
///
/// Work ends with the runner: by `close()`, or when the runner is released. Tasks and timers do not
/// retain the runner.
@usableFromInline
final class EffectRunner<Action: Sendable>: AwaitableWork {
  typealias Deliver = @Sendable (Action, EffectToken, CallSite?) -> Void
  typealias Report = @Sendable (StoreIssue) -> Void

  @usableFromInline let scheduler: any Scheduler
  let dependencies: Dependencies
  let deliver: Deliver
  let report: Report
  private let table: Guarded<JobTable<Action>>
  private let idle = ObserverList<@Sendable () -> Void>()
  @usableFromInline let tracker: ChildTracker
  /// The store's identity, by which `finish()` detects that an effect of this store calls it.
  private let storeID: ObjectIdentifier?

  /// - Parameters:
  ///   - dependencies: The dependencies of effects. A clock that is also a `Scheduler` starts
  ///     delayed work itself. With another clock, a task sleeps for each delay.
  ///   - storeID: Identifies the store.
  ///   - deliver: Dispatches the actions of work. Called on any thread, without a lock.
  ///   - report: Receives the issues of the work, such as an error that no `catch` handles. Called
  ///     on any thread, without a lock.
  init(
    dependencies: Dependencies, storeID: ObjectIdentifier? = nil, deliver: @escaping Deliver,
    report: @escaping Report
  ) {
    let table = JobTable<Action>()
    tracker = table.tracker
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

  /// Registers a command, in the order of commits.
  ///
  /// The caller must hold the store's lock. When the call returns, the command's cancellations are
  /// done, and its work can be cancelled. The call starts nothing.
  /// - Parameters:
  ///   - version: The version of the commit that caused the command; nil for none.
  ///   - origin: The number of the dispatch from outside that led to the command (see
  ///     `EffectToken.origin`); 0 for a new number.
  /// - Returns: The work to start after the lock is released.
  @usableFromInline
  func register(
    _ command: Command<Action>, version: UInt64?, origin: UInt64
  ) -> PendingWork<Action> {
    var own = origin
    let steps = change { table in
      own = table.begin(version, origin)
      guard let tree = command.tree else { return }
      table.register(tree)
      // The captures of the program's closures must not be released under a lock.
      table.steps.append(.release([tree]))
    }
    return PendingWork(steps: steps, origin: own)
  }

  /// Whether any work belongs to children that may be removed.
  @inlinable var needsChildCheck: Bool { tracker.needsCheck.load(ordering: .relaxed) }

  /// Cancels the work of children that are no longer in the state. The caller must hold the store's
  /// lock.
  /// - Returns: The steps that stop the tasks and timers of that work. The caller passes them to
  ///   `start(_:)` after the lock is released.
  @usableFromInline
  func endWorkOfAbsentChildren(in state: UnsafeRawPointer) -> [Step<Action>] {
    let absent = tracker.absent(in: state)
    return absent.isEmpty ? [] : change { $0.endWork(of: absent) }
  }

  // MARK: Without a lock

  /// Starts tasks and timers, stops the tasks and timers of cancelled work, and reports issues.
  ///
  /// The caller must pass each step once, without holding a lock.
  /// - Returns: The actions to dispatch now, in order.
  @usableFromInline
  func start(_ steps: [Step<Action>]) -> [ImmediateAction<Action>] {
    var actions: [ImmediateAction<Action>] = []
    for step in steps {
      switch step {
      case .dispatch(let action): actions.append(action)
      case .perform(let work, let job): perform(work, for: job)
      case .begin(let start, let job): begin(start, for: job)
      case .tick(let timer, let job):
        scheduleTick(timer, from: scheduler.elapsed, after: 0, for: job)
      case .wait(let duration, let job): wait(duration, for: job)
      case .call(let body): body()
      case .report(let issue): report(issue)
      case .release: break
      case .reportIdle: for body in idle.all { body() }
      }
    }
    return actions
  }

  /// Ends the job of an action that was dispatched, or skipped because its work was cancelled.
  /// - Returns: The actions to dispatch next.
  func endJob(of action: ImmediateAction<Action>) -> [ImmediateAction<Action>] {
    guard let job = action.job else { return [] }
    return start(change { $0.end(job) })
  }

  /// Registers the sources that the previous state did not require, and cancels the sources that
  /// are no longer required.
  ///
  /// A cancelled source sends nothing after this call. The caller must hold the store's lock.
  /// - Parameters:
  ///   - wanted: All sources that must run. Of two sources with the same id, only the first one
  ///     runs.
  ///   - version: The version of the state that requires these sources. No commit has version 0.
  /// - Returns: The work to start and stop after the lock is released.
  /// - Complexity: O(*n*) in the number of sources.
  @usableFromInline
  func updateSources(_ wanted: [ActionSource<Action>], version: UInt64) -> [Step<Action>] {
    change { table in
      _ = table.begin(version == 0 ? nil : version, 0)
      table.updateSources(wanted)
    }
  }

  /// Returns when no work of an origin (see `EffectToken.origin`) is running or waiting, or when
  /// the calling task is cancelled.
  @usableFromInline
  func ended(_ origin: UInt64) async {
    let waiter = Identity()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // A cancellation that came before `wait` found no continuation to resume.
        _ = start(
          change {
            $0.wait(for: origin, waiter, continuation)
            if Task.isCancelled { $0.stopWaiting(for: origin, waiter) }
          })
      }
    } onCancel: {
      _ = start(change { $0.stopWaiting(for: origin, waiter) })
    }
  }

  /// Cancels the running and waiting work of an origin.
  @usableFromInline
  func cancel(_ origin: UInt64) { applyAndDeliver { $0.cancelWork(of: origin) } }

  /// The amount of current work.
  /// - Complexity: O(*n*) in the amount of work.
  var counts: WorkCounts { table.withLock { $0.counts } }

  /// The number of entries in the runner's tables. It is 0 if no work runs or waits, no throttle's
  /// interval is open, and the state requires no source.
  var tableSize: Int { table.withLock { $0.size } }

  /// Calls a body each time that the last working effect has ended or begun to wait for the clock.
  /// Delayed effects may still be waiting.
  ///
  /// By then, the actions of the ended work have been delivered. The runner calls the body on any
  /// thread, without a lock. New work may have started meanwhile, and the runner may call the body
  /// once too often.
  func observeIdle(_ body: @escaping @Sendable () -> Void) -> Subscription { idle.add(body) }

  /// Cancels all work. Work that is registered later, or that has not started, never starts.
  func close() {
    // `start` returns no actions here, because closing the table registers none.
    _ = start(change { $0.close() })
  }

  // MARK: Tasks and timers

  /// Stores the function that stops a job.
  /// - Returns: False if the job has ended, or was cancelled meanwhile.
  private func setStop(_ stop: @escaping @Sendable () -> Void, for job: Job<Action>) -> Bool {
    table.withLock { $0.set(stop, of: job) }
  }

  private func perform(_ work: EffectWork<Action>, for job: Job<Action>) {
    guard table.withLock({ $0.begin(job) }) else { return }
    let (token, opened, context) = (job.token, work.open(), context(of: job))
    let task = Task.detached(priority: work.priority) {
      [weak self, deliver, report, dependencies] in
      await EffectContext.$current.withValue(context) {
        await work.perform(
          opened.operation, token, dependencies, deliver: deliver, report: report)
      }
      token.end()
      opened.stop()
      self?.applyAndDeliver { $0.end(job) }
    }
    let end: @Sendable () -> Void = {
      task.cancel()
      opened.stop()
    }
    // A cancellation that happened meanwhile could not stop this work, because `end` was not stored
    // yet.
    if !setStop(end, for: job), token.dropsActions, !token.hasEnded { end() }
  }

  private func begin(_ start: ThunkStart, for job: Job<Action>) {
    guard table.withLock({ $0.begin(job) }) else { return }
    // `start` creates a task, which inherits the context.
    let cancel = EffectContext.$current.withValue(context(of: job)) {
      start(job.token) { [weak self] in self?.applyAndDeliver { $0.end(job) } }
    }
    // A cancellation that happened meanwhile could not stop this task, because `cancel` was not
    // stored yet.
    if !setStop(cancel, for: job), job.token.dropsActions { cancel() }
  }

  private func context(of job: Job<Action>) -> EffectContext {
    EffectContext(storeID: storeID) { [weak self] change in
      self?.applyAndDeliver { $0.changePauses(of: job, by: change) }
    }
  }

  private func wait(_ duration: Duration, for job: Job<Action>) {
    let timer = scheduler.schedule(after: duration) { [weak self] in
      self?.applyAndDeliver { $0.timeIsUp(for: job) }
    }
    if !setStop({ timer.cancel() }, for: job) { timer.cancel() }
  }

  /// Schedules a timer's first tick that comes after the tick `last` and is still in the future.
  private func scheduleTick(
    _ timer: ActionSource<Action>.Timer, from start: Duration, after last: Int,
    for job: Job<Action>
  ) {
    if job.token.dropsActions { return }
    let ticks = (scheduler.elapsed - start) / timer.interval
    let next = max(last, ticks < 0x1p62 ? Int(ticks) : 1 << 62) + 1
    let due = start + timer.interval * next
    let wait = scheduler.schedule(after: due - scheduler.elapsed) { [weak self] in
      guard let self, !job.token.dropsActions else { return }
      deliver(timer.makeAction(dependencies), job.token, timer.site)
      // This call does nothing if the action stopped the timer.
      scheduleTick(timer, from: start, after: next, for: job)
    }
    if !setStop({ wait.cancel() }, for: job) { wait.cancel() }
  }

  /// Changes the table outside of a dispatch, and delivers the resulting actions.
  private func applyAndDeliver(_ body: (inout JobTable<Action>) -> Void) {
    var queue = ArraySlice(start(change(body)))
    while let item = queue.popFirst() {
      if !item.token.dropsActions { deliver(item.action, item.token, item.site) }
      queue += endJob(of: item)
    }
  }
}

/// The amount of current work in a store.
@usableFromInline
package struct WorkCounts: Equatable, Sendable {
  /// The number of running tasks, of delayed and throttled commands, and of commands' actions while
  /// they are dispatched, unless such an action is in no group and has no id. Cancelled work does
  /// not count, unless the next part of a concatenation waits for its end.
  package var effects = 0
  /// Sources that have started and have not ended.
  package var sources = 0
  /// The number of effects and sources that do not wait for the store's clock.
  package var working = 0
  /// The number of effects that do not wait for the store's clock.
  package var workingEffects = 0
}

/// The effect that a task runs.
struct EffectContext: Sendable {
  @TaskLocal static var current: EffectContext?

  let storeID: ObjectIdentifier?
  /// Adds to `Job.pauses` of the effect.
  let changePauses: @Sendable (Int) -> Void
}
