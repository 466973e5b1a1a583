/// A length for each side of a box.
public struct Edges: Equatable, Sendable {
  /// The length at the left.
  public var left: Length
  /// The length at the top.
  public var top: Length
  /// The length at the right.
  public var right: Length
  /// The length at the bottom.
  public var bottom: Length

  /// Creates edges from a length for each side, 0 by default: `Edges(left: 2)`.
  /// - Parameters:
  ///   - left: the length at the left.
  ///   - top: the length at the top.
  ///   - right: the length at the right.
  ///   - bottom: the length at the bottom.
  public init(left: Length = 0, top: Length = 0, right: Length = 0, bottom: Length = 0) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Creates edges with the same length for all four sides: `Edges(1)`.
  /// - Parameter all: the length at each side.
  public init(_ all: Length) {
    self.init(left: all, top: all, right: all, bottom: all)
  }

  /// Creates edges from one length for left and right, and one for top and bottom.
  /// - Parameters:
  ///   - horizontal: the length at the left and at the right.
  ///   - vertical: the length at the top and at the bottom.
  public init(horizontal: Length = 0, vertical: Length = 0) {
    self.init(left: horizontal, top: vertical, right: horizontal, bottom: vertical)
  }

  /// A length of 0 on each side.
  public static let zero = Edges(0)
  /// Automatic on each side: margins share the free space, insets have no effect.
  public static let auto = Edges(.auto)

  var hasPercent: Bool {
    left.isPercent || top.isPercent || right.isPercent || bottom.isPercent
  }
}

/// The four sides in cells.
struct ResolvedEdges {
  var left = 0.0
  var top = 0.0
  var right = 0.0
  var bottom = 0.0

  var horizontal: Double { left + right }
  var vertical: Double { top + bottom }
}

extension Edges {
  /// Resolves margins: automatic ones, and percentages of an unknown width, count as 0.
  func resolvedMargins(_ width: Double) -> ResolvedEdges {
    resolved { length in
      let value = length.resolved(width)
      return value.isNaN ? 0 : value
    }
  }

  fileprivate func resolved(_ side: (Length) -> Double) -> ResolvedEdges {
    ResolvedEdges(left: side(left), top: side(top), right: side(right), bottom: side(bottom))
  }
}

extension LayoutStyle {
  /// The sum of padding and border, in cells. As in CSS, percentages refer to the parent's width on
  /// all sides.
  func paddingAndBorder(parentWidth: Double) -> ResolvedEdges {
    let (inner, outer) = (padding.resolved { $0.resolvedSize(parentWidth, or: 0) }, borderEdges)
    return ResolvedEdges(
      left: inner.left + outer.left, top: inner.top + outer.top,
      right: inner.right + outer.right, bottom: inner.bottom + outer.bottom)
  }

  /// The shift of a box in flow by `inset`: CSS Positioned Layout §3.4. If opposite insets
  /// contradict each other, `top` wins over `bottom`, and the side where lines begin over the other
  /// side.
  ///
  /// - Parameters:
  ///   - width: the width that horizontal percentages refer to; NaN if unknown.
  ///   - height: the height that vertical percentages refer to; NaN if unknown.
  ///   - containerRTL: whether the container's lines begin at the right.
  func insetShift(width: Double, height: Double, containerRTL: Bool) -> (x: Double, y: Double) {
    func shift(_ first: Length, _ second: Length, of whole: Double) -> Double {
      let distance = first.resolved(whole)
      if !distance.isNaN { return distance }
      let opposite = second.resolved(whole)
      return opposite.isNaN ? 0 : -opposite
    }
    let (left, right) = (inset.left, inset.right)
    return (
      containerRTL ? -shift(right, left, of: width) : shift(left, right, of: width),
      shift(inset.top, inset.bottom, of: height)
    )
  }

  var borderEdges: ResolvedEdges {
    border.resolved { $0.resolvedSize(.nan, or: 0) }
  }
}
