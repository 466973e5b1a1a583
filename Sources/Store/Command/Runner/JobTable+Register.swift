extension JobTable {
  /// Enters a command: from here on its jobs can be found, and what it cancels is cancelled.
  mutating func register(_ tree: CommandTree<Action>, in scope: JobScope) {
    guard isOpen(scope.parent) else { return }
    switch tree.kind {
    case .action(let action, let site):
      register(action, from: site, in: scope)
    case .work(let work):
      let id = add(.registered, in: scope)
      steps.append(.perform(work, token(of: id), id))
    case .issue(let issue):
      steps.append(.report(issue))
    case .cancel(let key):
      cancelAll(under: scope.path.id(key))
    case .cancelScope(let key):
      cancelAll(under: scope.path.scope(key))
    case .merge(let trees):
      registerAll(trees, in: scope)
    case .concatenate(let trees):
      proceed(add(.container, in: scope, rest: trees.reversed()))
    case .cancellable(let key, let cancelInFlight, let tree):
      let path = scope.path.id(key)
      if cancelInFlight { cancelAll(under: path, besides: scope.parent) }
      register(tree, in: scope.named(path))
    case .delay(let duration, let tree):
      wait(duration, for: tree, in: scope)
    case .debounce(let key, let duration, let tree):
      let path = scope.path.id(key)
      cancelAll(under: path, besides: scope.parent)
      wait(duration, for: tree, in: scope.named(path))
    case .throttle(let key, let throttle, let tree):
      register(tree, throttled: throttle, under: scope.path.id(key), in: scope)
    case .scope(let key, let find, let tree):
      var scope = scope
      let outer = scope.path
      scope.path = outer.scope(key)
      if let find { notePlace(scope.path, in: outer, find) }
      register(tree, in: scope.named(scope.path))
    }
  }

  private func token(of id: JobID) -> EffectToken { jobs[id]?.token ?? root }

  private mutating func register(_ action: Action, from site: CallSite, in scope: JobScope) {
    if scope.parent == nil && scope.names.isEmpty {
      steps.append(.dispatch(action, EffectToken(parent: version, of: root), site, ending: nil))
    } else {
      let id = add(.dispatching, in: scope)
      steps.append(.dispatch(action, token(of: id), site, ending: id))
    }
  }

  private mutating func registerAll(_ trees: [CommandTree<Action>], in scope: JobScope) {
    guard !scope.names.isEmpty else {
      for tree in trees { register(tree, in: scope) }
      return
    }
    // One job carries the names for all of them.
    let id = add(.container, in: scope)
    begin(in: id) { table in
      for tree in trees { table.register(tree, in: JobScope(parent: id, path: scope.path)) }
    }
    proceed(id)
  }

  private mutating func wait(
    _ duration: Duration, for tree: CommandTree<Action>, in scope: JobScope
  ) {
    // What was cancelled before may have ended this, too.
    guard isOpen(scope.parent) else { return }
    let id = add(.waiting(nil), in: scope, rest: [tree])
    steps.append(.wait(duration, id))
  }

  // MARK: Throttle

  private mutating func register(
    _ tree: CommandTree<Action>, throttled throttle: CommandTree<Action>.Throttle,
    under path: EffectPath, in scope: JobScope
  ) {
    guard let interval = intervals[path] else {
      let interval = openInterval(throttle.interval, under: path, in: scope)
      if throttle.leading {
        register(tree, in: scope.named(path))
      } else {
        hold(tree, throttle, in: scope.named(path), until: interval)
      }
      return
    }
    guard throttle.trailing else { return }
    hold(tree, throttle, in: scope.named(path), until: interval)
  }

  private mutating func openInterval(
    _ duration: Duration, under path: EffectPath, in scope: JobScope
  ) -> JobID {
    // It belongs to the child, but not to what its commands belong to: it has no parent.
    let names = scope.path.prefixes + [path]
    let id = add(
      .interval(.init(path: path, stop: nil, duration: duration, held: nil)),
      in: JobScope(parent: nil, path: scope.path, names: names))
    intervals[path] = id
    steps.append(.wait(duration, id))
    return id
  }

  private mutating func hold(
    _ tree: CommandTree<Action>, _ throttle: CommandTree<Action>.Throttle, in scope: JobScope,
    until interval: JobID
  ) {
    let id = add(.held, in: scope, rest: [tree])
    // Set before the one that it replaces is ended, because what waits for that may go on at once.
    let before = setHeld(id, throttle.interval, until: interval)
    if let before { cancel(before) }
  }

  private mutating func setHeld(
    _ held: JobID, _ duration: Duration, until id: JobID
  ) -> JobID? {
    guard case .interval(var interval) = jobs[id]?.phase else { return nil }
    let before = interval.held
    interval.held = held
    interval.duration = duration
    jobs[id]?.phase = .interval(interval)
    return before
  }

  // MARK: Time

  /// Goes on with what waited for its time.
  mutating func timeIsUp(for id: JobID) {
    switch jobs[id]?.phase {
    case .waiting:
      open(id)
    case .interval(let interval):
      guard let held = interval.held, jobs[held] != nil else {
        intervals[interval.path] = nil
        remove(id)
        return
      }
      var next = interval
      (next.held, next.stop) = (nil, nil)
      jobs[id]?.phase = .interval(next)
      steps.append(.wait(next.duration, id))
      open(held)
    default: break
    }
  }

  /// Lets a job that waited begin. It counts as waiting until what it begins counts.
  private mutating func open(_ id: JobID) {
    guard let job = jobs[id], let next = job.rest.last else { return }
    jobs[id]?.rest = []
    register(next, in: JobScope(parent: id, path: job.scope))
    steps.append(.forget([next]))
    setPhase(.container, of: id)
    proceed(id)
  }
}

extension JobTable.JobScope {
  func named(_ path: EffectPath) -> JobTable.JobScope {
    var scope = self
    // A name within itself adds nothing.
    if !scope.names.contains(path) { scope.names.append(path) }
    return scope
  }
}
