/// A mistake in a tree that the renderer can live with.
public enum RenderIssue: Equatable, Sendable, CustomStringConvertible {
  /// Two siblings have one key. The second is treated as another node; its state may be lost when
  /// the order changes.
  case duplicateKey(NodeKey, path: String)
  /// One value of a component with local state stands in two places. Both show the state of the
  /// second.
  case sharedLocalState(path: String)

  public var description: String {
    switch self {
    case .duplicateKey(let key, let path):
      "two children of \(path.isEmpty ? "the root" : path) have the key \(key): "
        + "give each child a key of its own"
    case .sharedLocalState(let path):
      "the component at \(path) stands in another place, too, with the same local state: make a "
        + "component of its own for each place"
    }
  }
}

/// What a renderer did, in numbers.
public struct RenderStatistics: Equatable, Sendable {
  /// Component bodies evaluated.
  public var bodies = 0
  /// Components skipped because their props did not change.
  public var skipped = 0
  public var created = 0
  public var updated = 0
  public var moved = 0
  public var removed = 0
}
