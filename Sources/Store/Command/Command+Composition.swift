extension Command {
  /// Starts several commands in their order, without waiting for the end of any of them.
  ///
  /// The merged command ends when all its commands have ended.
  /// - Complexity: O(*n*) in the number of commands, counting the commands inside merges.
  public static func merge(_ commands: Command...) -> Command { merge(commands) }

  /// Starts several commands in their order, without waiting for the end of any of them.
  ///
  /// The merged command ends when all its commands have ended.
  /// - Complexity: O(*n*) in the number of commands, counting the commands inside merges.
  public static func merge(_ commands: [Command]) -> Command {
    var parts: [CommandTree<Action>] = []
    for case let tree? in commands.lazy.map(\.tree) {
      if case .merge(let inner) = tree.kind { parts += inner } else { parts.append(tree) }
    }
    return parts.count > 1 ? Command(.merge(parts)) : Command(tree: parts.first)
  }

  /// Runs several commands one after the other. Each command starts when the previous one has ended
  /// completely.
  ///
  /// Work ends when it returns or throws, even if it was cancelled. A delay ends when the
  /// delayed command ends. An action ends when it is committed, without waiting for the commands
  /// that it causes. To cancel the whole sequence, make the whole sequence cancellable.
  /// - Complexity: O(*n*) in the number of commands, counting the commands inside concatenations.
  public static func concatenate(_ commands: Command...) -> Command { concatenate(commands) }

  /// Runs several commands one after the other. Each command starts when the previous one has ended
  /// completely.
  ///
  /// Work ends when it returns or throws, even if it was cancelled. A delay ends when the
  /// delayed command ends. An action ends when it is committed, without waiting for the commands
  /// that it causes. To cancel the whole sequence, make the whole sequence cancellable.
  /// - Complexity: O(*n*) in the number of commands, counting the commands inside concatenations.
  public static func concatenate(_ commands: [Command]) -> Command {
    var parts: [CommandTree<Action>] = []
    for case let tree? in commands.lazy.map(\.tree) {
      if case .concatenate(let inner) = tree.kind { parts += inner } else { parts.append(tree) }
    }
    return parts.count > 1 ? Command(.concatenate(parts)) : Command(tree: parts.first)
  }

  /// Returns the same command with actions of another type, such as a parent's:
  /// `update(&state.left, action).map { .left($0) }`.
  ///
  /// `Reducer.scope` does this for the children that it runs.
  /// - Parameter transform: Converts an action to the new type. Called at once for each action that
  ///   the command already contains; for an action of asynchronous work, called on the thread that
  ///   sends it.
  /// - Complexity: O(*n*) in the number of commands in this command.
  public func map<New>(_ transform: @escaping @Sendable (Action) -> New) -> Command<New> {
    guard let tree else { return .none }
    return Command<New>(tree: tree.rebuilt(action: transform) { $0.map(transform) })
  }

  /// Turns the errors of the work in this command into actions.
  ///
  /// `catch` handles errors of the work inside this command, not of work that is merged or
  /// concatenated later. Of nested calls of `catch`, the innermost one handles an error. Errors of
  /// cancelled work, such as a `CancellationError`, are ignored.
  /// - Parameter recover: Makes an action from the error.
  /// - Complexity: O(*n*) in the number of commands in this command.
  public func `catch`(_ recover: @escaping @Sendable (any Error) -> Action) -> Command {
    guard let tree else { return .none }
    return Command(tree: tree.rebuilt(action: { $0 }, work: { $0.catching(recover) }))
  }
}
