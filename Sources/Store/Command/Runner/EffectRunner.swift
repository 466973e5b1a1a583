/// Runs the commands of one store.
///
/// A command is taken in two steps. `enlist` decides all that depends on order, under the store's
/// lock; `start` does what is slow, or the program's, outside it. In between another thread may
/// cancel what is enlisted: then it is not started.
///
/// Lock order: the store's, then the runner's. Nothing of the program's is called under the
/// runner's lock except hashing and equality of ids.
///
/// Work ends with the runner: by `close()`, or when the runner is released. No task and no timer
/// keeps it.
@usableFromInline
final class CommandRunner<Action: Sendable>: Sendable {
  typealias Deliver = @Sendable (Action, EffectToken, CallSite?) -> Void
  typealias Report = @Sendable (StoreIssue) -> Void

  private let scheduler: any Scheduler
  private let deliver: Deliver
  private let report: Report
  private let table = Guarded(JobTable<Action>())
  private let idle = IdleObservers()

  /// - Parameters:
  ///   - clock: Time. One that is a `Scheduler` itself starts what falls due when it wants to;
  ///     another is slept on.
  ///   - deliver: Dispatches what work sends. Called on any thread, without a lock.
  ///   - report: Takes the errors that nobody catches. Called as `deliver` is.
  init(clock: any Clock<Duration>, deliver: @escaping Deliver, report: @escaping Report) {
    scheduler = clock.scheduler
    self.deliver = deliver
    self.report = report
  }

  deinit { close() }

  /// Enters a command in the order of commits.
  ///
  /// To be called under the store's lock. Work that the command cancels is cancelled when this
  /// returns; work that it wants can be cancelled from then on. Nothing is started.
  /// - Returns: What to start when the lock has been given back.
  @usableFromInline
  func enlist(_ command: Command<Action>) -> Enlisted<Action> {
    guard let tree = command.tree else { return Enlisted() }
    let steps = table.withLock { table in
      table.enlist(tree, in: .init())
      return table.takeSteps()
    }
    return Enlisted(steps: steps, tree: tree)
  }

  /// Starts tasks and timers, stops those of cancelled work, and reports.
  ///
  /// To be called without a lock, once.
  /// - Returns: The actions to dispatch now, in order.
  @usableFromInline
  func start(_ enlisted: Enlisted<Action>) -> [Immediate<Action>] {
    var actions: [Immediate<Action>] = []
    var steps = enlisted.steps
    while !steps.isEmpty {
      var more: [Step<Action>] = []
      for step in steps {
        switch step {
        case .dispatch(let action, let token, let site, let job):
          let next = job.map { Enlisted<Action>(steps: [.end($0)]) }
          actions.append(Immediate(action: action, token: token, site: site, next: next))
        case .end(let job): more += change { $0.end(job) }
        case .perform(let work, let token, let job): perform(work, token, for: job)
        case .wait(let duration, let job): wait(duration, for: job)
        case .stopTask(let task): task.cancel()
        case .stopTimer(let timer): timer.cancel()
        case .report(let issue): report(issue)
        case .forget: break
        case .tellIdle: if runningCount == 0 { idle.tell() }
        }
      }
      steps = more
    }
    return actions
  }

  /// How much work has not ended: tasks that run, commands that wait for their time, and actions on
  /// their way.
  ///
  /// Cancelled work does not count, except where the next part of a concatenation waits for its
  /// end.
  var runningCount: Int { table.withLock { $0.runningCount } }

  /// How much of that goes on by itself, and does not wait for its time.
  /// - Complexity: O(*n*) in the amount of work.
  var workingCount: Int { table.withLock { $0.jobs.values.count { $0.isWorking } } }

  /// How much the runner remembers: nothing, when nothing runs and no throttle's interval is open.
  var tableSize: Int {
    table.withLock { $0.jobs.count + $0.groups.count + $0.intervals.count + $0.steps.count }
  }

  /// Calls a body each time that `runningCount` has fallen to zero.
  ///
  /// The actions of the work that ended have been delivered then. The body is called on any thread,
  /// without a lock; work may have begun again meanwhile, and it may be called once too often.
  /// - Returns: What ends this, given to `stopObservingIdle`.
  func observeIdle(_ body: @escaping @Sendable () -> Void) -> Int { idle.add(body) }

  func stopObservingIdle(_ key: Int) { idle.remove(key) }

  /// Cancels all work. What is enlisted later, or not yet started, never starts.
  func close() {
    // What asks to be dispatched is passed over: its token is cancelled.
    _ = start(Enlisted(steps: change { $0.close() }))
  }
}

// What happens in tasks and on timers.
extension CommandRunner {
  private func change(_ body: (inout JobTable<Action>) -> Void) -> [Step<Action>] {
    table.withLock { table in
      body(&table)
      return table.takeSteps()
    }
  }

  private func perform(_ work: EffectWork<Action>, _ token: EffectToken, for job: JobID) {
    let isWanted = table.withLock { table in
      guard case .enlisted = table.jobs[job]?.phase else { return false }
      table.setPhase(.running(nil), of: job)
      return true
    }
    guard isWanted else { return }
    let task = Task.detached(priority: work.priority) { [weak self, deliver, report] in
      await work.perform(token, deliver: deliver, report: report)
      token.end()
      self?.end(job)
    }
    table.withLock { table in
      guard case .running = table.jobs[job]?.phase else { return }
      table.setPhase(.running(task), of: job)
    }
    // Whoever cancelled it meanwhile could not stop a task that was not known.
    if token.isSilent && !token.hasEnded { task.cancel() }
  }

  private func wait(_ duration: Duration, for job: JobID) {
    guard table.withLock({ $0.jobs[job] != nil }) else { return }
    let timer = scheduler.schedule(after: duration) { [weak self] in self?.timeIsUp(for: job) }
    let isWanted = table.withLock { table in
      switch table.jobs[job]?.phase {
      case .waiting:
        table.setPhase(.waiting(timer), of: job)
        return true
      case .interval(var interval):
        interval.timer = timer
        table.setPhase(.interval(interval), of: job)
        return true
      default: return false
      }
    }
    if !isWanted { timer.cancel() }
  }

  private func end(_ job: JobID) { carryOut(change { $0.end(job) }) }

  private func timeIsUp(for job: JobID) { carryOut(change { $0.timeIsUp(for: job) }) }

  /// Does what is to be done, outside any dispatch: actions are delivered from here.
  private func carryOut(_ steps: [Step<Action>]) {
    var actions = start(Enlisted(steps: steps))
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
