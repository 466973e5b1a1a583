/// An effect as a value: what a reducer asks the store to do when the state has changed.
///
/// A command does nothing by itself. The store that runs the reducer starts it after the commit,
/// and the actions that it leads to are dispatched to that store. Its work belongs to the store: it
/// ends when the store does, and its ids never meet those of another store.
///
///     case .search(let text):
///       state.text = text
///       return .task { .found(try await search(text)) }
///         .catch { .failed("\($0)") }
///         .debounce(id: "search", for: .milliseconds(300))
///
/// Every operator on a command that is none gives none.
public struct Command<Action: Sendable>: Sendable {
  /// Nil for none: a reducer that asks for nothing costs no more than a look at this.
  @usableFromInline let tree: CommandTree<Action>?

  @usableFromInline
  init(tree: CommandTree<Action>?) { self.tree = tree }

  init(_ kind: CommandTree<Action>.Kind) { tree = CommandTree(kind) }

  /// Nothing to do.
  @inlinable
  public static var none: Command { Command(tree: nil) }

  /// Whether there is nothing to do.
  @inlinable
  public var isNone: Bool { tree == nil }

  /// Dispatches an action next: on the same thread, when the subscribers have been told of this
  /// commit, or when a delivery that is under way has taken over to tell them.
  ///
  /// Actions that commands ask for are dispatched in the order in which they were asked for, one
  /// after the other, not inside each other: a chain of them may be of any length.
  /// - Parameter action: What to dispatch.
  public static func action(
    _ action: Action,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Command {
    Command(.action(action, CallSite(fileID: fileID, line: line, function: function)))
  }

  /// Tells the store of something that could not be done.
  package static func issue(_ issue: StoreIssue) -> Command { Command(.issue(issue)) }
}
