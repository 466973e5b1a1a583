extension RootCore {
  /// Starts the middleware, then the sources and the first command. Called once, before anybody else has
  /// the store.
  func start(
    _ middleware: [Middleware<State, Action>],
    sources: (@Sendable (State) -> [ActionSource<Action>])?, _ first: Command<Action>
  ) {
    link.begin(self)
    for middleware in middleware {
      let parts = middleware.makeParts(StoreContext(scope: scope))
      do {
        if let restored = try parts.start?(newest.state) {
          _ = replace(.restore, from: nil) { $0 = restored }
        }
      } catch {
        // What could not start takes no part: neither its handler nor its finish is ever called.
        startupFailures.append(error)
        issues.report(
          (error as? any RuntimeIssue) ?? StoreIssue.middlewareDidNotStart(error: "\(error)"))
        continue
      }
      if let handle = parts.handle { handlers.append(handle) }
      if let sink = parts.sink { attach(sink) }
      if let finish = parts.finish { finishers.append(finish) }
      if let service = parts.service { services.append(service) }
    }
    hasHandlers = !handlers.isEmpty
    // A sink does not write what was restored before it was attached; each later replacement is written.
    flushedVersion.store(newest.version, ordering: .releasing)
    if let sources { follow(sources) }
    link.open()
    if !first.isNone { follow(runner.register(first, version: 0, origin: 0)) }
  }

  /// Has a sink told of every commit from now on: also of a state that a later middleware begins with, which a
  /// journal's lines follow.
  private func attach(_ sink: any CommitSink<State, Action>) {
    cell.withLock { cell in
      sinks.append(sink)
      flushers.append { sink.flush(through: $0) }
      hasSinks = true
      cell.isUnwatched = false
    }
  }

  /// Keeps the sources that a state wants running, from now on.
  private func follow(_ wanted: @escaping @Sendable (State) -> [ActionSource<Action>]) {
    let now = newest
    runner.updateSources(wanted(now.state), version: now.version)
    // A subscriber like any other, and the first: called one at a time, in version order.
    let node = PlanNode(at: .state) { [runner] node, state, version in
      node.seen = version
      runner.updateSources(
        wanted(state.assumingMemoryBound(to: State.self).pointee), version: version)
    }
    let token = register(node, seen: now.version)
    finishers.append { withExtendedLifetime(token) {} }
  }
}
