import MillraceConstraints

// Constraints as they are written: `title.leading == parent.leading + 2`.

extension LayoutItem {
  /// Ends where another one begins, with so many cells between.
  public func before(_ other: LayoutItem, gap: Double = 0) -> LayoutConstraint {
    trailing == other.leading - gap
  }

  /// Begins where another one ends, with so many cells between.
  public func after(_ other: LayoutItem, gap: Double = 0) -> LayoutConstraint {
    leading == other.trailing + gap
  }

  /// Ends where one below it begins, with so many lines between.
  public func above(_ other: LayoutItem, gap: Double = 0) -> LayoutConstraint {
    bottom == other.top - gap
  }

  /// Begins where one above it ends, with so many lines between.
  public func below(_ other: LayoutItem, gap: Double = 0) -> LayoutConstraint {
    top == other.bottom + gap
  }

  /// Is as large as another one, less so many cells on each side, in its place.
  public func fill(_ other: LayoutItem = .parent, inset: Double = 0) -> [LayoutConstraint] {
    fillWidth(of: other, inset: inset) + fillHeight(of: other, inset: inset)
  }

  public func fillWidth(of other: LayoutItem = .parent, inset: Double = 0) -> [LayoutConstraint] {
    [leading == other.leading.inset(inset), trailing == other.trailing.inset(inset)]
  }

  public func fillHeight(of other: LayoutItem = .parent, inset: Double = 0) -> [LayoutConstraint] {
    [top == other.top.inset(inset), bottom == other.bottom.inset(inset)]
  }

  /// Has the middle of another one.
  public func center(in other: LayoutItem = .parent) -> [LayoutConstraint] {
    [centerX == other.centerX, centerY == other.centerY]
  }
}

extension LayoutAnchor {
  /// So many cells further right, further down or larger.
  public func offset(_ cells: Double) -> LayoutAnchor { self + cells }

  /// So many cells further inside the box: a size is smaller by twice as many, and a centre does not move.
  public func inset(_ cells: Double) -> LayoutAnchor {
    switch attribute {
    case .left, .top, .leading: self + cells
    case .right, .bottom, .trailing: self - cells
    case .width, .height, .contentWidth, .contentHeight: self - 2 * cells
    case .centerX, .centerY: self
    }
  }

  public func multiplied(by factor: Double) -> LayoutAnchor {
    var anchor = self
    anchor.multiplier *= factor
    anchor.constant *= factor
    return anchor
  }

  public func divided(by divisor: Double) -> LayoutAnchor { multiplied(by: 1 / divisor) }

  /// Follows a value from outside, as a divider follows the mouse, as far as what is required allows:
  /// an edit variable.
  public func suggested(_ value: Double) -> LayoutConstraint {
    (self == value).priority(.suggestion)
  }

  public static func + (anchor: LayoutAnchor, cells: Double) -> LayoutAnchor {
    var anchor = anchor
    anchor.constant += cells
    return anchor
  }

  public static func - (a: Self, cells: Double) -> Self { a + -cells }

  public static func * (a: Self, factor: Double) -> Self { a.multiplied(by: factor) }

  public static func / (a: Self, divisor: Double) -> Self { a.divided(by: divisor) }

  public static func == (a: Self, b: Self) -> LayoutConstraint { .init(a, .equal, b) }
  public static func <= (a: Self, b: Self) -> LayoutConstraint { .init(a, .lessThanOrEqual, b) }
  public static func >= (a: Self, b: Self) -> LayoutConstraint { .init(a, .greaterThanOrEqual, b) }

  public static func == (a: Self, cells: Double) -> LayoutConstraint {
    .init(a, .equal, constant: cells)
  }

  public static func <= (a: Self, cells: Double) -> LayoutConstraint {
    .init(a, .lessThanOrEqual, constant: cells)
  }

  public static func >= (a: Self, cells: Double) -> LayoutConstraint {
    .init(a, .greaterThanOrEqual, constant: cells)
  }
}

extension [LayoutConstraint] {
  /// The same, each as important as this.
  public func priority(_ priority: ConstraintPriority) -> [LayoutConstraint] {
    map { $0.priority(priority) }
  }
}
