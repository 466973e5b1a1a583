extension RootCore {
  /// Starts the middleware, the sources and the first command. Called once, before any other code
  /// has the store.
  func start(_ middleware: [Middleware<State, Action>], _ first: Command<Action>) {
    link.begin(self)
    for middleware in middleware {
      let parts = middleware.makeParts(StoreContext(scope: scope))
      do {
        if let restored = try parts.start?(newest.state) {
          _ = replace(.restore, from: nil) {
            $0 = restored
            return true
          }
        }
      } catch {
        // A middleware that failed to start is left out: its handler and its `finish` are never
        // called.
        startupFailures.append(error)
        let issue =
          (error as? any RuntimeIssue) ?? StoreIssue.middlewareDidNotStart(error: "\(error)")
        issues.report(issue, of: error)
        continue
      }
      if let handle = parts.handle { handlers.append(handle) }
      if let sink = parts.sink { attach(sink) }
      if let finish = parts.finish { finishers.append(finish) }
      if let service = parts.service { services.append(service) }
    }
    hasHandlers = !handlers.isEmpty
    // All commits so far count as flushed: a sink does not write a state that was restored before
    // the sink was attached, and it has written each later replacement.
    flushedVersion.store(newest.version, ordering: .releasing)
    if hasSources { startSources() }
    link.open()
    if !first.isNone { perform(first) }
  }

  /// Starts the sources of the first state. Each later commit updates them.
  private func startSources() {
    var work: PendingWork<Action>?
    withCell { updateWork(&$0, &work) }
    if let work { follow(work) }
  }

  /// Makes a sink receive every commit from now on. It also receives a state that a later
  /// middleware restores, because the actions that the sink writes afterwards apply to that state.
  private func attach(_ sink: any CommitSink<State, Action>) {
    cell.withLock { _ in
      sinks.append(sink)
      flushers.append { sink.flush(through: $0) }
      hasSinks = true
    }
  }
}
