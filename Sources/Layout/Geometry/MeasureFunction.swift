/// A function that measures the content box of a leaf in an available space.
///
/// It is a struct, because an optional closure would be wrapped in another closure, which costs an
/// allocation for each leaf.
public struct MeasureFunction {
  private let body: @Sendable (_ width: AvailableSpace, _ height: AvailableSpace) -> LayoutSize

  /// Creates a function from a closure.
  /// - Parameter body: returns a width and a height in cells; NaN and negative numbers count as 0.
  ///   `definite` is a fixed size of the content box: the closure measures the size on the other
  ///   axis for it. A definite width may be a fraction, a multiple of 1/64, because boxes are
  ///   rounded to cells only after the layout; a closure for content in whole cells, such as text,
  ///   should round the width down.
  ///
  ///   The closure must return equal results for equal spaces until ``LayoutNode/markDirty()``
  ///   is called. If the closure changes the tree, the program stops. It may lay out another tree.
  ///   In a deep tree, it runs on another thread while the thread of the layout waits, so it must
  ///   not assume that it runs on a certain actor.
  public init(
    _ body: @escaping @Sendable (_ width: AvailableSpace, _ height: AvailableSpace) -> LayoutSize
  ) {
    self.body = body
  }

  /// The size that the closure returns for the content, in cells.
  public func callAsFunction(_ width: AvailableSpace, _ height: AvailableSpace) -> LayoutSize {
    body(width, height)
  }
}
