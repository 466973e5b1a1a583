import MillraceConstraints

// Operators and helpers for constraints, such as `title.leading == parent.leading + 2`.

extension LayoutItem {
  /// Makes the item end before another item begins, with a gap in cells.
  public func before(_ other: LayoutItem, gap: Double = 0) -> LayoutConstraint {
    trailing == other.leading - gap
  }

  /// Makes the item begin after another item ends, with a gap in cells.
  public func after(_ other: LayoutItem, gap: Double = 0) -> LayoutConstraint {
    leading == other.trailing + gap
  }

  /// Makes the item end above another item, with a gap in lines.
  public func above(_ other: LayoutItem, gap: Double = 0) -> LayoutConstraint {
    bottom == other.top - gap
  }

  /// Makes the item begin below another item, with a gap in lines.
  public func below(_ other: LayoutItem, gap: Double = 0) -> LayoutConstraint {
    top == other.bottom + gap
  }

  /// Makes the item cover another item, with an inset in cells on each side.
  public func fill(_ other: LayoutItem = .parent, inset: Double = 0) -> [LayoutConstraint] {
    fillWidth(of: other, inset: inset) + fillHeight(of: other, inset: inset)
  }

  /// Aligns the leading and trailing edges of the item with those of another item, moved inwards by
  /// an inset in cells.
  public func fillWidth(of other: LayoutItem = .parent, inset: Double = 0) -> [LayoutConstraint] {
    [leading == other.leading.inset(inset), trailing == other.trailing.inset(inset)]
  }

  /// Aligns the top and bottom edges of the item with those of another item, moved inwards by an
  /// inset in cells.
  public func fillHeight(of other: LayoutItem = .parent, inset: Double = 0) -> [LayoutConstraint] {
    [top == other.top.inset(inset), bottom == other.bottom.inset(inset)]
  }

  /// Centers the item in another item.
  public func center(in other: LayoutItem = .parent) -> [LayoutConstraint] {
    [centerX == other.centerX, centerY == other.centerY]
  }
}

extension LayoutAnchor {
  /// Moves an edge right or down, or enlarges a size, by a number of cells. In a right-to-left
  /// layout, moves a leading or trailing edge left.
  public func offset(_ cells: Double) -> LayoutAnchor { self + cells }

  /// Moves an edge inwards; a size becomes smaller by twice the inset, and a centre does not move.
  public func inset(_ cells: Double) -> LayoutAnchor {
    switch attribute {
    case .left, .top, .leading: self + cells
    case .right, .bottom, .trailing: self - cells
    case .width, .height, .contentWidth, .contentHeight: self - 2 * cells
    case .centerX, .centerY: self
    }
  }

  /// Returns the anchor, multiplied by a factor.
  public func multiplied(by factor: Double) -> LayoutAnchor {
    var anchor = self
    anchor.multiplier *= factor
    anchor.constant *= factor
    return anchor
  }

  /// Returns the anchor, divided by a number.
  public func divided(by divisor: Double) -> LayoutAnchor { multiplied(by: 1 / divisor) }

  /// Makes the anchor follow a value, such as the mouse position for a divider, as far as required
  /// constraints allow. In Cassowary's terms, the anchor is an edit variable.
  public func suggested(_ value: Double) -> LayoutConstraint {
    (self == value).priority(.suggestion)
  }

  /// Returns the anchor, plus a number of cells.
  public static func + (anchor: LayoutAnchor, cells: Double) -> LayoutAnchor {
    var anchor = anchor
    anchor.constant += cells
    return anchor
  }

  /// Returns the anchor, minus a number of cells.
  public static func - (a: Self, cells: Double) -> Self { a + -cells }

  /// Returns the anchor, multiplied by a factor.
  public static func * (a: Self, factor: Double) -> Self { a.multiplied(by: factor) }

  /// Returns the anchor, divided by a number.
  public static func / (a: Self, divisor: Double) -> Self { a.divided(by: divisor) }

  public static func == (a: Self, b: Self) -> LayoutConstraint { .init(a, .equal, b) }
  /// Constrains an anchor to be at most another one.
  public static func <= (a: Self, b: Self) -> LayoutConstraint { .init(a, .lessThanOrEqual, b) }
  /// Constrains an anchor to be at least another one.
  public static func >= (a: Self, b: Self) -> LayoutConstraint { .init(a, .greaterThanOrEqual, b) }

  public static func == (a: Self, cells: Double) -> LayoutConstraint {
    .init(a, .equal, constant: cells)
  }

  /// Constrains an anchor to be at most a number of cells.
  public static func <= (a: Self, cells: Double) -> LayoutConstraint {
    .init(a, .lessThanOrEqual, constant: cells)
  }

  /// Constrains an anchor to be at least a number of cells.
  public static func >= (a: Self, cells: Double) -> LayoutConstraint {
    .init(a, .greaterThanOrEqual, constant: cells)
  }
}

extension [LayoutConstraint] {
  /// Returns the same constraints with another priority.
  public func priority(_ priority: ConstraintPriority) -> [LayoutConstraint] {
    map { $0.priority(priority) }
  }
}
