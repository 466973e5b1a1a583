/// Constraints of a container whose style says `display: constraints`.
///
/// They speak of the container's content box and of the border boxes of its children. What a child's
/// style or content says of its size is what its content wants, which ``setHugging(_:axis:of:)`` and
/// ``setCompressionResistance(_:axis:of:)`` weigh against the constraints; margins and flex factors
/// count for nothing. A child that is not shown takes part with a size of 0 by 0. An absolute one, and
/// one without a box of its own (`display: contents`), does not; its constraints wait until it does.
extension LayoutNode {
  /// The name of a child in this container's constraints.
  ///
  /// - Parameter child: A child of this node, or of a child without a box of its own; any other is a
  ///   programmer's error.
  public func item(_ child: LayoutNode) -> LayoutItemID {
    precondition(
      child.container === self, "LayoutNode.item: this node is no child of the container.")
    return madeConstraintContainer().item(for: child)
  }

  /// Adds a constraint between children, or a child and the container.
  ///
  /// A required constraint that contradicts older ones is left out as long as it does;
  /// ``constraintConflicts`` says so after the next layout.
  ///
  /// - Returns: What it can be removed by.
  /// - Throws: `unknownItem`; `outOfRange` for the multiplier or the constant.
  /// - Complexity: O(1); the next layout goes on from where the last one ended.
  @discardableResult
  public func add(_ constraint: LayoutConstraint) throws(LayoutConstraintError)
    -> LayoutConstraintID
  {
    let id = try madeConstraintContainer().solver.add(constraint)
    markDirty()
    return id
  }

  /// Removes a constraint. Removing a child from the tree removes those that speak of it, and so does
  /// removing the box without a box of its own that it is in.
  ///
  /// - Throws: `unknownConstraint` when it was removed before, itself or with one of its items, or is
  ///   another container's.
  public func remove(_ constraint: LayoutConstraintID) throws(LayoutConstraintError) {
    try madeConstraintContainer().solver.remove(constraint)
    markDirty()
  }

  /// Sets how strongly a child keeps from being larger than its content; 250 at first.
  ///
  /// - Parameters:
  ///   - priority: How much it matters.
  ///   - axis: Width or height.
  ///   - child: As for ``item(_:)``.
  public func setHugging(
    _ priority: ConstraintPriority, axis: ConstraintAxis, of child: LayoutNode
  ) {
    let item = item(child)
    try? madeConstraintContainer().solver.setHugging(priority, axis: axis, of: item)
    markDirty()
  }

  /// Sets how strongly a child keeps from being smaller than its content; 750 at first.
  ///
  /// - Parameters: As for ``setHugging(_:axis:of:)``.
  public func setCompressionResistance(
    _ priority: ConstraintPriority, axis: ConstraintAxis, of child: LayoutNode
  ) {
    let item = item(child)
    try? madeConstraintContainer().solver.setCompressionResistance(priority, axis: axis, of: item)
    markDirty()
  }

  /// The required constraints that are left out because they contradict older ones, or the size
  /// that this container was given, oldest first. Complete after a layout: what was added or removed
  /// since may be told of already, and what that makes room for is not.
  ///
  /// A container whose size comes from its content has the one that its constraints ask for; any
  /// other size holds, and children that do not fit reach beyond it. What is left out is tried again
  /// whenever a constraint or the size changes.
  ///
  /// - Complexity: O(1) where there are none, else a search for every constraint that they name.
  public var constraintConflicts: [ConstraintConflict] {
    constraintContainer?.solver.conflicts ?? []
  }

  /// The children whose frames could be others just as well, as of the last layout: for debugging.
  ///
  /// - Complexity: Two short searches for every number of every child.
  public func ambiguousItems() -> [AmbiguousItem] {
    constraintContainer?.solver.ambiguousItems() ?? []
  }

  func madeConstraintContainer() -> ConstraintContainer {
    if let constraintContainer { return constraintContainer }
    let made = ConstraintContainer()
    constraintContainer = made
    return made
  }

  /// With an item for each child, also where no constraint was ever added.
  func followedConstraintContainer() -> ConstraintContainer {
    let made = madeConstraintContainer()
    made.follow(boxes.filter { $0.style.position != .absolute }, in: self)
    made.solver.direction = isRightToLeft ? .rightToLeft : .leftToRight
    return made
  }
}
