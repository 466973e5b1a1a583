/// A child that the constraints leave open.
public struct AmbiguousItem: Hashable, Sendable, CustomStringConvertible {
  /// The child.
  public var item: LayoutItemID
  /// Which of left, top, width and height could be others just as well.
  public var attributes: [LayoutAttribute]

  /// Names a child, and what of it is open.
  public init(item: LayoutItemID, attributes: [LayoutAttribute]) {
    self.item = item
    self.attributes = attributes
  }

  public var description: String {
    "\(item): \(attributes.map { "\($0)" }.joined(separator: ", ")) could be others just as well"
  }
}
