/// All jobs of a runner, and what is to be done for them outside its lock.
///
/// The table is where everything is decided that depends on order; it starts nothing, and calls
/// nothing of the program's but hashing and equality of ids.
struct JobTable<Action: Sendable>: Sendable {
  /// Where a command is registered.
  struct JobScope: Sendable {
    var parent: Job<Action>?
    var path = EffectPath()
    /// What its jobs are to be found under.
    var names: [EffectPath] = []

    func named(_ path: EffectPath) -> JobScope {
      var scope = self
      // A name within itself adds nothing.
      if !scope.names.contains(path) { scope.names.append(path) }
      return scope
    }
  }

  private(set) var jobs: [Int: Job<Action>] = [:]
  var groups: [EffectPath: [Int: Job<Action>]] = [:]
  /// The open intervals of throttles.
  var intervals: [EffectPath: Job<Action>] = [:]
  private var sources: [EffectPath: Job<Action>] = [:]
  /// The sources that were wanted last, with duplicates.
  private var wantedSources: [EffectPath] = []
  /// Those that were wanted more than once, which has been reported.
  private var duplicateSources: Set<EffectPath> = []
  /// Where the children are that have work.
  let places = EffectPlaces()
  /// Of the commit that asks for what is being registered.
  private(set) var version: UInt64?
  private var origin: UInt64 = 0
  private var lastOrigin: UInt64 = 0
  /// Those who wait until no work of an origin is left.
  var waiters: [(origin: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
  /// To be done outside the lock, in order.
  var steps: [Step<Action>] = []
  /// How many effects do not wait for their time.
  private var workingCount = 0
  private(set) var isClosed = false
  private var lastNumber = 0
  private var isIdleTold = true

  /// Of all work: cancelled at the end.
  private let root = EffectToken(EffectID(0, EffectPath()), parent: nil, origin: 0)

  /// What is registered from now on comes of a commit, and of a dispatch from outside.
  /// - Parameter origin: 0 for a new one.
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

  /// For an action that belongs to no job.
  mutating func plainToken(in scope: JobScope) -> EffectToken { newToken(in: scope, of: root) }

  mutating func takeSteps() -> [Step<Action>] {
    waiters.removeAll { origin, continuation in
      if jobs.values.contains(where: { $0.token.origin == origin && $0.isAwaited }) { return false }
      steps.append(.call { continuation.resume() })
      return true
    }
    if workingCount == 0, !isIdleTold { steps.append(.tellIdle) }
    isIdleTold = workingCount == 0
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

  /// Whether more may be added to a job: it is there and not cancelled.
  func isOpen(_ job: Job<Action>?) -> Bool {
    guard let job else { return !isClosed }
    return job.phase != .gone && !job.token.isSilent
  }

  mutating func setPhase(_ phase: Job<Action>.Phase, of job: Job<Action>) {
    count(job, -1)
    job.phase = phase
    count(job, 1)
  }

  /// Work is about to start.
  /// - Returns: Whether it is still wanted.
  mutating func begin(_ job: Job<Action>) -> Bool {
    if job.phase != .registered { return false }
    setPhase(.running, of: job)
    return true
  }

  /// Notes what stops a job.
  /// - Returns: Whether the job is still wanted.
  func set(_ stop: @escaping @Sendable () -> Void, of job: Job<Action>) -> Bool {
    guard isOpen(job), job.phase != .ended else { return false }
    job.stop = stop
    return true
  }

  /// Ends a job that has nothing left to do, and goes on with what waited for it.
  mutating func end(_ job: Job<Action>) {
    if job.phase == .gone { return }
    if job.isSource { return setPhase(.ended, of: job) }
    remove(job)
    if let parent = job.parent { proceed(parent) }
  }

  /// Begins the next part of a container when the one before has ended, or ends it when there is
  /// none.
  mutating func proceed(_ job: Job<Action>) {
    while job.phase == .container, job.children.isEmpty, !job.isBeginning {
      guard let next = job.rest.popLast() else { return end(job) }
      job.isBeginning = true
      register(next, in: JobScope(parent: job, path: job.scope))
      job.isBeginning = false
      // It may be the last reference to the program's closures.
      steps.append(.forget([next]))
    }
  }

  /// Takes a job out of the table; its children, if it has any, are not touched.
  mutating func remove(_ job: Job<Action>) {
    if job.phase == .gone { return }
    setPhase(.gone, of: job)
    jobs[job.number] = nil
    forget(job)
    job.parent?.children[job.number] = nil
  }

  /// A job is found no more, and nothing follows it.
  mutating func forget(_ job: Job<Action>) {
    for path in job.paths {
      groups[path]?[job.number] = nil
      if groups[path]?.isEmpty == true {
        groups[path] = nil
        places.remove(path)
      }
    }
    job.paths = []
    if !job.rest.isEmpty { steps.append(.forget(job.rest)) }
    job.rest = []
  }

  private mutating func count(_ job: Job<Action>, _ change: Int) {
    if job.isSource || !job.isCounted { return }
    if job.isWorking { workingCount += change }
    // Work that comes and goes before anybody looks is news all the same.
    isIdleTold = false
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

  var size: Int { jobs.count + groups.count + intervals.count + steps.count + places.count }

  /// Cancels all there is. Nothing can be registered any more.
  mutating func close() {
    isClosed = true
    root.cancel()
    for (_, job) in jobs.sorted(by: { $0.key < $1.key }) { drop(job) }
    sources = [:]
    places.removeAll()
  }

  // MARK: Sources

  mutating func updateSources(_ wanted: [ActionSource<Action>]) {
    let isSame = wantedSources.elementsEqual(wanted) { $0 == $1.id }
    if isSame || isClosed { return }
    wantedSources = wanted.map(\.id)
    var (ids, duplicates): (Set<EffectPath>, Set<EffectPath>) = ([], [])
    for source in wanted where !ids.insert(source.id).inserted {
      let isNew = duplicates.insert(source.id).inserted && !duplicateSources.contains(source.id)
      if isNew { steps.append(.report(.duplicateSource(id: "\(source.id)"))) }
    }
    duplicateSources = duplicates
    for (id, job) in sources where !ids.contains(id) {
      sources[id] = nil
      drop(job)
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
