/// The panes of a split with the user's changes, and the effect of moving a divider.
struct SplitLayout {
  struct Pane {
    let id: String
    /// From 0 to less than 1e9 in `SplitLayout.panes`, which replaces other values by 1.
    var share: Double
    let minimum: Int
    var isCollapsed: Bool
  }

  private(set) var panes: [Pane]

  init(_ panes: [Pane], _ state: SplitState) {
    self.panes = panes.map { pane in
      var pane = pane
      if let share = state.shares[pane.id] { pane.share = share }
      if !(pane.share >= 0 && pane.share < 1e9) { pane.share = 1 }
      pane.isCollapsed = state.collapsed.contains(pane.id)
      return pane
    }
    if !self.panes.isEmpty, self.panes.allSatisfy(\.isCollapsed) {
      self.panes[self.panes.count - 1].isCollapsed = false
    }
  }

  /// The total minimum size of the open panes, in cells.
  var minimum: Int { panes.reduce(0) { $0 + ($1.isCollapsed ? 0 : $1.minimum) } }

  /// The growth factor of each pane (CSS `flex-grow`). Their sum is at least 1, because CSS leaves
  /// space free if the sum is less.
  /// - Parameter minimumsDoNotFit: whether the minimum sizes do not fit. The panes then divide the
  ///   space in proportion to their minimum sizes.
  func factors(minimumsDoNotFit: Bool) -> [Double] {
    let weights = panes.map { pane in
      pane.isCollapsed ? 0 : minimumsDoNotFit ? Double(max(1, pane.minimum)) : pane.share
    }
    let total = weights.reduce(0, +)
    guard total > 0 else { return panes.map { $0.isCollapsed ? 0 : 1 } }
    return weights.map { $0 / total * 100 }
  }

  /// The open panes on both sides of a divider; collapsed panes are skipped.
  /// - Parameter divider: the index of the pane before the divider.
  func neighbours(of divider: Int) -> (before: Int, after: Int)? {
    guard let before = panes[...divider].lastIndex(where: { !$0.isCollapsed }),
      let after = panes[(divider + 1)...].firstIndex(where: { !$0.isCollapsed })
    else { return nil }
    return (before, after)
  }

  /// The share of the open pane before a divider, as a percentage of the shares of the open panes
  /// on both sides. If only one side has an open pane: 100 for the side before, 0 for the other.
  func percent(of divider: Int) -> Int {
    guard let (before, after) = neighbours(of: divider) else {
      return panes[...divider].contains { !$0.isCollapsed } ? 100 : 0
    }
    let (one, other) = (panes[before].share, panes[after].share)
    return one + other > 0 ? Int((one / (one + other) * 100).rounded()) : 50
  }

  /// The shares and sizes after moving a divider, as far as the minimum sizes allow.
  /// - Parameters:
  ///   - distance: in cells; negative makes the pane before the divider smaller.
  ///   - sizes: the current sizes of all panes, in cells.
  /// - Returns: nil if the divider cannot move.
  func moving(
    _ divider: Int, by distance: Int, sizes: [Int]
  ) -> (shares: [String: Double], sizes: [Int])? {
    guard sizes.count == panes.count, let (before, after) = neighbours(of: divider) else {
      return nil
    }
    let both = sizes[before] + sizes[after]
    let (least, most) = (panes[before].minimum, both - panes[after].minimum)
    let target = min(max(least, sizes[before] + distance), most)
    guard least <= most, target != sizes[before] else { return nil }
    var sizes = sizes
    (sizes[before], sizes[after]) = (target, both - target)
    // The open panes keep their total share, so that a collapsed pane reopens with its old
    // proportion.
    let open = panes.indices.filter { !panes[$0].isCollapsed }
    let (room, total) = open.reduce((0, 0.0)) { ($0.0 + sizes[$1], $0.1 + panes[$1].share) }
    var shares = Dictionary(panes.map { ($0.id, $0.share) }) { first, _ in first }
    for index in open {
      shares[panes[index].id] = Double(sizes[index]) * (total > 0 ? total : 1) / Double(room)
    }
    return (shares, sizes)
  }

  /// The pane to open or collapse at a divider: a collapsed neighbour opens; otherwise the pane
  /// before the divider collapses, or the pane after the divider if the one before cannot collapse.
  /// The last open pane stays open.
  func toggled(at divider: Int, canCollapse: (Int) -> Bool) -> Int? {
    let both = [divider, divider + 1]
    return both.first { panes[$0].isCollapsed }
      ?? (panes.count { !$0.isCollapsed } > 1 ? both.first(where: canCollapse) : nil)
  }
}
