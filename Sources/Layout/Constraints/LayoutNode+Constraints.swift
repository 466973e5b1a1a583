@_exported import MillraceConstraints

/// Constraints of a container whose style says `display: constraints`.
///
/// They speak of the container's content box and of the border boxes of what is in it, by names. What a
/// child's style or content says of its size is what its content wants; constraints weigh more or less
/// than that by their priorities. Margins and flex factors count for nothing. A child that is not shown
/// takes part with a size of 0 by 0. An absolute one does not, nor one without a box of its own
/// (`display: contents`): constraints that speak of these wait. One without a name stands in the corner.
extension LayoutNode {
  /// Names what is in this container, and says where it stands, in place of what was said before. What
  /// differs is applied; an equal call changes nothing.
  ///
  /// ```swift
  /// let (sidebar, body): (LayoutItem, LayoutItem) = ("sidebar", "body")
  /// node.constrain(["sidebar": list, "body": text], by: [
  ///   body.leading == sidebar.trailing + 1,
  ///   sidebar.width <= LayoutItem.parent.width / 3,
  ///   (sidebar.width == 24).priority(.high),
  /// ])
  /// ```
  ///
  /// A constraint that only differs in its constant from one that was there before is an edit variable:
  /// the next layout goes on from where the last one ended, as for a divider that follows the mouse.
  ///
  /// - Parameters:
  ///   - names: children of this node, or of a child without a box of its own.
  ///   - constraints: of those that contradict each other the first ones hold;
  ///     ``constraintConflicts`` has the others after the next layout.
  /// - Complexity: O(names + constraints) when there is nothing new.
  public func constrain(_ names: [String: LayoutNode], by constraints: [LayoutConstraint]) {
    let container = madeConstraintContainer()
    let isRenamed = container.name(names)
    guard isRenamed || container.items.constraints != constraints else { return }
    container.items.constraints = constraints
    markDirty()
  }

  /// The required constraints that were left out of the last layout, because others contradict them, or
  /// the size that this container was given; and those with numbers that are out of range.
  ///
  /// A container whose size comes from its content has the one that its constraints ask for; any
  /// other size holds, and children that do not fit reach beyond it.
  public var constraintConflicts: [ConstraintConflict] {
    constraintContainer?.items.conflicts ?? []
  }

  func madeConstraintContainer() -> ConstraintContainer {
    if let constraintContainer { return constraintContainer }
    let made = ConstraintContainer()
    constraintContainer = made
    return made
  }
}

/// What a container keeps for its constraints: the solver, and which child is which item.
final class ConstraintContainer {
  var items = ConstrainedItems()
  /// The nodes are held, so that their identities mean no others.
  private var named: [ObjectIdentifier: (item: LayoutItem, node: LayoutNode)] = [:]

  /// - Returns: whether that changes anything.
  func name(_ names: [String: LayoutNode]) -> Bool {
    let before = named.mapValues(\.item)
    named = [:]
    // Of two names for one node, the first by alphabet.
    for (name, node) in names.sorted(by: { $0.key > $1.key }) {
      named[ObjectIdentifier(node)] = (LayoutItem(name), node)
    }
    return named.mapValues(\.item) != before
  }

  func forgetNames() { named = [:] }

  /// Forgets the names of a child that leaves, and of what is in it.
  func remove(_ child: LayoutNode) {
    named[ObjectIdentifier(child)] = nil
    if !child.children.isEmpty { named = named.filter { !$0.value.node.isWithin(child) } }
  }

  /// Makes the items that take part those of these boxes.
  /// - Returns: the boxes with their items; those without a name have one that nobody writes.
  func follow(_ boxes: ContiguousArray<LayoutNode>) -> [(child: LayoutNode, item: LayoutItem)] {
    let followed = boxes.filter { $0.style.position != .absolute }.enumerated().map {
      (child: $1, item: named[ObjectIdentifier($1)]?.item ?? LayoutItem("\u{0}\($0)"))
    }
    items.items = followed.map(\.item)
    return followed
  }
}
