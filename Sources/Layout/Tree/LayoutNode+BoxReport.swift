/// The layout result of a box, for inspection. Lengths are in cells. Arrays for the four sides
/// contain left, top, right and bottom.
public struct BoxReport: Codable, Equatable, Sendable {
  /// The unrounded distance from the parent's left edge.
  public let x: Double
  /// The unrounded distance from the parent's top edge.
  public let y: Double
  /// The unrounded width of the border box.
  public let width: Double
  /// The unrounded height of the border box.
  public let height: Double
  /// The margins of the four sides. Automatic margins count as 0.
  public let margin: [Double]
  /// The widths of the borders of the four sides.
  public let border: [Double]
  /// The padding of the four sides, between border and content.
  public let padding: [Double]
  /// The width and height inside border and padding.
  public let content: [Double]
  /// The size on the container's main axis before growing and shrinking; nil if the box is not an
  /// item of a flexbox, or if the tree is not laid out.
  public let basis: Double?
  /// Whether the basis comes from the content or the aspect ratio, not from a size in the style.
  public let isContentBasis: Bool
  /// The final size on the main axis.
  public let mainSize: Double
  /// The smallest size on the main axis, from the style or the content; at least border and
  /// padding.
  public let minimum: Double
  /// The largest size on the main axis; nil if the style does not limit it.
  public let maximum: Double?
  /// The style's grow factor.
  public let grow: Double
  /// The style's shrink factor.
  public let shrink: Double
  /// The number of children that extend beyond the box.
  public let overflowing: Int
}

extension LayoutNode {
  /// The result of the last layout for this box.
  /// - Complexity: O(children of the container).
  package var report: BoxReport {
    let style = style
    let item = resolvedItem
    // Percentages of margins and padding refer to the parent's width.
    let whole = box.pointee.placedParentWidth
    // A node with `display: contents` has no border and padding.
    let isBox = style.display != .contents
    let both = isBox ? style.paddingAndBorder(parentWidth: whole) : ResolvedEdges()
    let border = isBox ? style.borderEdges : ResolvedEdges()
    let mainSize = item?.isInRow ?? true ? width : height
    let maximum = item.map { max($0.minMain, $0.maxMain) } ?? .infinity
    return BoxReport(
      x: x, y: y, width: width, height: height, margin: style.margin.resolvedMargins(whole).sides,
      border: border.sides, padding: zip(both.sides, border.sides).map { $0 - $1 },
      content: [max(0, width - both.horizontal), max(0, height - both.vertical)], basis: item?.base,
      isContentBasis: item?.hasGivenBase == false, mainSize: mainSize,
      minimum: item?.minMain ?? 0, maximum: maximum.isFinite ? maximum : nil,
      grow: style.grow, shrink: style.shrink,
      overflowing: children.count {
        $0.x < 0 || $0.y < 0 || $0.x + $0.width > width || $0.y + $0.height > height
      })
  }

  /// The flex item of this box with its sizes on the main axis, as in the last layout.
  private var resolvedItem: FlexItem? {
    var outer = box.parent
    while let wrapper = outer, wrapper.style.display == .contents { outer = wrapper.parent }
    guard let outer, outer.style.display == .flex, box.isInFlow, !width.isNaN,
      box.root.flags.isDisjoint(with: .anyDirty)
    else { return nil }
    // The layout keeps no items, so they are made again, from the cached sizes of the content.
    let work = RootState()
    var pass = LayoutPass(box.root, arena, work)
    defer { pass.end(box.root, work) }
    let (container, _) = FlexContainer.placed(outer)
    var found: FlexItem?
    pass.collectItems(container).forEachLine(container) { line, _ in
      pass.resolveFlexibleLengths(line, container)
      for item in line where item.pointee.node == box { found = item.pointee }
    }
    return found
  }
}

extension ResolvedEdges {
  fileprivate var sides: [Double] { [left, top, right, bottom] }
}
