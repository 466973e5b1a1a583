extension Store {
  /// Stops the program inside the reducer, with a message that says what to do instead.
  package func stopIfReducing(_ what: String) { core.root.stopIfReducing(what) }
}

extension Store {
  /// Whether the sinks have written every commit up to a version: what may be shown.
  package func isFlushed(through version: UInt64) -> Bool { core.root.isFlushed(through: version) }

  /// Returns when the sinks have written every commit up to a version. A sink may block this thread.
  package func flushSinks(through version: UInt64) { core.root.flush(through: version) }
}

// For tests.
extension Store {
  /// How much goes on.
  package var work: WorkCounts { core.root.work }

  /// The delivery plan.
  package var deliveryPlan: DeliveryPlan { core.root.plan }

  /// Calls a body, on any thread, each time that no effect goes on by itself any more.
  package func onEffectsIdle(_ body: @escaping @Sendable () -> Void) -> Subscription {
    core.root.onIdle(body)
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
