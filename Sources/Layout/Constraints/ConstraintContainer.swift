/// What a container keeps for its constraints: the solver, and which child is which item.
final class ConstraintContainer {
  var solver = ConstraintContainerSolver()
  private var items: [ObjectIdentifier: Int] = [:]
  /// The nodes are held, so that their identities mean no others as long as they are in here. Apart
  /// from the items' numbers, which every layout asks for several times.
  private var nodes: [ObjectIdentifier: LayoutNode] = [:]
  /// Those of the nodes that have no place among the boxes, and may come back.
  private var waiting: Set<ObjectIdentifier> = []
  /// Whether there ever was one that is not a child of the container itself.
  private var isAnyInWrapper = false

  /// The child's name in constraints, which it gets when it is first asked for.
  func item(for child: LayoutNode) -> LayoutItemID {
    LayoutItemID(number: number(of: child), owner: solver.owner)
  }

  private func number(of child: LayoutNode) -> Int {
    if let known = items[ObjectIdentifier(child)] { return known }
    // Without sizes there is nothing to refuse.
    guard let item = try? solver.addChild() else {
      preconditionFailure("a child without a size is always accepted")
    }
    items[ObjectIdentifier(child)] = item.number
    nodes[ObjectIdentifier(child)] = child
    if child.parentReference?.style.display == .contents { isAnyInWrapper = true }
    return item.number
  }

  /// Sets what the child's content wants on one axis, in cells within the solver's limits.
  func wish(_ size: Double, _ axis: ConstraintAxis, of child: LayoutNode) {
    let number = number(of: child)
    // Nearly always it is what it was.
    if solver.intrinsicSize(axis, ofNumber: number) == size { return }
    try? solver.setIntrinsicSize(
      size, axis: axis, of: LayoutItemID(number: number, owner: solver.owner))
  }

  /// The children's frames as of the last solution, without the noise of the search, which depends on
  /// the way that it came.
  func frames(of children: [LayoutNode]) -> [ConstraintFrame] {
    func cleaned(_ value: Double) -> Double { (value * 1_048_576).rounded() / 1_048_576 }
    // One call for all: each is a copy of the solver's references.
    return solver.frames(of: children.map(number(of:))).map { frame in
      ConstraintFrame(
        x: cleaned(frame.x), y: cleaned(frame.y), width: cleaned(frame.width),
        height: cleaned(frame.height))
    }
  }

  /// Forgets a child, what stands in it, and all constraints that speak of these.
  func remove(_ child: LayoutNode) {
    forget(child)
    guard isAnyInWrapper, !child.children.isEmpty else { return }
    for node in sorted(where: { $0.isWithin(child) }) { forget(node) }
  }

  private func forget(_ child: LayoutNode) {
    guard let number = items.removeValue(forKey: ObjectIdentifier(child)) else { return }
    nodes[ObjectIdentifier(child)] = nil
    waiting.remove(ObjectIdentifier(child))
    try? solver.removeChild(LayoutItemID(number: number, owner: solver.owner))
  }

  /// Makes the items that take part those of these boxes. Others wait as long as they are in the
  /// container's tree.
  func follow(_ boxes: ContiguousArray<LayoutNode>, in container: LayoutNode) {
    for box in boxes {
      _ = number(of: box)
      if !waiting.isEmpty, waiting.remove(ObjectIdentifier(box)) != nil {
        solver.setTakesPart(true, item(for: box))
      }
    }
    if items.count - waiting.count > boxes.count {
      let present = Set(boxes.map(ObjectIdentifier.init))
      for node in sorted(where: { !present.contains(ObjectIdentifier($0)) }) {
        waiting.insert(ObjectIdentifier(node))
        solver.setTakesPart(false, item(for: node))
      }
    }
    if waiting.isEmpty { return }
    for node in sorted(where: { !$0.isWithin(container) }) { forget(node) }
  }

  /// In the order of their items, so that the same changes always lead to the same layout.
  private func sorted(where isWanted: (LayoutNode) -> Bool) -> [LayoutNode] {
    nodes.values.filter(isWanted).sorted { number(of: $0) < number(of: $1) }
  }
}
