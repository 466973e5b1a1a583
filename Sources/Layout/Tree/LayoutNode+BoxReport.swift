/// What a layout made of a box, for somebody who looks. Sides are left, top, right and bottom, in cells.
public struct BoxReport: Equatable, Sendable {
  /// From the parent's top left corner, before rounding.
  public let x: Double
  /// From the parent's top left corner, before rounding.
  public let y: Double
  /// Of the border box, before rounding.
  public let width: Double
  /// Of the border box, before rounding.
  public let height: Double
  /// Outside the border box. An automatic margin counts as 0.
  public let margin: [Double]
  /// In the border box.
  public let border: [Double]
  /// Inside the border.
  public let padding: [Double]
  /// What it would have on the parent's main axis before it grows or shrinks; nil where that comes from the content,
  /// and for a box that is out of the flow.
  public let basis: Double?
  /// What it has on that axis.
  public let mainSize: Double
  /// The factor of the style.
  public let grow: Double
  /// The factor of the style.
  public let shrink: Double
  /// How many of its children reach beyond it.
  public let overflowing: Int
}

extension LayoutNode {
  /// What the last layout made of this box.
  package var report: BoxReport {
    let style = style
    let outer = parent.map { parent -> (width: Double, height: Double, isRow: Bool) in
      // Percentages of sides are of the width, whatever the parent's own sides are of.
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
