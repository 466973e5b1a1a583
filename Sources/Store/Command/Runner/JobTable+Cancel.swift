extension JobTable {
  /// Cancels what is found under a path.
  /// - Parameter ancestry: This job, and those around it, are spared: what begins inside them does
  ///   not end itself.
  mutating func cancelAll(under path: EffectPath, besides ancestry: Job<Action>? = nil) {
    let found = jobs(under: path, besides: ancestry)
    for (_, job) in found.sorted(by: { $0.key < $1.key }) { cancel(job) }
  }

  /// Whether something runs or waits under a path, besides a job and those around it.
  func isBusy(_ path: EffectPath, besides ancestry: Job<Action>?) -> Bool {
    jobs(under: path, besides: ancestry).values.contains(where: \.isInFlight)
  }

  private func jobs(
    under path: EffectPath, besides ancestry: Job<Action>?
  ) -> [Int: Job<Action>] {
    guard var found = groups[path] else { return [:] }
    var spared = ancestry
    while let job = spared {
      found[job.number] = nil
      spared = job.parent
    }
    return found
  }

  /// Cancels a job with all that is inside it.
  mutating func cancel(_ job: Job<Action>) {
    guard isOpen(job) else { return }
    // What comes next begins when this has wholly ended, which a task may take its time for.
    if isAwaited(job) { unwind(job) } else { drop(job) }
    if let parent = job.parent { proceed(parent) }
  }

  /// Whether something is to begin when this job has ended.
  private func isAwaited(_ job: Job<Action>) -> Bool {
    var parent = job.parent
    while let job = parent {
      if !job.rest.isEmpty { return true }
      parent = job.parent
    }
    return false
  }

  /// Cancels a job and forgets it at once.
  mutating func drop(_ job: Job<Action>) {
    if job.phase == .gone { return }
    remove(job)
    stop(job)
    for (_, child) in job.children.sorted(by: { $0.key < $1.key }) { drop(child) }
  }

  /// Cancels a job and forgets all of it that has no task to wait for.
  private mutating func unwind(_ job: Job<Action>) {
    stop(job)
    for (_, child) in job.children.sorted(by: { $0.key < $1.key }) { unwind(child) }
    if job.phase != .running, job.children.isEmpty { return remove(job) }
    forget(job)
    if job.phase != .running { setPhase(.container, of: job) }
  }

  private mutating func stop(_ job: Job<Action>) {
    job.token.cancel()
    if let throttle = job.throttle { intervals[throttle.path] = nil }
    if let stop = job.stop.take() { steps.append(.call(stop)) }
  }
}

extension JobTable {
  /// Ends the work of children that are gone, and of theirs.
  mutating func endWork(of children: [EffectPath]) {
    for path in children {
      cancelAll(under: path)
      places.remove(path)
    }
  }
}
