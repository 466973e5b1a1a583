/// A value of a store that is shown: a view reads the newest state when it is drawn, and has to be told when
/// what it shows is out of date.
///
/// What is shown may be newer than what was delivered last. So a delivered value is compared with what is
/// shown, and with nothing else.
package final class ShownValue<Value: Sendable>: Sendable {
  private let memory: Memory
  private let cancellation: PlanCancellation
  private let token: Subscription
  private let root: any StoreRoot
  private let newest: @Sendable () -> Snapshot<Value>

  /// What is shown, which the plan's entry has, too.
  private final class Memory: Sendable {
    private let shown = Guarded<Snapshot<Value>?>(nil)
    private let areEqual: (@Sendable (Value, Value) -> Bool)?
    private let changed: @Sendable () -> Void

    init(_ areEqual: (@Sendable (Value, Value) -> Bool)?, _ changed: @escaping @Sendable () -> Void)
    {
      self.areEqual = areEqual
      self.changed = changed
    }

    /// - Returns: what was shown. It is released outside the lock: what it holds may run code of its own.
    func show(_ new: Snapshot<Value>) -> Snapshot<Value>? {
      shown.withLock { shown in
        defer { shown = new }
        return shown
      }
    }

    func compare(with new: Value, _ version: UInt64, _ note: () -> Void) {
      guard let shown = shown.withLock({ $0 }), shown.version < version else { return }
      if areEqual?(shown.state, new) == true { return }
      note()
      changed()
    }
  }

  fileprivate init<State, Action>(
    _ observed: Observed<State, Value>, in scope: Scope<State, Action>, of root: any StoreRoot,
    _ changed: @escaping @Sendable () -> Void
  ) {
    let memory = Memory(observed.areEqual, changed)
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

  /// Notes what is shown from now on. Where it is out of date already, that is told at once.
  /// - Returns: what was shown until now.
  @discardableResult
  package func show(_ value: Value, of version: UInt64) -> Snapshot<Value>? {
    let old = memory.show(Snapshot(state: value, version: version))
    if !root.noteRead(by: cancellation, of: version) {
      let newest = newest()
      memory.compare(with: newest.state, newest.version) {}
    }
    return old
  }
}

extension Store {
  /// Tells when a value that is shown is out of date.
  /// - Parameter changed: Called on any thread; perhaps once too often, and never too seldom.
  package func follow<Value>(
    _ observed: Observed<State, Value>, _ changed: @escaping @Sendable () -> Void
  ) -> ShownValue<Value> {
    ShownValue(observed, in: scope, of: owner.root, changed)
  }
}
