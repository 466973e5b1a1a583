/// The size of a leaf's content (its content box) under a constraint.
///
/// A struct around a closure, and not the closure: an optional closure is kept behind another one,
/// which costs a block of memory a leaf.
public struct MeasureFunction {
  private let body: @Sendable (_ width: AvailableSpace, _ height: AvailableSpace) -> LayoutSize

  /// Makes a function from a closure.
  /// - Parameter body: Gives a width and a height in cells; NaN and negative ones count as 0.
  ///   `definite` is a size that the content box has: measure the other axis for it. A definite
  ///   width may be a fraction, a multiple of 1/64, since boxes are rounded to cells only at the
  ///   end; content in whole cells should round it down.
  ///
  ///   Must give equal results for equal constraints until ``LayoutNode/markDirty()`` is called,
  ///   and must not change the tree, which stops the program. It may lay out another tree. In a deep tree it is called on another thread, while the one
  ///   that lays out waits: it must not count on an actor.
  public init(
    _ body: @escaping @Sendable (_ width: AvailableSpace, _ height: AvailableSpace) -> LayoutSize
  ) {
    self.body = body
  }

  /// The content's size, in cells, as the closure gives it.
  public func callAsFunction(_ width: AvailableSpace, _ height: AvailableSpace) -> LayoutSize {
    body(width, height)
  }
}
