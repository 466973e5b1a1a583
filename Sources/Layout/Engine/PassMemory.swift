/// What one layout has found and the nodes do not remember.
///
/// A node has room for its height at one width, for its widths at one height, and for what is in it as
/// it stands in one size. Where boxes are measured in one size and placed in another at each level of a
/// chain, they would forget and find the same again, twice as often with each level or two. Few boxes
/// are asked like that, and only what these find is kept here, for as long as one layout takes: nothing
/// in the tree changes meanwhile.
struct PassMemory {
  /// A box and what it was asked about.
  struct Query: Hashable {
    private let node: ObjectIdentifier
    private let width: Double
    private let height: Double
    private let heightIsDefinite: Bool
    private let parentWidth: Double

    /// - Parameters:
    ///   - height: NaN if there is none. No height is negative.
    ///   - parentWidth: What percentages of padding are taken of, where that is not decided yet.
    init(
      _ node: LayoutNode, width: Double = 0, height: Double, heightIsDefinite: Bool = false,
      parentWidth: Double = 0
    ) {
      self.node = ObjectIdentifier(node)
      self.width = width
      self.height = height.isNaN ? -1 : height
      self.heightIsDefinite = heightIsDefinite
      self.parentWidth = parentWidth.isNaN ? -1 : parentWidth
    }
  }

  struct Widths {
    var min: Double
    var max: Double
  }

  /// Of content boxes, by their width and the height that the box has before its content.
  var heights: [Query: Double] = [:]
  /// Of content boxes, by the height that the box has before its content.
  var widths: [Query: Widths] = [:]
  /// From the tops of border boxes, by their size.
  var baselines: [Query: Double] = [:]
}

extension LayoutPass {
  /// Lets a node remember its height at a width again, if this layout has found it before.
  ///
  /// Only for a node with many heights: what changes in such a node later is passed on to its container
  /// though it come out the same, since what is in it may remember other sizes than it does itself.
  /// - Returns: Whether it does.
  mutating func recallHeight(of node: LayoutNode, innerWidth: Double) -> Bool {
    guard node.marks.contains(.hasManyHeights), !node.children.isEmpty, !node.measuredWidth.isNaN
    else { return false }
    let height = Double(node.extra)
    memory.heights[.init(node, width: node.measuredWidth, height: height)] = node.measuredHeight
    guard let known = memory.heights[.init(node, width: innerWidth, height: height)] else {
      return false
    }
    node.measuredWidth = innerWidth
    node.measuredHeight = known
    return true
  }

  /// Puts the widths of a node's content aside, which are for the height that it remembers, and lets it
  /// remember those for another, if this layout has found them before.
  mutating func exchangeWidths(of node: LayoutNode, for height: Float) {
    memory.widths[.init(node, height: Double(node.extra))] = .init(
      min: node.minContentWidth, max: node.maxContentWidth)
    let known = memory.widths[.init(node, height: Double(height))]
    node.minContentWidth = known?.min ?? .nan
    node.maxContentWidth = known?.max ?? .nan
  }
}
