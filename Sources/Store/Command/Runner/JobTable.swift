/// All jobs of a runner, and what is to be done for them outside its lock.
///
/// The table is where everything is decided that depends on order; it starts nothing, and calls
/// nothing of the program's but hashing and equality of ids.
struct JobTable<Action: Sendable>: Sendable {
  /// Where a command is enlisted.
  struct Place: Sendable {
    var parent: JobID?
    var path = EffectPath()
    /// What its jobs are to be found under.
    var names: [EffectPath] = []
  }

  var jobs: [JobID: Job<Action>] = [:]
  var groups: [EffectPath: Set<JobID>] = [:]
  /// The open intervals of throttles.
  var intervals: [EffectPath: JobID] = [:]
  /// To be done outside the lock, in order.
  var steps: [Step<Action>] = []
  private(set) var runningCount = 0
  private(set) var isClosed = false
  private var lastID = 0
  private var wasIdle = true

  /// For actions that belong to no job.
  let root = EffectToken()

  mutating func takeSteps() -> [Step<Action>] {
    if runningCount == 0 && !wasIdle { steps.append(.tellIdle) }
    wasIdle = runningCount == 0
    defer { steps = [] }
    return steps
  }

  // MARK: Jobs

  mutating func add(
    _ phase: Job<Action>.Phase, in place: Place, rest: [CommandTree<Action>] = []
  ) -> JobID {
    lastID += 1
    let job = Job(
      parent: place.parent, paths: place.names, place: place.path, phase: phase, rest: rest)
    if job.isCounted { count(1) }
    jobs[lastID] = job
    for path in place.names { groups[path, default: []].insert(lastID) }
    if let parent = place.parent { jobs[parent]?.children.insert(lastID) }
    return lastID
  }

  /// Whether more may be added to a job: it is there and not cancelled.
  func isOpen(_ id: JobID?) -> Bool {
    guard let id else { return !isClosed }
    return jobs[id].map { !$0.token.isSilent } ?? false
  }

  mutating func setPhase(_ phase: Job<Action>.Phase, of id: JobID) {
    guard let before = jobs[id]?.isCounted else { return }
    jobs[id]?.phase = phase
    let after = jobs[id]?.isCounted ?? before
    if before != after { count(after ? 1 : -1) }
  }

  /// Ends a job that has nothing left to do, and goes on with what waited for it.
  mutating func end(_ id: JobID) {
    guard let parent = remove(id)?.parent else { return }
    proceed(parent)
  }

  /// Begins the next part of a container when the one before has ended, or ends it when there is
  /// none.
  mutating func proceed(_ id: JobID) {
    while isReady(id), let path = jobs[id]?.place {
      // No copy of the job is held here: taking a part from it would copy the rest.
      guard let next = jobs[id]?.rest.popLast() else { return end(id) }
      begin(in: id) { $0.enlist(next, in: Place(parent: id, path: path)) }
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
    if job.isCounted { count(-1) }
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

  private mutating func count(_ change: Int) {
    runningCount += change
    // Work that comes and goes before anybody looks is news all the same.
    if runningCount > 0 { wasIdle = false }
  }

  /// Cancels all there is. Nothing can be enlisted any more.
  mutating func close() {
    isClosed = true
    root.cancel()
    for id in jobs.keys.sorted() { drop(id) }
  }
}
