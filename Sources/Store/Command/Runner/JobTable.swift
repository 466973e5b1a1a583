/// All jobs of a runner, and the steps to perform for them outside its lock.
///
/// The table makes all decisions that depend on order. It starts nothing, and calls no code of the
/// program except hashing, equality and descriptions of ids.
struct JobTable<Action: Sendable>: Sendable {
  /// The parent job and the path of a command that is being registered.
  struct JobScope: Sendable {
    var parent: Job<Action>?
    var path = ScopePath.state
    /// The paths under which a cancellation finds the command's jobs.
    var names: [ScopePath] = []
    /// The number of the command: see `Job.command`.
    var command = 0
    /// Whether the names in the command were registered when it began to wait.
    var isDeclared = false

    init(path: ScopePath = .state, names: [ScopePath] = [], command: Int = 0) {
      (self.path, self.names, self.command) = (path, names, command)
    }

    /// The scope of the commands that start in a job.
    init(in job: Job<Action>, isDeclared: Bool) {
      (parent, path, command) = (job, job.scope, job.command)
      self.isDeclared = isDeclared
    }

    func named(_ path: ScopePath) -> JobScope {
      var scope = self
      // A nested use of the same name has no effect.
      if !scope.names.contains(path) { scope.names.append(path) }
      return scope
    }
  }

  private(set) var jobs: [Int: Job<Action>] = [:]
  var groups: [ScopePath: [Int: Job<Action>]] = [:]
  /// The open intervals of throttles.
  var intervals: [ScopePath: Job<Action>] = [:]
  private var sources: [ScopePath: Job<Action>] = [:]
  /// The sources that the last state required, with duplicates.
  private var requiredSources: [ScopePath] = []
  /// The ids of duplicate sources that were already reported.
  private var duplicateSources: Set<ScopePath> = []
  /// The children whose commands are being registered, outermost first.
  var registeredChildren: [ScopePath] = []
  /// The children that have work and may be removed.
  let tracker = ChildTracker()
  /// The version of the commit whose command is being registered.
  private(set) var version: UInt64?
  private var origin: UInt64 = 0
  private var lastOrigin: UInt64 = 0
  /// The work of each origin (see `EffectToken.origin`). An origin has an entry while it has work
  /// or is awaited.
  private var origins: [UInt64: OriginWork] = [:]
  /// The origins whose last job may have ended since the last `takeSteps`.
  private var endedOrigins: [UInt64] = []
  /// The steps to perform outside the lock, in order.
  var steps: [Step<Action>] = []
  /// The number of effects that do not wait for the clock.
  private var workingCount = 0
  private(set) var isClosed = false
  private var lastNumber = 0
  private var lastCommand = 0
  private var isIdleReported = true

  /// The container of the tokens of actions that belong to no job. It is cancelled when the runner
  /// closes; the jobs are cancelled separately.
  private let root = EffectToken(EffectID(0, .state), parent: nil, origin: 0)

  /// Sets the version and the origin of the commands that are registered next.
  /// - Parameter origin: The origin of the commands; 0 for a new one.
  /// - Returns: The origin of the commands.
  mutating func begin(_ version: UInt64?, _ origin: UInt64) -> UInt64 {
    if origin == 0 { lastOrigin += 1 }
    (self.version, self.origin) = (version, origin == 0 ? lastOrigin : origin)
    return self.origin
  }

  /// Registers the command of a commit, with a new command number.
  mutating func register(_ tree: CommandTree<Action>) {
    lastCommand += 1
    register(tree, in: JobScope(command: lastCommand))
  }

  mutating func newToken(in scope: JobScope, of whole: EffectToken? = nil) -> EffectToken {
    lastNumber += 1
    let outer = scope.parent?.token
    // A part of a named command without a name of its own has that command's name.
    let path = scope.names.last ?? outer?.effect.path ?? scope.path
    return EffectToken(
      EffectID(lastNumber, path), parent: outer?.parent ?? version,
      origin: outer?.origin ?? origin, of: whole)
  }

  /// Makes a token for an action that belongs to no job.
  mutating func plainToken(in scope: JobScope) -> EffectToken { newToken(in: scope, of: root) }

