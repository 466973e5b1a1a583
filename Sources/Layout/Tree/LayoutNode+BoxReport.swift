/// The layout result of a box, for inspection. Arrays contain left, top, right and bottom, in
/// cells.
public struct BoxReport: Equatable, Sendable {
  /// The unrounded distance from the parent's left edge.
  public let x: Double
  /// The unrounded distance from the parent's top edge.
  public let y: Double
  /// The unrounded width of the border box.
  public let width: Double
  /// The unrounded height of the border box.
  public let height: Double
  /// Outside the border box. Automatic margins count as 0.
  public let margin: [Double]
  /// Inside the border box.
  public let border: [Double]
  /// Between border and content.
  public let padding: [Double]
  /// The size on the parent's main axis before growing and shrinking; nil if it comes from the
  /// content, or if the box is out of flow.
  public let basis: Double?
  /// The final size on that axis.
  public let mainSize: Double
  /// The style's grow factor.
  public let grow: Double
  /// The style's shrink factor.
  public let shrink: Double
  /// The number of children that extend beyond the box.
  public let overflowing: Int
}

extension LayoutNode {
  /// The result of the last layout for this box.
  package var report: BoxReport {
    let style = style
    let outer = parent.map { parent -> (width: Double, height: Double, isRow: Bool) in
      // Percentages of border and padding refer to the width, whatever the box sizing of the
      // parent.
      let sides = parent.style.paddingAndBorder(parentWidth: parent.parent?.width ?? .nan)
      return (
        parent.width - sides.horizontal, parent.height - sides.vertical,
        parent.style.direction.isRow
      )
    }
    let whole = outer?.width ?? .nan
    let both = style.paddingAndBorder(parentWidth: whole)
    let border = style.borderEdges
    let isRow = outer?.isRow ?? true
    var basis: Double?
    if let outer, style.position != .absolute {
      let size = isRow ? outer.width : outer.height
      let own = isRow ? style.width : style.height
      let length = (style.basis.isAuto ? own : style.basis).resolved(size)
      let sides = isRow ? both.horizontal : both.vertical
      if !length.isNaN { basis = style.boxSizing == .contentBox ? length + sides : length }
    }
    return BoxReport(
      x: x, y: y, width: width, height: height, margin: style.margin.resolvedMargins(whole).sides,
      border: border.sides,
      padding: zip(both.sides, border.sides).map { $0 - $1 }, basis: basis,
      mainSize: isRow ? width : height, grow: style.grow, shrink: style.shrink,
      overflowing: children.count {
        $0.x < 0 || $0.y < 0 || $0.x + $0.width > width || $0.y + $0.height > height
      })
  }
}

extension ResolvedEdges {
  fileprivate var sides: [Double] { [left, top, right, bottom] }
}
