import Synchronization

#if canImport(Dispatch)
  import Dispatch
#endif

extension RootCore {
  /// Ends the store: it accepts no more actions, delivers what is pending, and then closes
  /// everything.
  ///
  /// Inside a delivery, a sink or an effect, this call only marks the store as ending, and returns.
  /// Inside the delivery of another store, this call does not wait for other threads.
  /// - Parameter mayWait: Whether to return only when the store has ended, even if another thread
  ///   ends it.
  @usableFromInline
  package func finish(mayWait: Bool) {
    stopIfReducing("finish")
    if completingThread.load(ordering: .relaxed) == currentThread() { return }
    let store = ObjectIdentifier(self)
    let isInside = ThreadActivity.innermost { $0.kind != .handling && $0.store == store } != nil
    let isInEffect = EffectContext.current?.storeID == ObjectIdentifier(link)
    var released: [DispatchSemaphore] = []
    let mustDeliver: Bool = cell.withLock { cell in
      cell.isEnding = true
      swap(&released, &cell.waiters)
      // If an effect, or a sink outside a delivery, calls this, another thread ends the store.
      if cell.isDelivering || isInEffect || isInside { return false }
      cell.isDelivering = true
      takeBatch(&cell, holding: cell.version)
      return true
    }
    for waiter in released { waiter.signal() }
    if mustDeliver { deliver(own: batchVersion) }
    if isInside || isInEffect {
      // Ends the store if no delivery is running that would end it.
      deliveryQueue.async { self.finish(mayWait: false) }
    } else if mayWait, !ThreadActivity.mustNotWait {
      endGroup.wait()
    }
  }

  /// Ends the store when its last reference is released.
  ///
  /// It accepts no more actions and cancels running work, but does not wait: slow work, such as
  /// saving, runs on the queue for blocking work, or immediately with a test's clock.
  @usableFromInline
  package func release() {
    if completingThread.load(ordering: .relaxed) != 0 { return }
    if !hasSinks, finishers.isEmpty { return finish(mayWait: false) }
    stopIfReducing("finish")
    cell.withLock { $0.isEnding = true }
    runner.close()
    dependencies.makeBlockingQueue()() { self.finish(mayWait: false) }
  }

  /// Closes the runner, the middleware, the sinks and the link, once. The caller must be the
  /// delivering thread, and must have delivered everything.
  @usableFromInline
  func complete() {
    if completingThread.load(ordering: .relaxed) != 0 { return }
    completingThread.store(currentThread(), ordering: .relaxed)
    var released: [PlanNode] = []
    let last: Snapshot<State> = cell.withLock { cell in
      released = applyPendingChanges(&cell, holding: batchVersion) + plan.removeAll()
      cell.observers = 0
      cell.stateObservers = 0
      return Snapshot(state: cell.state, version: cell.version)
    }
    withExtendedLifetime(released) {}
    released = []
    runner.close()
    for finish in finishers { finish() }
    if hasSinks { flush(through: last.version) }
    link.close(with: last)
    endGroup.leave()
  }
}
