/// All jobs of a runner, and the steps to perform for them outside its lock.
///
/// The table makes all decisions that depend on order. It starts nothing, and calls no code of the
/// program except hashing and equality of ids.
struct JobTable<Action: Sendable>: Sendable {
  /// The parent job and the path of a command that is being registered.
  struct JobScope: Sendable {
    var parent: Job<Action>?
    var path = EffectPath()
    /// The paths under which the command's jobs are found.
    var names: [EffectPath] = []

    func named(_ path: EffectPath) -> JobScope {
      var scope = self
      // A nested use of the same name has no effect.
      if !scope.names.contains(path) { scope.names.append(path) }
      return scope
    }
  }

  private(set) var jobs: [Int: Job<Action>] = [:]
  var groups: [EffectPath: [Int: Job<Action>]] = [:]
  /// The open intervals of throttles.
  var intervals: [EffectPath: Job<Action>] = [:]
  private var sources: [EffectPath: Job<Action>] = [:]
  /// The sources that the last state required, with duplicates.
  private var requiredSources: [EffectPath] = []
  /// The duplicate sources that were already reported.
  private var duplicateSources: Set<EffectPath> = []
  /// The positions of children that have work.
  let tracker = ChildTracker()
  /// The version of the commit whose command is being registered.
  private(set) var version: UInt64?
  private var origin: UInt64 = 0
  private var lastOrigin: UInt64 = 0
  /// The tasks that wait until no work of an origin is left.
  var waiters: [(origin: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
  /// The steps to perform outside the lock, in order.
  var steps: [Step<Action>] = []
  /// The number of effects that do not wait for the clock.
  private var workingCount = 0
  private(set) var isClosed = false
  private var lastNumber = 0
  private var isIdleReported = true

  /// The token that contains all work. It is cancelled when the runner closes.
  private let root = EffectToken(EffectID(0, EffectPath()), parent: nil, origin: 0)

  /// Sets the version and the origin of the commands that are registered next.
  /// - Parameter origin: 0 for a new origin.
  /// - Returns: The origin.
  mutating func begin(_ version: UInt64?, _ origin: UInt64) -> UInt64 {
    if origin == 0 { lastOrigin += 1 }
    (self.version, self.origin) = (version, origin == 0 ? lastOrigin : origin)
    return self.origin
  }

  mutating func newToken(in scope: JobScope, of whole: EffectToken? = nil) -> EffectToken {
    lastNumber += 1
    let outer = scope.parent?.token
    return EffectToken(
      EffectID(lastNumber, scope.names.last ?? scope.path), parent: outer?.parent ?? version,
      origin: outer?.origin ?? origin, of: whole)
  }

  /// Makes a token for an action that belongs to no job.
  mutating func plainToken(in scope: JobScope) -> EffectToken { newToken(in: scope, of: root) }

  mutating func takeSteps() -> [Step<Action>] {
    waiters.removeAll { origin, continuation in
      if jobs.values.contains(where: { $0.token.origin == origin && $0.delaysIdle }) {
        return false
      }
      steps.append(.call { continuation.resume() })
      return true
    }
    if workingCount == 0, !isIdleReported { steps.append(.reportIdle) }
    isIdleReported = workingCount == 0
    defer { steps = [] }
    return steps
  }

  // MARK: Jobs

  mutating func add(
    _ phase: Job<Action>.Phase, in scope: JobScope, rest: [CommandTree<Action>] = [],
    isSource: Bool = false
  ) -> Job<Action> {
    let token = newToken(in: scope)
    let job = Job(
      lastNumber, phase, token, parent: scope.parent, paths: scope.names, scope: scope.path,
      isSource: isSource, rest: rest)
    count(job, 1)
    jobs[job.number] = job
    for path in scope.names { groups[path, default: [:]][job.number] = job }
    job.parent?.children[job.number] = job
    return job
  }

  /// Whether children can be added to a job: it exists and was not cancelled.
  func isOpen(_ job: Job<Action>?) -> Bool {
    guard let job else { return !isClosed }
    return job.phase != .removed && !job.token.dropsActions
  }

  mutating func setPhase(_ phase: Job<Action>.Phase, of job: Job<Action>) {
    count(job, -1)
    job.phase = phase
    count(job, 1)
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
      register(next, in: JobScope(parent: job, path: job.scope))
      job.isBeginning = false
      // This may be the last reference to the program's closures.
      steps.append(.release([next]))
    }
  }

  /// Removes a job from the table. Its children do not change.
  mutating func remove(_ job: Job<Action>) {
    if job.phase == .removed { return }
    setPhase(.removed, of: job)
    jobs[job.number] = nil
    release(job)
    job.parent?.children[job.number] = nil
  }

  /// Removes a job from all lookups, and drops the commands that would start after it.
  mutating func release(_ job: Job<Action>) {
    for path in job.paths {
      groups[path]?[job.number] = nil
      if groups[path]?.isEmpty == true {
        groups[path] = nil
        tracker.remove(path)
      }
    }
    job.paths = []
    if !job.rest.isEmpty { steps.append(.release(job.rest)) }
    job.rest = []
  }

  private mutating func count(_ job: Job<Action>, _ change: Int) {
    if job.isSource || !job.isCounted { return }
    if job.isWorking { workingCount += change }
    // Reports idleness again, even if the work starts and ends before the next check.
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

  var size: Int { jobs.count + groups.count + intervals.count + steps.count + tracker.count }

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
    let isSame = requiredSources.elementsEqual(wanted) { $0 == $1.id }
    if isSame || isClosed { return }
    requiredSources = wanted.map(\.id)
    var (ids, duplicates): (Set<EffectPath>, Set<EffectPath>) = ([], [])
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
      switch source.kind {
      case .work(let work):
        let job = add(.registered, in: JobScope(), isSource: true)
        sources[source.id] = job
        steps.append(.perform(work, job))
      case .timer(let timer):
        let job = add(.waiting, in: JobScope(), isSource: true)
        sources[source.id] = job
        steps.append(.tick(timer, job))
      }
    }
  }
}
