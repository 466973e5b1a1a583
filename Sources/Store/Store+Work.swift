extension Store {
  /// Stops the program if this thread is inside the reducer, with a message that names the
  /// alternative.
  package func stopIfReducing(_ what: String) { owner.root.stopIfReducing(what) }
}

extension Store {
  /// Identifies the state of this store: the value is equal for two scopes of one root with the
  /// same path.
  package var source: AnyHashable { Source(root: rootID, path: scope.path.partKeys) }

  private struct Source: Hashable {
    let root: ObjectIdentifier
    let path: [PathKey]
  }

  /// Identifies the route of this store's actions to the root.
  package var actionRoute: [EffectKey] { scope.actionRoute }

  /// Identifies the root store; equal for all its scopes.
  package var rootID: ObjectIdentifier { ObjectIdentifier(scope.link) }

  /// Returns the snapshot of the root's state that all scopes show: the newest state, unless a tool
  /// makes views show another one.
  package func capture() -> RootSnapshot { scope.link.captureShown(isDrawn: true) }

  /// This store's state in the snapshot that all scopes show.
  @usableFromInline var shownSnapshot: Snapshot<State> {
    snapshot(in: scope.link.captureShown(isDrawn: false))
  }

  /// Returns this store's state in a snapshot of its root.
  package func snapshot(in whole: RootSnapshot) -> Snapshot<State> { scope.snapshot(in: whole) }

  /// Whether the store has sinks.
  package var hasSinks: Bool { owner.root.hasSinks }

  /// Whether the sinks have written every commit up to a version, so that views may show it.
  package func isFlushed(through version: UInt64) -> Bool { owner.root.isFlushed(through: version) }

  /// Returns when the sinks have written every commit up to a version. May block this thread.
  package func flushSinks(through version: UInt64) { owner.root.flush(through: version) }
}

// For tests.
extension Store {
  /// The amount of current work.
  package var work: WorkCounts { owner.root.work }

  package var deliveryPlan: DeliveryPlan { owner.root.plan }

  /// Returns when the store's queue has completed the deliveries that threads handed over to it.
  package func waitForDelivery() { owner.root.deliveryQueue.sync {} }

  /// Calls a body, on any thread, each time that the last running effect has ended. Delayed effects
  /// may still wait for the clock.
  package func onEffectsIdle(_ body: @escaping @Sendable () -> Void) -> Subscription {
    owner.root.onIdle(body)
  }

  /// Returns when no effect is running. The effects that remain wait for the clock.
  package func waitForEffects() async {
    let (news, watcher) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let token = onEffectsIdle { watcher.yield() }
    watcher.yield()
    for await _ in news where work.workingEffects == 0 { break }
    token.cancel()
  }
}
