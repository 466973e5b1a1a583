/// A value from a store, as a view shows it. The view reads the newest state when it is drawn, and
/// must be notified when its value is out of date.
///
/// The view may show a newer value than the value that was delivered last. So a delivered value is
/// compared only with the shown value.
package final class ShownValue<Value: Sendable>: Sendable {
  private let memory: Storage
  private let cancellation: PlanCancellation
  private let token: Subscription
  private let root: any StoreRoot
  private let newest: @Sendable () -> Snapshot<Value>

  /// The shown value, shared with the plan's entry.
  private final class Storage: Sendable {
    private let shown = Guarded<Snapshot<Value>?>(nil)
    private let areEqual: (@Sendable (Value, Value) -> Bool)?
    private let changed: @Sendable () -> Void

    init(_ areEqual: (@Sendable (Value, Value) -> Bool)?, _ changed: @escaping @Sendable () -> Void)
    {
      self.areEqual = areEqual
      self.changed = changed
    }

    /// - Returns: The previous value. It is released outside the lock, because a release may run
    ///   the program's code.
    func show(_ new: Snapshot<Value>) -> Snapshot<Value>? {
      shown.withLock { shown in
        defer { shown = new }
        return shown
      }
    }

    func compare(with new: Value, _ version: UInt64, _ updateShown: () -> Void) {
      guard let shown = shown.withLock({ $0 }), shown.version < version else { return }
      if areEqual?(shown.state, new) == true { return }
      updateShown()
      changed()
    }
  }

  fileprivate init<State, Action>(
    _ observed: Observed<State, Value>, in scope: Scope<State, Action>, of root: any StoreRoot,
    _ changed: @escaping @Sendable () -> Void
  ) {
    let memory = Storage(observed.areEqual, changed)
    let node = observed.node(in: scope, of: root.plan) { memory.compare(with: $0, $1, $2) }
    self.memory = memory
    self.root = root
    newest = { [select = observed.select] in
      let state = scope.snapshot
      return Snapshot(state: select(state.state), version: state.version)
    }
    cancellation = node.cancellation
    token = root.register(node, seen: nil)
  }

  /// Sets the shown value. If it is already out of date, `changed` is called immediately.
  /// - Returns: The previous shown value.
  @discardableResult
  package func show(_ value: Value, of version: UInt64) -> Snapshot<Value>? {
    let old = memory.show(Snapshot(state: value, version: version))
    if !root.recordRead(by: cancellation, of: version) {
      let newest = newest()
      memory.compare(with: newest.state, newest.version) {}
    }
    return old
  }
}

extension Store {
  /// Calls `changed` when a shown value is out of date.
  /// - Parameter changed: Called on any thread. It may be called once too often, but no change is
  ///   missed.
  package func follow<Value>(
    _ observed: Observed<State, Value>, _ changed: @escaping @Sendable () -> Void
  ) -> ShownValue<Value> {
    ShownValue(observed, in: scope, of: owner.root, changed)
  }
}
