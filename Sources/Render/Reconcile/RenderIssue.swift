/// A mistake in a tree that the renderer recovers from, and where it is.
public struct RenderIssue: Equatable, Sendable, CustomStringConvertible {
  /// A mistake in a tree.
  public enum Mistake: Equatable, Sendable {
    /// Two siblings have the same key. The second is treated as a different node, and may lose its
    /// state when the order changes.
    case duplicateKey(NodeKey)
    /// The number of nodes in a loop changed, they have no keys, and one of them has local state,
    /// which may now belong to another node.
    case loopWithoutKeys
    /// A `body` threw an error without an enclosing `ErrorBoundary`. The component keeps its
    /// previous content.
    case bodyFailed(String)
    /// A `body` set local state. Only debug builds report it.
    case bodySetsState
    /// A handler, an effect or a task threw an error.
    case handlerFailed(String)
    /// A component that depends on its own size changes that size each time it is rendered.
    case unsettledSize
    /// Two enabled bindings of one `.keys` use the same key. The first binding gets it.
    case clashingKeys(KeyChord, String, String)
    /// The literal of a binding's key is not a key. The key is left out.
    case unknownKey(String)
    /// Required constraints contradict each other or the available size. The listed constraints
    /// were ignored.
    case impossibleConstraints([String])
  }

  /// The mistake that was found.
  public let mistake: Mistake
  /// The names of the components and elements from the root.
  public let path: String

  package init(_ mistake: Mistake, path: String) {
    self.mistake = mistake
    self.path = path
  }

  public var description: String {
    let path = self.path.isEmpty ? "the root" : self.path
    return switch mistake {
    case .duplicateKey(let key):
      "two children of \(path) have the key \(key): give each child a key of its own"
    case .loopWithoutKeys:
      "the number of nodes in a loop in \(path) changed, and the nodes have local state: give each "
        + "node a key, so that it keeps its state"
    case .bodyFailed(let error):
      "the body of \(path) threw an error: \(error); put an ErrorBoundary around the component to "
        + "show the error"
    case .bodySetsState:
      "the body of \(path) sets local state: set it in a handler, an effect or a task"
    case .handlerFailed(let error): "a handler of \(path) threw an error: \(error)"
    case .unsettledSize:
      "the content of \(path) depends on its size, and changes that size again: give it a fixed "
        + "width or height"
    case .impossibleConstraints(let dropped):
      "\(path) ignores constraints that contradict others: \(dropped.joined(separator: "; ")). Give "
        + "one of them a lower priority"
    case .unknownKey(let reason): "\(path) binds a key that does not exist: \(reason)"
    case .clashingKeys(let key, let first, let second):
      "\(path) binds \(key) to both \"\(first)\" and \"\(second)\": give the second another key"
    }
  }
}

/// Counters of a renderer's work.
public struct RenderStatistics: Equatable, Sendable {
  /// The number of evaluated component bodies.
  public var bodies = 0
  /// The number of components that were skipped because their props did not change.
  public var skipped = 0
  /// The number of nodes that were compared with instances.
  public var comparisons = 0
  /// The number of created elements.
  public var created = 0
  /// The number of updated elements.
  public var updated = 0
  /// The number of moved elements.
  public var moved = 0
  /// The number of removed elements.
  public var removed = 0
  /// The number of elements of rows that scrolled out of view, reused for rows that came into view.
  public var reused = 0
}
