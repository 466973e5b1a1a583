/// All jobs of a runner, and what is to be done for them outside its lock.
///
/// The table is where everything is decided that depends on order; it starts nothing, and calls
/// nothing of the program's but hashing and equality of ids.
struct JobTable<Action: Sendable>: Sendable {
  /// Where a command is registered.
  struct JobScope: Sendable {
    var parent: JobID?
    var path = EffectPath()
    /// What its jobs are to be found under.
    var names: [EffectPath] = []
  }

  /// A child that may go, and has work.
  struct Place: Sendable {
    let find: PartFinder
    /// Of its own children that have work.
    var children: [EffectPath] = []
  }

  var jobs: [JobID: Job<Action>] = [:]
  var groups: [EffectPath: Set<JobID>] = [:]
  /// The open intervals of throttles.
  var intervals: [EffectPath: JobID] = [:]
  var sources = Sources()
  /// Where the children that have work are.
  var places: [EffectPath: Place] = [:]
  /// Those of the store's own state.
  var outerPlaces: [EffectPath] = []
  /// Of the commit that asks for what is being registered.
  var version: UInt64?
  /// To be done outside the lock, in order.
  var steps: [Step<Action>] = []
  /// How many effects do not wait for their time.
  private(set) var workingCount = 0
  private(set) var isClosed = false
  private var lastID = 0
  private var isIdleTold = true

  /// For actions that belong to no job.
  let root = EffectToken(parent: nil)

  mutating func takeSteps() -> [Step<Action>] {
    if workingCount == 0, !isIdleTold { steps.append(.tellIdle) }
    isIdleTold = workingCount == 0
    defer { steps = [] }
    return steps
  }

  // MARK: Jobs

  mutating func add(
    _ phase: Job<Action>.Phase, in scope: JobScope, rest: [CommandTree<Action>] = [],
    isSource: Bool = false
  ) -> JobID {
    lastID += 1
    let parent = scope.parent.flatMap { jobs[$0]?.token.parent } ?? version
    let job = Job(
      token: EffectToken(parent: parent), parent: scope.parent, paths: scope.names,
      scope: scope.path, isSource: isSource, phase: phase, rest: rest)
    count(job, 1)
    jobs[lastID] = job
    for path in scope.names { groups[path, default: []].insert(lastID) }
    if let parent = scope.parent { jobs[parent]?.children.insert(lastID) }
    return lastID
  }

  /// Whether more may be added to a job: it is there and not cancelled.
  func isOpen(_ id: JobID?) -> Bool {
    guard let id else { return !isClosed }
    return jobs[id].map { !$0.token.isSilent } ?? false
  }

  mutating func setPhase(_ phase: Job<Action>.Phase, of id: JobID) {
    guard let before = jobs[id] else { return }
    jobs[id]?.phase = phase
    count(before, -1)
    if let after = jobs[id] { count(after, 1) }
  }

  /// Work is about to start.
  /// - Returns: Whether it is still wanted.
  mutating func begin(_ id: JobID) -> Bool {
    guard case .registered = jobs[id]?.phase else { return false }
    setPhase(.running(nil), of: id)
    return true
  }

  /// Notes what stops a job.
  /// - Parameter tick: Of a timer: the number of the tick that is to come.
  /// - Returns: Whether the job is still wanted.
  mutating func set(_ stop: @escaping Job<Action>.Stop, of id: JobID, tick: Int? = nil) -> Bool {
    switch jobs[id]?.phase {
    case .running: setPhase(.running(stop), of: id)
    case .waiting: setPhase(.waiting(stop), of: id)
    case .interval(var interval):
      interval.stop = stop
      setPhase(.interval(interval), of: id)
    case .registered, .ticking:
      guard let tick else { return false }
      // It may have ticked before its timer was noted: the later news stand.
      if case .ticking(let known, _) = jobs[id]?.phase, known > tick { return true }
      setPhase(.ticking(tick, stop), of: id)
    default: return false
    }
    return true
  }

  /// Ends a job that has nothing left to do, and goes on with what waited for it.
  mutating func end(_ id: JobID) {
    if jobs[id]?.isSource == true { return setPhase(.ended, of: id) }
    guard let parent = remove(id)?.parent else { return }
    proceed(parent)
  }

  /// Begins the next part of a container when the one before has ended, or ends it when there is
  /// none.
  mutating func proceed(_ id: JobID) {
    while isReady(id), let path = jobs[id]?.scope {
      // No copy of the job is held here: taking a part from it would copy the rest.
      guard let next = jobs[id]?.rest.popLast() else { return end(id) }
      begin(in: id) { $0.register(next, in: JobScope(parent: id, path: path)) }
      // It may be the last reference to the program's closures.
      steps.append(.forget([next]))
    }
  }

  /// Whether a job is a container all of whose children have ended.
  private func isReady(_ id: JobID) -> Bool {
    guard let job = jobs[id], case .container = job.phase else { return false }
    return job.children.isEmpty && !job.isBeginning
  }

  /// Adds children to a job, which does not end meanwhile.
  mutating func begin(in id: JobID, _ body: (inout JobTable) -> Void) {
    jobs[id]?.isBeginning = true
    body(&self)
    jobs[id]?.isBeginning = false
  }

  /// Takes a job out of the table; its children, if it has any, are not touched.
  @discardableResult
  mutating func remove(_ id: JobID) -> Job<Action>? {
    guard let job = jobs.removeValue(forKey: id) else { return nil }
    count(job, -1)
    removeNames(job.paths, of: id)
    if let parent = job.parent { jobs[parent]?.children.remove(id) }
    if !job.rest.isEmpty { steps.append(.forget(job.rest)) }
    return job
  }

  mutating func removeNames(_ paths: [EffectPath], of id: JobID) {
    for path in paths {
      guard let index = groups.index(forKey: path) else { continue }
      groups.values[index].remove(id)
      if groups.values[index].isEmpty { groups.remove(at: index) }
    }
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
    for id in jobs.keys.sorted() { drop(id) }
    sources.jobs = [:]
    places = [:]
    outerPlaces = []
  }
}
