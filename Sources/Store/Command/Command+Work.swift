extension Command {
  /// Does asynchronous work that sends any number of actions.
  ///
  /// The work runs in a task of its own, not on the caller's actor. When it is cancelled, its task
  /// is; what it sends after that is not applied. An error it throws goes to the `catch` around it;
  /// without one the store reports it as a `StoreIssue.effectFailed`.
  /// - Parameters:
  ///   - priority: Of the task; nil for the default.
  ///   - operation: The work. It gets the function that sends, which is of use until this returns.
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
  ///   - priority: Of the task; nil for the default.
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

  /// Does asynchronous work with what the store's effects depend on, and ends in one action.
  ///
  /// Otherwise as `run(priority:operation:)`.
  /// - Parameters:
  ///   - priority: Of the task; nil for the default.
  ///   - operation: The work. It gets the dependencies, and returns the action to dispatch.
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

/// Starts a task that its maker awaits, and returns what cancels it. It gets the token for what the task
/// dispatches, and what the task calls last.
@usableFromInline
package typealias ThunkStart =
  @Sendable (EffectToken, _ end: @escaping @Sendable () -> Void) -> @Sendable () -> Void

extension Command {
  /// A task that its maker awaits.
  /// - Parameters:
  ///   - id: As in `cancellable(id:inFlight:)`; nil for none.
  ///   - inFlight: What becomes of other work under the id.
  ///   - instead: Called in the place of the task, where that other work is kept.
  ///   - start: Called on the thread that performs the command, unless the task is not wanted any more.
  package static func thunk(
    id: (any Hashable & Sendable)?, _ inFlight: InFlight, instead: (@Sendable () -> Void)?,
    _ start: @escaping ThunkStart
  ) -> Command {
    let tree = CommandTree<Action>(.thunk(start))
    guard let id else { return Command(tree: tree) }
    return Command(.cancellable(EffectKey(id), inFlight, instead: instead, tree))
  }
}
