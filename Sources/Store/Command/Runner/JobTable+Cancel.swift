extension JobTable {
  /// Cancels what is found under a path.
  /// - Parameter ancestry: This job, and those around it, are spared: what begins inside them does
  ///   not end itself.
  mutating func cancelAll(under path: EffectPath, besides ancestry: JobID? = nil) {
    guard var found = groups[path] else { return }
    var spared = ancestry
    while let id = spared {
      found.remove(id)
      spared = jobs[id]?.parent
    }
    for id in found.sorted() { cancel(id) }
  }

  /// Cancels a job with all that is inside it.
  mutating func cancel(_ id: JobID) {
    guard let job = jobs[id], !job.token.isSilent else { return }
    if isAwaited(job) {
      // What comes next begins when this has wholly ended, which a task may take its time for.
      unwind(id)
    } else {
      drop(id)
    }
    if let parent = job.parent { proceed(parent) }
  }

  /// Whether something is to begin when this job has ended.
  private func isAwaited(_ job: Job<Action>) -> Bool {
    var parent = job.parent
    while let id = parent, let job = jobs[id] {
      if !job.rest.isEmpty { return true }
      parent = job.parent
    }
    return false
  }

  /// Cancels a job and forgets it at once.
  mutating func drop(_ id: JobID) {
    guard let job = remove(id) else { return }
    stop(job)
    for child in job.children.sorted() { drop(child) }
  }

  /// Cancels a job and forgets all of it that has no task to wait for.
  private mutating func unwind(_ id: JobID) {
    guard let job = jobs[id] else { return }
    stop(job)
    for child in job.children.sorted() { unwind(child) }
    let hasTask = if case .running = job.phase { true } else { false }
    guard hasTask || jobs[id]?.children.isEmpty == false else {
      remove(id)
      return
    }
    if !job.rest.isEmpty { steps.append(.forget(job.rest)) }
    removeNames(job.paths, of: id)
    jobs[id]?.rest = []
    jobs[id]?.paths = []
    setPhase(hasTask ? job.phase : .container, of: id)
  }

  private mutating func stop(_ job: Job<Action>) {
    job.token.cancel()
    switch job.phase {
    case .running(let stop?), .waiting(let stop?), .ticking(_, let stop):
      steps.append(.stop(stop))
    case .interval(let interval):
      intervals[interval.path] = nil
      if let stop = interval.stop { steps.append(.stop(stop)) }
    default: break
    }
  }
}

extension JobTable {
  /// Ends the work of children that are not in a state, and of theirs.
  mutating func endWorkOfAbsentChildren(in state: UnsafeRawPointer) {
    for path in outerPlaces { look(at: path, in: state) }
    let remaining = outerPlaces.filter { places[$0] != nil }
    outerPlaces = remaining
  }

  private mutating func look(at path: EffectPath, in whole: UnsafeRawPointer) {
    guard let place = places[path] else { return }
    guard groups[path] != nil else { return forgetPlace(path) }
    var isThere = false
    place.find(whole) { part in
      isThere = true
      for child in place.children { look(at: child, in: part) }
    }
    if isThere {
      let children = place.children.filter { places[$0] != nil }
      if children.count < place.children.count { places[path]?.children = children }
    } else {
      cancelAll(under: path)
      forgetPlace(path)
    }
  }

  private mutating func forgetPlace(_ path: EffectPath) {
    for child in places.removeValue(forKey: path)?.children ?? [] { forgetPlace(child) }
  }

  /// Notes where a child is whose work is being registered.
  mutating func notePlace(_ path: EffectPath, in parent: EffectPath, _ find: @escaping PartFinder) {
    if places[path] != nil { return }
    if parent.isRoot {
      outerPlaces.append(path)
    } else if places[parent] != nil {
      places[parent]?.children.append(path)
    } else {
      // It is inside something that was scoped by hand: nobody knows where that is.
      return
    }
    places[path] = Place(find: find)
  }
}
