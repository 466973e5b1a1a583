extension Command {
  /// Starts several commands at once, in their order.
  ///
  /// It has ended when all of them have.
  /// - Complexity: O(*n*) in the number of commands, counting those inside merges.
  public static func merge(_ commands: Command...) -> Command { merge(commands) }

  /// Starts several commands at once, in their order.
  ///
  /// It has ended when all of them have.
  /// - Complexity: O(*n*) in the number of commands, counting those inside merges.
  public static func merge(_ commands: [Command]) -> Command {
    var parts: [CommandTree<Action>] = []
    for case let tree? in commands.lazy.map(\.tree) {
      if case .merge(let inner) = tree.kind { parts += inner } else { parts.append(tree) }
    }
    return parts.count > 1 ? Command(.merge(parts)) : Command(tree: parts.first)
  }

  /// Runs several commands one after the other: each begins when the one before has wholly ended.
  ///
  /// Work has ended when it returned, threw, or was cancelled and then returned or threw. A delay
  /// has ended when what it holds back has. An action has ended when it is committed: the commands
  /// that it leads to are not waited for. To end the whole, make the whole cancellable.
  /// - Complexity: O(*n*) in the number of commands, counting those inside concatenations.
  public static func concatenate(_ commands: Command...) -> Command { concatenate(commands) }

  /// Runs several commands one after the other: each begins when the one before has wholly ended.
  ///
  /// Work has ended when it returned, threw, or was cancelled and then returned or threw. A delay
  /// has ended when what it holds back has. An action has ended when it is committed: the commands
  /// that it leads to are not waited for. To end the whole, make the whole cancellable.
  /// - Complexity: O(*n*) in the number of commands, counting those inside concatenations.
  public static func concatenate(_ commands: [Command]) -> Command {
    var parts: [CommandTree<Action>] = []
    for case let tree? in commands.lazy.map(\.tree) {
      if case .concatenate(let inner) = tree.kind { parts += inner } else { parts.append(tree) }
    }
    return parts.count > 1 ? Command(.concatenate(parts)) : Command(tree: parts.first)
  }

  /// The same command, whose actions are another store's or parent's.
  /// - Parameter transform: Makes an action of the new type of each one of the old. Called once for
  ///   each action, on the thread that sends it.
  /// - Complexity: O(*n*) in the number of commands in this one.
  public func map<New>(_ transform: @escaping @Sendable (Action) -> New) -> Command<New> {
    guard let tree else { return .none }
    return Command<New>(tree: tree.rebuilt(action: transform) { $0.map(transform) })
  }

  /// Turns the errors of the work in this command into actions.
  ///
  /// It takes the errors of what is inside it, and not of what is joined to it later; the innermost
  /// takes an error. Work that was cancelled has no errors: a `CancellationError` after a
  /// cancellation reaches nobody.
  /// - Parameter recover: Makes the action of the error.
  /// - Complexity: O(*n*) in the number of commands in this one.
  public func `catch`(_ recover: @escaping @Sendable (any Error) -> Action) -> Command {
    guard let tree else { return .none }
    return Command(tree: tree.rebuilt(action: { $0 }, work: { $0.catching(recover) }))
  }
}
