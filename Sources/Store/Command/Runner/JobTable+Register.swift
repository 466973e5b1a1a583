extension JobTable {
  /// Registers a command: adds its jobs to the table and performs its cancellations.
  mutating func register(_ tree: CommandTree<Action>, in scope: JobScope) {
    guard isOpen(scope.parent) else { return }
    switch tree.kind {
    case .action(let action, let site):
      let isPlain = scope.parent == nil && scope.names.isEmpty
      let job = isPlain ? nil : add(.dispatching, in: scope)
      let token = job?.token ?? plainToken(in: scope)
      steps.append(.dispatch(ImmediateAction(action: action, token: token, site: site, job: job)))
    case .work(let work):
      steps.append(.perform(work, add(.registered, in: scope)))
    case .thunk(let start):
      steps.append(.begin(start, add(.registered, in: scope)))
    case .issue(let issue):
      steps.append(.report(issue))
    case .dismiss(let site):
      steps.append(.report(.unhandledDismissal(child: site)))
    case .cancel(let key):
      cancelAll(under: scope.path.id(key))
    case .cancelScope(let key):
      cancelAll(under: scope.path.scope(key))
    case .merge(let trees):
      registerAll(trees, in: scope)
    case .concatenate(let trees):
      proceed(add(.container, in: scope, rest: trees.reversed()))
    case .cancellable(let key, let inFlight, let onKept, let tree):
      let path = scope.path.id(key)
      switch inFlight {
      case .joined: break
      case .cancelled: cancelAll(under: path, excluding: scope.parent)
      case .kept:
        if isBusy(path, excluding: scope.parent) {
          return steps += onKept.map { [.call($0)] } ?? []
        }
      }
      register(tree, in: scope.named(path))
    case .delay(let duration, let tree):
      wait(duration, for: tree, in: scope)
    case .throttle(let key, let throttle, let tree):
      register(tree, throttled: throttle, under: scope.path.id(key), in: scope)
    case .scope(let key, let presence, let tree):
      var scope = scope
      let outer = scope.path
      scope.path = outer.scope(key)
      if let presence { tracker.add(scope.path, in: outer, presence) }
      register(tree, in: scope.named(scope.path))
      // The command may have started no work.
      if groups[scope.path] == nil { tracker.remove(scope.path) }
    }
  }

  private mutating func registerAll(_ trees: [CommandTree<Action>], in scope: JobScope) {
    if scope.names.isEmpty {
      for tree in trees { register(tree, in: scope) }
      return
    }
    // One job carries the names for all trees.
    let job = add(.container, in: scope)
    job.isBeginning = true
    for tree in trees { register(tree, in: JobScope(parent: job, path: scope.path)) }
    job.isBeginning = false
    proceed(job)
  }

  private mutating func wait(
    _ duration: Duration, for tree: CommandTree<Action>, in scope: JobScope
  ) {
    // An earlier cancellation may have ended the parent.
    guard isOpen(scope.parent) else { return }
    steps.append(.wait(duration, add(.waiting, in: scope, rest: [tree])))
  }

  private mutating func register(
    _ tree: CommandTree<Action>, throttled throttle: Throttle,
    under path: EffectPath, in scope: JobScope
  ) {
    let known = intervals[path]
    let interval = known ?? openInterval(throttle.interval, under: path, in: scope)
    if known == nil, throttle.leading { return register(tree, in: scope.named(path)) }
    if !throttle.trailing { return }
    let before = interval.throttle?.held
    // Sets the new job before ending the replaced one, because a command that waits for the
    // replaced job may start immediately.
    let held = add(.throttled, in: scope.named(path), rest: [tree])
    interval.throttle = (path, throttle.interval, held)
    if let before { cancel(before) }
  }

  private mutating func openInterval(
    _ duration: Duration, under path: EffectPath, in scope: JobScope
  ) -> Job<Action> {
    // Only cancelling the child or the id ends an interval early. It has no parent, because no
    // command waits for an interval.
    let names = scope.path.prefixes + [path]
    let job = add(.interval, in: JobScope(path: scope.path, names: names))
    job.throttle = (path, duration, nil)
    intervals[path] = job
    steps.append(.wait(duration, job))
    return job
  }

  /// Continues a job whose waiting time has ended.
  mutating func timeIsUp(for job: Job<Action>) {
    if job.phase == .waiting { return open(job) }
    guard job.phase == .interval, let (path, duration, held) = job.throttle else { return }
    guard let held, held.phase == .throttled else {
      intervals[path] = nil
      return remove(job)
    }
    job.throttle?.held = nil
    steps.append(.wait(duration, job))
    open(held)
  }

  /// Starts the command of a waiting job. The job counts as waiting until its children are counted.
  private mutating func open(_ job: Job<Action>) {
    guard let next = job.rest.popLast() else { return }
    register(next, in: JobScope(parent: job, path: job.scope))
    steps.append(.release([next]))
    setPhase(.container, of: job)
    proceed(job)
  }
}