  mutating func takeSteps() -> [Step<Action>] {
    for origin in endedOrigins where origins[origin]?.jobs.isEmpty == true {
      for waiter in (origins.removeValue(forKey: origin)?.waiters ?? [:]).values {
        steps.append(.call { waiter.resume() })
      }
    }
    endedOrigins.removeAll()
    if workingCount == 0, !isIdleReported { steps.append(.reportIdle) }
    isIdleReported = workingCount == 0
    defer { steps = [] }
    return steps
  }

  // MARK: Origins

  /// The effects of one origin that have not ended, and the tasks that wait until they have ended.
  private struct OriginWork: Sendable {
    var jobs: [Int: Job<Action>] = [:]
    var waiters: [Identity: CheckedContinuation<Void, Never>] = [:]
  }

  /// Resumes a task when no effect of an origin is left.
  mutating func wait(
    for origin: UInt64, _ waiter: Identity, _ continuation: CheckedContinuation<Void, Never>
  ) {
    origins[origin, default: OriginWork()].waiters[waiter] = continuation
    endedOrigins.append(origin)
  }

  /// Resumes a waiting task now.
  mutating func stopWaiting(for origin: UInt64, _ waiter: Identity) {
    guard let continuation = origins[origin]?.waiters.removeValue(forKey: waiter) else { return }
    steps.append(.call { continuation.resume() })
    endedOrigins.append(origin)
  }

  /// Cancels the effects of an origin, with the groups that contain them, so that no later part of
  /// a sequence starts.
  mutating func cancelWork(of origin: UInt64) {
    var whole: [Int: Job<Action>] = [:]
    for var job in (origins[origin]?.jobs ?? [:]).values {
      while let parent = job.parent { job = parent }
      whole[job.number] = job
    }
    cancel(whole)
  }

  // MARK: Jobs

  mutating func add(
    _ phase: Job<Action>.Phase, in scope: JobScope, rest: [CommandTree<Action>] = [],
    isSource: Bool = false
  ) -> Job<Action> {
    let token = newToken(in: scope)
    let job = Job(
      lastNumber, phase, token, command: scope.command, parent: scope.parent, paths: scope.names,
      scope: scope.path, isSource: isSource, rest: [])
    count(job, 1)
    jobs[job.number] = job
    for path in scope.names { groups[path, default: [:]][job.number] = job }
    if phase == .declared {
      job.parent?.declared[job.number] = job
    } else {
      job.parent?.children[job.number] = job
    }
    job.rest = rest.map { tree in
      if !tree.hasNames { return tree }
      if !scope.isDeclared { return declared(tree, in: JobScope(in: job, isDeclared: false)) }
      adopt(tree, by: job)
      return tree
    }
    return job
  }

  /// Whether child jobs can be added to a job: it is in the table and was not cancelled. For nil,
  /// whether jobs without a parent can be added.
  func isOpen(_ job: Job<Action>?) -> Bool {
    guard let job else { return !isClosed }
    return job.phase != .removed && !job.token.dropsActions
  }

  mutating func setPhase(_ phase: Job<Action>.Phase, of job: Job<Action>) {
    count(job, -1)
    job.phase = phase
    count(job, 1)
  }

  /// Changes the number of a job's waits for the clock.
  ///
  /// The timer of a wait may fire before the wait is reported, so the number may be negative.
  mutating func changePauses(of job: Job<Action>, by change: Int) {
    let wasWorking = job.isWorking
    job.pauses += change
    if job.isSource || !job.isCounted || job.isWorking == wasWorking { return }
    workingCount += wasWorking ? -1 : 1
    isIdleReported = false
  }

  /// Marks the work of a job as started.
  /// - Returns: False if the job was cancelled or has ended.
  mutating func begin(_ job: Job<Action>) -> Bool {
    if job.phase != .registered { return false }
    setPhase(.running, of: job)
    return true
  }

  /// Stores the function that stops a job.
  /// - Returns: False if the job was cancelled or has ended.
  func set(_ stop: @escaping @Sendable () -> Void, of job: Job<Action>) -> Bool {
    guard isOpen(job), job.phase != .ended else { return false }
    job.stop = stop
    return true
  }

  /// Ends a job that has nothing left to do, and continues the jobs that waited for it.
  mutating func end(_ job: Job<Action>) {
    if job.phase == .removed { return }
    if job.isSource { return setPhase(.ended, of: job) }
    remove(job)
    if let parent = job.parent { proceed(parent) }
  }

