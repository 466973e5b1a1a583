/// How the panes of a ``Split`` divide its room, by the ids of the panes.
///
/// It is encoded as an object with both properties. Ids that no pane has are kept, and change nothing.
public struct SplitState: Codable, Equatable, Sendable {
  /// The share of each pane that was resized, relative to the others. A pane that is missing here has the share that
  /// the program gives it.
  public var shares: [String: Double]
  /// The panes that are hidden. The last open pane stays open whatever this says.
  public var collapsed: Set<String>

  public init(shares: [String: Double] = [:], collapsed: Set<String> = []) {
    (self.shares, self.collapsed) = (shares, collapsed)
  }
}
