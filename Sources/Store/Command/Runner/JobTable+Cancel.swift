extension JobTable {
  /// Returns the jobs to end when a command in a scope cancels the work under a path. The later
  /// parts of the sequence that contains this command are not among them.
  func jobs(under path: ScopePath, for scope: JobScope) -> [Int: Job<Action>] {
    groups[path, default: [:]].filter { !isLater($0.value, in: scope) }
  }

  /// Whether a job stands for a later part of a sequence: the part has not started, and an earlier
  /// part of the same sequence contains the command in this scope.
  private func isLater(_ job: Job<Action>, in scope: JobScope) -> Bool {
    var ancestor = job.phase == .declared ? scope.parent : nil
    while let group = ancestor, group !== job.parent { ancestor = group.parent }
    return ancestor != nil
  }

  /// Returns the jobs under a path that compete with new work under the same path: the jobs of this
  /// command and of earlier commands. The jobs that contain the new work do not compete, nor do the
  /// later parts of those jobs.
  func rivals(under path: ScopePath, for scope: JobScope) -> [Int: Job<Action>] {
    guard var found = groups[path] else { return [:] }
    var ancestor = scope.parent
    while let job = ancestor {
      found[job.number] = nil
      ancestor = job.parent
    }
    return found.filter { $0.value.command <= scope.command && !isLater($0.value, in: scope) }
  }

  mutating func cancel(_ jobs: [Int: Job<Action>]) {
    for (_, job) in jobs.sorted(by: { $0.key < $1.key }) { cancel(job) }
  }

  /// Cancels a job and its descendants.
  mutating func cancel(_ job: Job<Action>) {
    guard isOpen(job) else { return }
    // If a command waits for this job, the job stays in the table until its running tasks have
    // ended.
    if hasSuccessor(job), job.phase != .declared { cancelGradually(job) } else { cancelNow(job) }
    guard let parent = job.parent else { return }
    let isLeftEmpty = parent.phase == .waiting || parent.phase == .throttled
    if isLeftEmpty, parent.rest.allSatisfy(\.isCancelled) {
      cancel(parent)
    } else {
      proceed(parent)
    }
  }

  /// Whether a command starts after this job has ended.
  private func hasSuccessor(_ job: Job<Action>) -> Bool {
    var parent = job.parent
    while let job = parent {
      if !job.rest.isEmpty { return true }
      parent = job.parent
    }
    return false
  }

  /// Cancels a job and removes it immediately.
  mutating func cancelNow(_ job: Job<Action>) {
    if job.phase == .removed { return }
    remove(job)
    stop(job)
    for (_, child) in job.children.sorted(by: { $0.key < $1.key }) { cancelNow(child) }
  }

  /// Cancels a job, and removes all of its parts that have no running task.
  private mutating func cancelGradually(_ job: Job<Action>) {
    stop(job)
    for (_, child) in job.children.sorted(by: { $0.key < $1.key }) { cancelGradually(child) }
    if job.phase != .running, job.children.isEmpty { return remove(job) }
    release(job)
    if job.phase != .running { setPhase(.container, of: job) }
  }

  private mutating func stop(_ job: Job<Action>) {
    job.token.cancel()
    if let throttle = job.throttle { intervals[throttle.path] = nil }
    if let stop = job.stop.take() { steps.append(.call(stop)) }
  }
}

extension JobTable {
  /// Cancels the work of removed children and of their own children.
  mutating func endWork(of children: [ScopePath]) {
    for path in children {
      cancel(groups[path] ?? [:])
      tracker.remove(path)
    }
  }
}
