/// The user's sizes of a ``Split``'s panes, by pane id.
///
/// It is encoded as an object with the keys `shares` and `collapsed`. Ids of panes that do not
/// exist have no effect, but are kept.
public struct SplitState: Codable, Equatable, Sendable {
  /// The shares of panes, relative to each other. When the user moves a divider, the shares of all
  /// panes are stored. A pane that is missing here has the share set by the program.
  public var shares: [String: Double]
  /// The ids of the collapsed panes. At least one pane always stays open.
  public var collapsed: Set<String>

  /// Makes a state from shares and collapsed panes, by their ids. Without arguments, panes have the
  /// shares set by the program.
  /// - Parameters:
  ///   - shares: the share of each resized pane, relative to the others.
  ///   - collapsed: the ids of the collapsed panes.
  public init(shares: [String: Double] = [:], collapsed: Set<String> = []) {
    (self.shares, self.collapsed) = (shares, collapsed)
  }
}
