extension JobTable {
  /// Enters a command: from here on its jobs can be found, and what it cancels is cancelled.
  mutating func enlist(_ tree: CommandTree<Action>, in place: Place) {
    guard isOpen(place.parent) else { return }
    switch tree.kind {
    case .action(let action, let site):
      enlist(action, from: site, in: place)
    case .work(let work):
      let id = add(.enlisted, in: place)
      steps.append(.perform(work, token(of: id), id))
    case .issue(let issue):
      steps.append(.report(issue))
    case .cancel(let key):
      cancelAll(under: place.path.id(key))
    case .cancelScope(let key):
      cancelAll(under: place.path.scope(key))
    case .merge(let trees):
      enlistAll(trees, in: place)
    case .concatenate(let trees):
      proceed(add(.container, in: place, rest: trees.reversed()))
    case .cancellable(let key, let cancelInFlight, let tree):
      let path = place.path.id(key)
      if cancelInFlight { cancelAll(under: path, besides: place.parent) }
      enlist(tree, in: place.named(path))
    case .delay(let duration, let tree):
      wait(duration, for: tree, in: place)
    case .debounce(let key, let duration, let tree):
      let path = place.path.id(key)
      cancelAll(under: path, besides: place.parent)
      wait(duration, for: tree, in: place.named(path))
    case .throttle(let key, let throttle, let tree):
      enlist(tree, throttled: throttle, under: place.path.id(key), in: place)
    case .scope(let key, let tree):
      var place = place
      place.path = place.path.scope(key)
      enlist(tree, in: place.named(place.path))
    }
  }

  private func token(of id: JobID) -> EffectToken { jobs[id]?.token ?? root }

  private mutating func enlist(_ action: Action, from site: CallSite, in place: Place) {
    if place.parent == nil && place.names.isEmpty {
      steps.append(.dispatch(action, root, site, ending: nil))
    } else {
      let id = add(.dispatching, in: place)
      steps.append(.dispatch(action, token(of: id), site, ending: id))
    }
  }

  private mutating func enlistAll(_ trees: [CommandTree<Action>], in place: Place) {
    guard !place.names.isEmpty else {
      for tree in trees { enlist(tree, in: place) }
      return
    }
    // One job carries the names for all of them.
    let id = add(.container, in: place)
    begin(in: id) { table in
      for tree in trees { table.enlist(tree, in: Place(parent: id, path: place.path)) }
    }
    proceed(id)
  }

  private mutating func wait(
    _ duration: Duration, for tree: CommandTree<Action>, in place: Place
  ) {
    // What was cancelled before may have ended this, too.
    guard isOpen(place.parent) else { return }
    let id = add(.waiting(nil), in: place, rest: [tree])
    steps.append(.wait(duration, id))
  }

  // MARK: Throttle

  private mutating func enlist(
    _ tree: CommandTree<Action>, throttled throttle: CommandTree<Action>.Throttle,
    under path: EffectPath, in place: Place
  ) {
    guard let interval = intervals[path] else {
      let interval = openInterval(throttle.interval, under: path, in: place)
      if throttle.leading {
        enlist(tree, in: place.named(path))
      } else {
        hold(tree, throttle, in: place.named(path), until: interval)
      }
      return
    }
    guard throttle.trailing else { return }
    hold(tree, throttle, in: place.named(path), until: interval)
  }

  private mutating func openInterval(
    _ duration: Duration, under path: EffectPath, in place: Place
  ) -> JobID {
    // It belongs to the child, but not to what its commands belong to: it has no parent.
    let names = place.path.prefixes + [path]
    let id = add(
      .interval(.init(path: path, timer: nil, duration: duration, held: nil)),
      in: Place(parent: nil, path: place.path, names: names))
    intervals[path] = id
    steps.append(.wait(duration, id))
    return id
  }

  private mutating func hold(
    _ tree: CommandTree<Action>, _ throttle: CommandTree<Action>.Throttle, in place: Place,
    until interval: JobID
  ) {
    let id = add(.held, in: place, rest: [tree])
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
      (next.held, next.timer) = (nil, nil)
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
    enlist(next, in: Place(parent: id, path: job.place))
    steps.append(.forget([next]))
    setPhase(.container, of: id)
    proceed(id)
  }
}

extension JobTable.Place {
  func named(_ path: EffectPath) -> JobTable.Place {
    var place = self
    // A name within itself adds nothing.
    if !place.names.contains(path) { place.names.append(path) }
    return place
  }
}
