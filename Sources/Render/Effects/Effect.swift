/// Something that happens in the life of a node on the screen.
package class Effect {
  typealias Action = @MainActor () throws -> Void

  /// What to do when the node has appeared.
  var appeared: Action? { nil }
  /// What to do when it has disappeared.
  var disappeared: Action? { nil }
  /// A task to run while it is there.
  var task: (@MainActor () async throws -> Void)? { nil }
  /// What to do when the node has been rendered again; `old` is what stood here before.
  @MainActor func updated(from old: Effect) -> Action? { nil }
  /// Whether a task goes on.
  func keepsTask(of old: Effect) -> Bool { true }
}

private final class AppearEffect: Effect {
  private let action: Action

  init(_ action: @escaping Action) { self.action = action }

  override var appeared: Action? { action }
}

private final class DisappearEffect: Effect {
  private let action: Action

  init(_ action: @escaping Action) { self.action = action }

  override var disappeared: Action? { action }
}

private final class ChangeEffect<Value: Equatable>: Effect {
  private let value: Value
  private let action: @MainActor (Value, Value) throws -> Void

  init(_ value: Value, _ action: @escaping @MainActor (Value, Value) throws -> Void) {
    self.value = value
    self.action = action
  }

  @MainActor override func updated(from old: Effect) -> Action? {
    guard let old = old as? ChangeEffect<Value>, old.value != value else { return nil }
    return { [value, action] in try action(old.value, value) }
  }
}

private final class TaskEffect<ID: Equatable>: Effect {
  private let id: ID
  private let operation: @MainActor () async throws -> Void

  init(_ id: ID, _ operation: @escaping @MainActor () async throws -> Void) {
    self.id = id
    self.operation = operation
  }

  override var task: (@MainActor () async throws -> Void)? { operation }

  override func keepsTask(of old: Effect) -> Bool { (old as? TaskEffect<ID>)?.id == id }
}

/// Effects of a node's life. They run when the frame that caused them has been committed to the host,
/// those of children first. What they throw is reported. A node that shows nothing, such as a condition
/// that does not hold, has none.
extension NodeConvertible {
  /// Called when the node has appeared.
  public func onAppear(_ action: @escaping @MainActor () throws -> Void) -> Node {
    modified(by: .effect(AppearEffect(action)))
  }

  /// Called when the node has disappeared. The newest action is, with what it captured then.
  public func onDisappear(_ action: @escaping @MainActor () throws -> Void) -> Node {
    modified(by: .effect(DisappearEffect(action)))
  }

  /// Called with the old value and the new one when a value is not what it was in the frame before.
  public func onChange<Value: Equatable>(
    of value: Value, _ action: @escaping @MainActor (Value, Value) throws -> Void
  ) -> Node {
    modified(by: .effect(ChangeEffect(value, action)))
  }

  /// Runs a task from when the node appears until it disappears.
  /// - Parameters:
  ///   - id: when it changes, the task is cancelled, and the new one runs.
  ///   - operation: runs on the main actor; captures what it needs as it is when it starts.
  public func task(
    id: some Equatable & Sendable = 0, _ operation: @escaping @MainActor () async throws -> Void
  ) -> Node {
    modified(by: .effect(TaskEffect(id, operation)))
  }
}
