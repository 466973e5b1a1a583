extension Store {
  /// How many effects have not ended: tasks, and commands that wait for their time.
  package var runningEffects: Int { root?.core.runner.runningCount ?? 0 }

  /// How many sources run.
  package var runningSources: Int { root?.runningSources ?? 0 }

  /// How many effects go on by themselves: those that do not wait for the store's clock.
  package var workingEffects: Int { root?.core.runner.workingCount ?? 0 }

  /// How many sources go on by themselves.
  package var workingSources: Int { root?.workingSources ?? 0 }

  /// Calls a body, on any thread, each time that no effect runs any more.
  package func onEffectsIdle(_ body: @escaping @Sendable () -> Void) -> Subscription {
    guard let runner = root?.core.runner else { return Subscription {} }
    let key = runner.observeIdle(body)
    return Subscription { [weak runner] in runner?.stopObservingIdle(key) }
  }
}
