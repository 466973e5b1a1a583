import MillraceRender

/// A pane of a ``Split``.
public struct SplitPane: Identifiable {
  public let id: String
  let share: Double
  let minimum: Int
  let canCollapse: Bool
  let content: Node

  /// - Parameters:
  ///   - id: identifies the pane in a ``SplitState``, and is the accessible name of the divider
  ///     after the pane. Unique in its split.
  ///   - share: its initial share of the space, relative to the other panes.
  ///   - min: its minimum size along the split in cells: columns or rows. Minimum sizes are ignored
  ///     while they do not all fit.
  ///   - canCollapse: whether the user can collapse the pane.
  ///   - content: its content, in a column.
  public init(
    _ id: String, share: Double = 1, min: Int = 3, canCollapse: Bool = true,
    @NodeBuilder content: () throws -> Node
  ) rethrows {
    (self.id, self.share, self.canCollapse) = (id, share, canCollapse)
    minimum = max(0, min)
    self.content = try content()
  }
}

/// Builds the panes of a ``Split`` from statements: panes, `if`, `switch`, `for`.
@resultBuilder
public enum SplitBuilder: PartsBuilder {
  public typealias Part = SplitPane
}
