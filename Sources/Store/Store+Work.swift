extension Store {
  /// Stops the program inside the reducer, with a message that says what to do instead.
  package func stopIfReducing(_ what: String) { owner.root.stopIfReducing(what) }
}

extension Store {
  /// Tells the state that is selected from others: two scopes of one root with the same path are equal in
  /// this.
  package var source: AnyHashable { Source(root: rootID, path: scope.path.keys) }

  private struct Source: Hashable {
    let root: ObjectIdentifier
    let path: [PlanKey]
  }

  /// Tells the way of this store's actions to the root from others.
  package var actionRoute: [EffectKey] { scope.route }

  /// Tells roots apart.
  package var rootID: ObjectIdentifier { ObjectIdentifier(scope.link) }

  /// A snapshot of the root's state, to be shown by all its scopes: the newest, unless a tool has views show another.
  package func capture() -> RootSnapshot { scope.link.captureShown() }

  /// What this store has in a snapshot of its root.
  package func snapshot(in whole: RootSnapshot) -> Snapshot<State> { scope.snapshot(in: whole) }

  /// Whether the sinks have written every commit up to a version: what may be shown.
  package func isFlushed(through version: UInt64) -> Bool { owner.root.isFlushed(through: version) }

  /// Returns when the sinks have written every commit up to a version. A sink may block this thread.
  package func flushSinks(through version: UInt64) { owner.root.flush(through: version) }
}

// For tests.
extension Store {
  /// How much goes on.
  package var work: WorkCounts { owner.root.work }

  /// The delivery plan.
  package var deliveryPlan: DeliveryPlan { owner.root.plan }

  /// Returns when the store's queue has delivered what threads left to it.
  package func waitForDelivery() { owner.root.deliveryQueue.sync {} }

  /// Calls a body, on any thread, each time that no effect goes on by itself any more.
  package func onEffectsIdle(_ body: @escaping @Sendable () -> Void) -> Subscription {
    owner.root.onIdle(body)
  }

  /// Returns when no effect goes on by itself: those that are left wait for the clock.
  package func waitForEffects() async {
    let (news, watcher) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let token = onEffectsIdle { watcher.yield() }
    watcher.yield()
    for await _ in news where work.workingEffects == 0 { break }
    token.cancel()
  }
}
