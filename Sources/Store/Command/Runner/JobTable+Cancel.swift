extension JobTable {
  /// Cancels all jobs under a path.
  /// - Parameter ancestry: This job and its ancestors are not cancelled, so that work does not
  ///   cancel the jobs in which it starts.
  mutating func cancelAll(under path: EffectPath, excluding ancestry: Job<Action>? = nil) {
    let found = jobs(under: path, excluding: ancestry)
    for (_, job) in found.sorted(by: { $0.key < $1.key }) { cancel(job) }
  }

  /// Whether a job runs or waits under a path, other than a given job and its ancestors.
  func isBusy(_ path: EffectPath, excluding ancestry: Job<Action>?) -> Bool {
    jobs(under: path, excluding: ancestry).values.contains(where: \.isInFlight)
  }

  private func jobs(
    under path: EffectPath, excluding ancestry: Job<Action>?
  ) -> [Int: Job<Action>] {
    guard var found = groups[path] else { return [:] }
    var excluded = ancestry
    while let job = excluded {
      found[job.number] = nil
      excluded = job.parent
    }
    return found
  }

  /// Cancels a job and its descendants.
  mutating func cancel(_ job: Job<Action>) {
    guard isOpen(job) else { return }
    // If a command waits for this job, the job stays in the table until its running tasks have
    // ended.
    if hasSuccessor(job) { cancelGradually(job) } else { cancelNow(job) }
    if let parent = job.parent { proceed(parent) }
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

  /// Cancels a job, and removes all of its parts that do not have to wait for a task.
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
  mutating func endWork(of children: [EffectPath]) {
    for path in children {
      cancelAll(under: path)
      tracker.remove(path)
    }
  }
}
