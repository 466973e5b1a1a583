/// An effect as a value. A reducer returns it to ask the store for work after the state has
/// changed.
///
/// A command does nothing by itself. The store that runs the reducer starts the command after the
/// commit, and receives the actions of the command. The work belongs to the store: it ends when the
/// store ends, and its ids are independent of the ids in other stores.
///
/// ```swift
/// case .typed(let text):
///   state.text = text
///   return .task { .found(try await find(text)) }
///     .catch { .failed("\($0)") }
///     .debounce(id: "search", for: .milliseconds(300))
/// ```
///
/// Each operator on an empty command, such as `delay`, returns an empty command.
public struct Command<Action: Sendable>: Sendable {
  /// The tree of the command; nil for an empty command, so that a reducer without effects costs
  /// only one comparison.
  @usableFromInline let tree: CommandTree<Action>?

  @usableFromInline
  init(tree: CommandTree<Action>?) { self.tree = tree }

  init(_ kind: CommandTree<Action>.Kind) { tree = CommandTree(kind) }

  /// The empty command.
  @inlinable
  public static var none: Command { Command(tree: nil) }

  /// Whether the command is empty.
  @inlinable
  public var isNone: Bool { tree == nil }

  /// Dispatches an action next, on the same thread. Before that, the subscribers are notified of
  /// the commit that caused this command, unless a running delivery takes over their notification.
  ///
  /// The store dispatches the actions of commands in the order of the commands, one after the other
  /// and not recursively, so a chain of actions can have any length.
  /// - Parameter action: The action to dispatch.
  public static func action(
    _ action: Action,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Command {
    Command(.action(action, CallSite(fileID: fileID, line: line, function: function)))
  }

  /// Reports an issue to the store.
  package static func issue(_ issue: StoreIssue) -> Command { Command(.issue(issue)) }
}
