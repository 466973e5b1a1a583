/// An effect that follows the life cycle of a node.
package class Effect {
  typealias Action = @MainActor () throws -> Void

  /// The action to run after the node appeared.
  var appeared: Action? { nil }
  /// The action to run after the node disappeared.
  var disappeared: Action? { nil }
  /// A task that runs while the node is on the screen.
  var task: (@MainActor () async throws -> Void)? { nil }
  /// An action to run after the node is rendered again; `old` is the previous effect in this
  /// position.
  @MainActor func updated(from old: Effect) -> Action? { nil }
  /// Whether the running task of `old` continues.
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

/// Effects of a node's life cycle. They run after the frame that caused them is committed to the
/// host, those of children first. Thrown errors are reported. An empty node, such as an `if` whose
/// condition is false, has no effects.
extension NodeConvertible {
  /// Called when the node has appeared.
  public consuming func onAppear(_ action: @escaping @MainActor () throws -> Void) -> Node {
    modified(by: .effect(AppearEffect(action)))
  }

  /// Called when the node has disappeared. Only the action of the node's last rendering is
  /// called.
  public consuming func onDisappear(_ action: @escaping @MainActor () throws -> Void) -> Node {
    modified(by: .effect(DisappearEffect(action)))
  }

  /// Called with the old and the new value when the value differs from that of the previous frame.
  public consuming func onChange<Value: Equatable>(
    of value: Value, _ action: @escaping @MainActor (Value, Value) throws -> Void
  ) -> Node {
    modified(by: .effect(ChangeEffect(value, action)))
  }

  /// Runs a task while the node is on the screen.
  /// - Parameters:
  ///   - id: when it changes, the running task is cancelled, and `operation` starts anew.
  ///   - operation: runs on the main actor, with the captures of the rendering that started it.
  public consuming func task(
    id: some Equatable & Sendable = 0, _ operation: @escaping @MainActor () async throws -> Void
  ) -> Node {
    modified(by: .effect(TaskEffect(id, operation)))
  }
}
