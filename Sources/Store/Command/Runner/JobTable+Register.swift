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
      cancel(jobs(under: scope.path.id(key), for: scope))
    case .cancelScope(let child):
      cancel(jobs(under: scope.path.appending(child), for: scope))
    case .merge(let trees):
      registerAll(trees, in: scope)
    case .concatenate(let trees):
      proceed(add(.container, in: scope, rest: trees.reversed()))
    case .cancellable(let key, let inFlight, let onKept, let tree):
      let path = scope.path.id(key)
      switch inFlight {
      case .joined: break
      case .cancelled: cancel(rivals(under: path, for: scope))
      case .kept:
        if rivals(under: path, for: scope).values.contains(where: \.isInFlight) {
          return steps += onKept.map { [.call($0)] } ?? []
        }
      }
      register(tree, in: scope.named(path))
    case .delay(let duration, let tree):
      wait(duration, for: tree, in: scope)
    case .throttle(let key, let throttle, let tree):
      register(tree, throttled: throttle, under: scope.path.id(key), in: scope)
    case .scope(let child, let tree):
      var scope = scope
      scope.path = scope.path.appending(child)
      tracker.add(scope.path)
      registeredChildren.append(scope.path)
      register(tree, in: scope.named(scope.path))
      registeredChildren.removeLast()
      // The command may have started no work.
      if groups[scope.path] == nil { tracker.remove(scope.path) }
    case .declared(let part, let tree):
      guard isOpen(part) else { return }
      register(tree, in: scope)
      // The job that represented the part is removed last, so that at every moment a job is
      // registered under the part's names.
      remove(part)
    }
  }

  /// Registers the names (ids and scopes) in a waiting command, so that the named parts can be
  /// cancelled from now on.
  /// - Returns: The command with each named part wrapped in `declared`.
  mutating func declared(
    _ tree: CommandTree<Action>, in scope: JobScope
  ) -> CommandTree<Action> {
    var scope = scope
    /// A part has the names of the parts around it, too, so that it is cancelled with them.
    func part(_ path: ScopePath) -> Job<Action> {
      scope = scope.named(path)
      return add(.declared, in: scope)
    }
    switch tree.kind {
    case .action, .work, .thunk, .issue, .dismiss, .cancel, .cancelScope, .declared: return tree
    case .merge(let trees): return CommandTree(.merge(trees.map { declared($0, in: scope) }))
    case .concatenate(let trees):
      return CommandTree(.concatenate(trees.map { declared($0, in: scope) }))
    case .delay(let duration, let tree):
      return CommandTree(.delay(duration, declared(tree, in: scope)))
    case .cancellable(let key, let inFlight, let onKept, let tree):
      let part = part(scope.path.id(key))
      let inner = declared(tree, in: scope)
      return CommandTree(
        .declared(part, CommandTree(.cancellable(key, inFlight, onKept: onKept, inner))))
    case .throttle(let key, let throttle, let tree):
      let part = part(scope.path.id(key))
      let inner = declared(tree, in: scope)
      return CommandTree(.declared(part, CommandTree(.throttle(key, throttle, inner))))
    case .scope(let child, let tree):
      scope.path = scope.path.appending(child)
      tracker.add(scope.path)
      let part = part(scope.path)
      let inner = declared(tree, in: scope)
      return CommandTree(.declared(part, CommandTree(.scope(child, inner))))
    }
  }

  /// Moves the jobs that represent a command's named parts to the job in which the command now
  /// waits.
  mutating func adopt(_ tree: CommandTree<Action>, by job: Job<Action>) {
    switch tree.kind {
    case .action, .work, .thunk, .issue, .dismiss, .cancel, .cancelScope: break
    case .merge(let trees), .concatenate(let trees): for tree in trees { adopt(tree, by: job) }
    case .cancellable(_, _, _, let tree), .delay(_, let tree), .throttle(_, _, let tree),
      .scope(_, let tree):
      adopt(tree, by: job)
    case .declared(let part, let tree):
      if part.phase != .removed {
        part.parent?.declared[part.number] = nil
        part.parent = job
        job.declared[part.number] = part
      }
      adopt(tree, by: job)
    }
  }

  private mutating func registerAll(_ trees: [CommandTree<Action>], in scope: JobScope) {
    if scope.names.isEmpty {
      for tree in trees { register(tree, in: scope) }
      return
    }
    // One job has the names, so that cancelling it cancels all trees.
    let job = add(.container, in: scope)
    job.isBeginning = true
    for tree in trees { register(tree, in: JobScope(in: job, isDeclared: scope.isDeclared)) }
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
    under path: ScopePath, in scope: JobScope
  ) {
    let known = intervals[path]
    let interval = known ?? openInterval(throttle.interval, under: path, in: scope)
    if known == nil, throttle.leading { return register(tree, in: scope.named(path)) }
    if !throttle.trailing { return }
    let before = interval.throttle?.held
    // Sets the new job before cancelling the replaced one. The cancellation may start a command
    // that follows the replaced job, and that command may use the same throttle.
    let held = add(.throttled, in: scope.named(path), rest: [tree])
    interval.throttle = (path, throttle.interval, held)
    if let before { cancel(before) }
  }

  private mutating func openInterval(
    _ duration: Duration, under path: ScopePath, in scope: JobScope
  ) -> Job<Action> {
    // An interval ends early only if its child or its id is cancelled. It has no parent, because no
    // command waits for an interval.
    let names = scope.path.prefixes + [path]
    let job = add(
      .interval, in: JobScope(path: scope.path, names: names, command: scope.command))
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

  /// Starts the command of a waiting job. The job counts as waiting until its child jobs are
  /// counted.
  private mutating func open(_ job: Job<Action>) {
    guard let next = job.rest.popLast() else { return }
    register(next, in: JobScope(in: job, isDeclared: true))
    steps.append(.release([next]))
    setPhase(.container, of: job)
    proceed(job)
  }
}
