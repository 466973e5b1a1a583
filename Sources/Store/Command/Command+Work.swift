extension Command {
  /// Does asynchronous work that sends any number of actions.
  ///
  /// The work runs in a separate task, not on the caller's actor. Cancelling the work cancels the
  /// task, and the store drops actions that the task sends after that. The surrounding `catch`
  /// handles an error of the work. Without one, the store reports it as a
  /// `StoreIssue.effectFailed`.
  /// - Parameters:
  ///   - priority: The priority of the task; nil for the default.
  ///   - operation: The work. It receives the function that sends actions, which it can use until
  ///     it returns.
  public static func run(
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    operation: @escaping @Sendable (Send<Action>) async throws -> Void
  ) -> Command {
    let site = CallSite(fileID: fileID, line: line, function: function)
    let work = EffectWork<Action>(priority: priority, site: site) { send in
      try await operation(send)
      return nil
    }
    return Command(.work(work))
  }

  /// Does asynchronous work that ends in one action.
  ///
  /// Otherwise as `run(priority:operation:)`.
  /// - Parameters:
  ///   - priority: The priority of the task; nil for the default.
  ///   - operation: The work. It returns the action to dispatch.
  public static func task(
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    operation: @escaping @Sendable () async throws -> Action
  ) -> Command {
    task(priority: priority, fileID: fileID, line: line, function: function) { _ in
      try await operation()
    }
  }

  /// Does asynchronous work with the store's dependencies, and ends in one action.
  ///
  /// Otherwise as `run(priority:operation:)`.
  /// - Parameters:
  ///   - priority: The priority of the task; nil for the default.
  ///   - operation: The work. It receives the dependencies, and returns the action to dispatch.
  public static func task(
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    operation: @escaping @Sendable (Dependencies) async throws -> Action
  ) -> Command {
    let site = CallSite(fileID: fileID, line: line, function: function)
    let work = EffectWork<Action>(priority: priority, site: site) { send in
      try await operation(send.dependencies)
    }
    return Command(.work(work))
  }

  /// Dispatches every element of an asynchronous sequence, until it ends.
  ///
  /// Iteration begins when the store starts the command. Otherwise as `run(priority:operation:)`.
  /// - Parameter actions: The sequence.
  public static func stream<Actions: AsyncSequence & Sendable>(
    _ actions: Actions,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Command where Actions.Element == Action {
    let site = CallSite(fileID: fileID, line: line, function: function)
    return Command(.work(.sending(actions, site: site)))
  }
}

/// Starts the task of a thunk: work whose result the dispatching code awaits. Receives the token
/// for the task's actions, and a function that the task calls when it ends. Returns a function
/// that cancels the task.
@usableFromInline
package typealias ThunkStart =
  @Sendable (EffectToken, _ end: @escaping @Sendable () -> Void) -> @Sendable () -> Void

extension Command {
  /// Makes a command for the task of a thunk: see `ThunkStart`.
  /// - Parameters:
  ///   - id: As in `cancellable(id:inFlight:)`; nil for none.
  ///   - inFlight: How to handle other work under the id.
  ///   - onKept: Called instead of the task if the other work is kept.
  ///   - start: Called on the thread that performs the command, unless the task was cancelled
  ///     before.
  package static func thunk(
    id: (any Hashable & Sendable)?, _ inFlight: InFlight, onKept: (@Sendable () -> Void)?,
    _ start: @escaping ThunkStart
  ) -> Command {
    let tree = CommandTree<Action>(.thunk(start))
    guard let id else { return Command(tree: tree) }
    return Command(.cancellable(EffectKey(id), inFlight, onKept: onKept, tree))
  }
}
