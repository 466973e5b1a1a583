import Dispatch
import Synchronization

/// Where blocking work is done, such as writing to disk: one piece at a time, on a thread that no task
/// waits for.
package let blockingQueue = DispatchQueue(label: "millrace.blocking")

extension RootCore {
  /// Ends the store: no action is taken any more, what is pending is delivered, and then everything is
  /// closed.
  ///
  /// Called from inside a delivery, a sink or an effect it marks the end and returns.
  /// - Parameter mayWait: Whether to return only when all is done, also if another thread does it.
  @usableFromInline
  package func finish(mayWait: Bool) {
    stopIfReducing("finish")
    if completingThread.load(ordering: .relaxed) == currentThread() { return }
    let store = ObjectIdentifier(self)
    let isInside = ThreadActivity.innermost { $0.kind != .handling && $0.store == store } != nil
    let isInEffect = EffectContext.storeID == ObjectIdentifier(link)
    var released: [DispatchSemaphore] = []
    let mustDeliver: Bool = cell.withLock { cell in
      cell.isClosing = true
      cell.isUnwatched = false
      swap(&released, &cell.waiters)
      // From an effect, or a sink outside a delivery, another thread goes on.
      if cell.isDelivering || isInEffect || isInside { return false }
      cell.isDelivering = true
      takeBatch(&cell, holding: cell.version)
      return true
    }
    for waiter in released { waiter.signal() }
    if mustDeliver { deliver(own: versionInFlight) }
    if isInside || isInEffect {
      // Where no delivery is under way to complete it.
      blockingQueue.async { self.finish(mayWait: false) }
    } else if mayWait {
      ended.wait()
    }
  }

  /// Ends the store because nobody has it any more.
  ///
  /// No action is taken any more, and work that runs is cancelled; but nothing is waited for: what may take its time,
  /// such as saving, is left to the thread for blocking work. A test's clock has it done at once.
  @usableFromInline
  package func release() {
    if completingThread.load(ordering: .relaxed) != 0 { return }
    if !hasSinks, finishers.isEmpty { return finish(mayWait: false) }
    stopIfReducing("finish")
    cell.withLock { cell in
      cell.isClosing = true
      cell.isUnwatched = false
    }
    runner.close()
    dependencies.runBlocking { self.finish(mayWait: false) }
  }

  /// Closes everything, once. The caller owns the delivery, and everything is delivered.
  @usableFromInline
  func complete() {
    if completingThread.load(ordering: .relaxed) != 0 { return }
    completingThread.store(currentThread(), ordering: .relaxed)
    var garbage: [PlanNode] = []
    let last: Snapshot<State> = cell.withLock { cell in
      garbage = applyPendingChanges(&cell, holding: versionInFlight) + plan.removeAll()
      cell.observers = 0
      cell.stateObservers = 0
      return Snapshot(state: cell.state, version: cell.version)
    }
    withExtendedLifetime(garbage) {}
    garbage = []
    runner.close()
    for finish in finishers { finish() }
    if hasSinks { flush(through: last.version) }
    link.close(with: last)
    ended.leave()
  }
}