  /// Starts the next part of a container after the previous part has ended, or ends the container
  /// if there is no next part.
  mutating func proceed(_ job: Job<Action>) {
    while job.phase == .container, job.children.isEmpty, !job.isBeginning {
      guard let next = job.rest.popLast() else { return end(job) }
      job.isBeginning = true
      register(next, in: JobScope(in: job, isDeclared: true))
      job.isBeginning = false
      // This may be the last reference to the program's closures, which must be released without
      // the lock.
      steps.append(.release([next]))
    }
  }

  /// Removes a job from the table. Its child jobs stay in the table.
  mutating func remove(_ job: Job<Action>) {
    if job.phase == .removed { return }
    setPhase(.removed, of: job)
    jobs[job.number] = nil
    release(job)
    job.parent?.children[job.number] = nil
    job.parent?.declared[job.number] = nil
  }

  /// Removes a job from its groups, so that no cancellation finds it, and drops the commands in
  /// `rest`.
  mutating func release(_ job: Job<Action>) {
    for path in job.paths {
      groups[path]?[job.number] = nil
      if groups[path]?.isEmpty == true {
        groups[path] = nil
        // A command of this child may be ending the child's last work before it starts new work, so
        // the tracker keeps the child.
        if !registeredChildren.contains(path) { tracker.remove(path) }
      }
    }
    job.paths = []
    for part in job.declared.values { remove(part) }
    if !job.rest.isEmpty { steps.append(.release(job.rest)) }
    job.rest = []
  }

  private mutating func count(_ job: Job<Action>, _ change: Int) {
    if job.isSource || !job.isCounted { return }
    let origin = job.token.origin
    origins[origin, default: OriginWork()].jobs[job.number] = change > 0 ? job : nil
    if change < 0 { endedOrigins.append(origin) }
    if job.isWorking { workingCount += change }
    // The next `takeSteps` reports idleness again, even if the work starts and ends before it.
    isIdleReported = false
  }

  var counts: WorkCounts {
    var counts = WorkCounts()
    for job in jobs.values where job.isCounted {
      if job.isSource { counts.sources += 1 } else { counts.effects += 1 }
      if job.isWorking {
        counts.working += 1
        if !job.isSource { counts.workingEffects += 1 }
      }
    }
    return counts
  }

  var size: Int {
    jobs.count + groups.count + intervals.count + origins.count + steps.count + tracker.count
  }

  /// Cancels all jobs. No command can be registered after that.
  mutating func close() {
    isClosed = true
    root.cancel()
    for (_, job) in jobs.sorted(by: { $0.key < $1.key }) { cancelNow(job) }
    sources = [:]
    tracker.removeAll()
  }

  // MARK: Sources

  mutating func updateSources(_ wanted: [ActionSource<Action>]) {
    // This is a loop, because a closure would not be specialised, and the function runs at each
    // commit.
    var isSame = requiredSources.count == wanted.count
    for index in wanted.indices where isSame {
      isSame = requiredSources[index] == wanted[index].id
    }
    if isSame || isClosed { return }
    requiredSources = wanted.map(\.id)
    var (ids, duplicates): (Set<ScopePath>, Set<ScopePath>) = ([], [])
    for source in wanted where !ids.insert(source.id).inserted {
      let isNew = duplicates.insert(source.id).inserted && !duplicateSources.contains(source.id)
      if isNew { steps.append(.report(.duplicateSource(id: "\(source.id)"))) }
    }
    duplicateSources = duplicates
    for (id, job) in sources where !ids.contains(id) {
      sources[id] = nil
      cancelNow(job)
    }
    for source in wanted where sources[source.id] == nil {
      // The path is the name of the source. It is not among `names`, because no command cancels it.
      let scope = JobScope(path: source.id)
      switch source.kind {
      case .work(let work):
        let job = add(.registered, in: scope, isSource: true)
        sources[source.id] = job
        steps.append(.perform(work, job))
      case .timer(let timer):
        let job = add(.waiting, in: scope, isSource: true)
        sources[source.id] = job
        steps.append(.tick(timer, job))
      }
    }
  }
}
