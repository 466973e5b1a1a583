@_exported import MillraceConstraints

/// Constraints of a container with `display: constraints`.
///
/// They relate the container's content box and the border boxes of its items, by name. A child's
/// content size comes from its style or its content; the priority of a constraint decides whether
/// it outweighs the content size. Margins and flex factors have no effect. A hidden child takes
/// part with a size of 0 by 0. Constraints on an absolute child, or on a child without its own box
/// (`display: contents`), have no effect. A child without a name is placed in the top corner on the
/// leading side.
extension LayoutNode {
  /// Replaces the names and constraints of this container. Only differences are applied: a call
  /// with equal names and constraints has no effect.
  ///
  /// ```swift
  /// let sidebar: LayoutItem = "sidebar"
  /// let body: LayoutItem = "body"
  /// node.constrain(
  ///   ["sidebar": list, "body": text],
  ///   by: [
  ///     body.leading == sidebar.trailing + 1,
  ///     sidebar.width <= LayoutItem.parent.width / 3,
  ///     (sidebar.width == 24).priority(.high),
  ///   ])
  /// ```
  ///
  /// If a constraint differs from a previous one only in its constant, as for a divider that
  /// follows the mouse, the next layout continues from the last solution.
  ///
  /// - Parameters:
  ///   - names: the children of this node by name, including the children of a child without its
  ///     own box.
  ///   - constraints: the constraints of this container. If required ones contradict each other,
  ///     the earlier ones take effect, and ``constraintConflicts`` contains the others after the
  ///     next layout.
  /// - Complexity: O(*n* log *n* + constraints) for *n* names, if nothing changed.
  public func constrain(_ names: [String: LayoutNode], by constraints: [LayoutConstraint]) {
    let container = ensureConstraintContainer()
    let isRenamed = container.name(names)
    guard isRenamed || container.items.constraints != constraints else { return }
    container.items.constraints = constraints
    markDirty()
  }

  /// The constraints that the last layout left out: required ones that contradict others or the
  /// container's given size, and those with numbers out of range.
  ///
  /// If the container is sized by its content, it has the size that its constraints need. Otherwise
  /// its size is fixed, and children that do not fit extend beyond it.
  public var constraintConflicts: [ConstraintConflict] {
    constraintContainer?.items.conflicts ?? []
  }

  func ensureConstraintContainer() -> ConstraintContainer {
    if let constraintContainer { return constraintContainer }
    let made = ConstraintContainer()
    constraintContainer = made
    return made
  }
}

/// The solver of a container, and the mapping from children to items.
final class ConstraintContainer {
  var items = ConstrainedItems()
  /// Retains the nodes, so that their object identifiers are not reused.
  private var named: [ObjectIdentifier: (item: LayoutItem, node: LayoutNode)] = [:]

  /// - Returns: whether the names changed.
  func name(_ names: [String: LayoutNode]) -> Bool {
    let before = named.mapValues(\.item)
    named = [:]
    // If a node has two names, the alphabetically first one counts.
    for (name, node) in names.sorted(by: { $0.key > $1.key }) {
      named[ObjectIdentifier(node)] = (LayoutItem(name), node)
    }
    return named.mapValues(\.item) != before
  }

  func clearNames() { named = [:] }

  /// Drops the names of a removed child and its descendants.
  func remove(_ child: LayoutNode) {
    named[ObjectIdentifier(child)] = nil
    if !child.children.isEmpty { named = named.filter { !$0.value.node.isWithin(child) } }
  }

  /// Makes the boxes that are not absolute the items of the solver.
  /// - Returns: these boxes with their items; boxes without a name get a name that no program uses.
  func updateItems(_ boxes: ContiguousArray<LayoutNode>) -> [(child: LayoutNode, item: LayoutItem)]
  {
    let followed = boxes.filter { $0.style.position != .absolute }.enumerated().map {
      (child: $1, item: named[ObjectIdentifier($1)]?.item ?? LayoutItem("\u{0}\($0)"))
    }
    items.items = followed.map(\.item)
    return followed
  }
}
