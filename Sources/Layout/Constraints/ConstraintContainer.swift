/// What a container keeps for its constraints: the solver, and which child is which item.
final class ConstraintContainer {
  var solver = ConstraintContainerSolver()
  /// The node is held, so that its identity means no other as long as it is in here.
  private var items: [ObjectIdentifier: (node: LayoutNode, item: LayoutItemID)] = [:]
  /// Those of the nodes that have no place among the boxes, and may come back.
  private var waiting: [ObjectIdentifier: LayoutNode] = [:]
  /// Whether there ever was one that is not a child of the container itself.
  private var isAnyInWrapper = false

  /// The child's name in constraints, which it gets when it is first asked for.
  func item(for child: LayoutNode) -> LayoutItemID {
    if let known = items[ObjectIdentifier(child)] { return known.item }
    // Without sizes there is nothing to refuse.
    guard let item = try? solver.addChild() else {
      preconditionFailure("a child without a size is always accepted")
    }
    items[ObjectIdentifier(child)] = (child, item)
    if child.parentReference?.style.display == .contents { isAnyInWrapper = true }
    return item
  }

  /// The children's frames as of the last solution, without the noise of the search, which depends on
  /// the way that it came.
  func frames(of children: [LayoutNode]) -> [ConstraintFrame] {
    func cleaned(_ value: Double) -> Double { (value * 1_048_576).rounded() / 1_048_576 }
    // One call for all: each is a copy of the solver's references.
    return solver.frames(of: children.map { item(for: $0) }).map { frame in
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
    guard let known = items.removeValue(forKey: ObjectIdentifier(child)) else { return }
    waiting[ObjectIdentifier(child)] = nil
    try? solver.removeChild(known.item)
  }

  /// Makes the items that take part those of these boxes. Others wait as long as they are in the
  /// container's tree.
  func follow(_ boxes: ContiguousArray<LayoutNode>, in container: LayoutNode) {
    for box in boxes {
      let item = item(for: box)
      if !waiting.isEmpty, waiting.removeValue(forKey: ObjectIdentifier(box)) != nil {
        solver.setTakesPart(true, item)
      }
    }
    if items.count - waiting.count > boxes.count {
      let present = Set(boxes.map(ObjectIdentifier.init))
      for node in sorted(where: { !present.contains(ObjectIdentifier($0)) }) {
        waiting[ObjectIdentifier(node)] = node
        solver.setTakesPart(false, item(for: node))
      }
    }
    if waiting.isEmpty { return }
    for node in sorted(where: { !$0.isWithin(container) }) { forget(node) }
  }

  /// In the order of their items, so that the same changes always lead to the same layout.
  private func sorted(where isWanted: (LayoutNode) -> Bool) -> [LayoutNode] {
    items.values.filter { isWanted($0.node) }.sorted { $0.item.number < $1.item.number }
      .map(\.node)
  }
}
