/// What a container keeps for its constraints: the solver, and which child is which item.
final class ConstraintContainer {
  var solver = ConstraintContainerSolver()
  /// The node is held, so that its identity means no other as long as it is in here.
  private var items: [ObjectIdentifier: (node: LayoutNode, item: LayoutItemID)] = [:]

  /// The child's name in constraints, which it gets when it is first asked for.
  func item(for child: LayoutNode) -> LayoutItemID {
    if let known = items[ObjectIdentifier(child)] { return known.item }
    // Without sizes there is nothing to refuse.
    guard let item = try? solver.addChild() else {
      preconditionFailure("a child without a size is always accepted")
    }
    items[ObjectIdentifier(child)] = (child, item)
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

  /// Forgets a child, and all constraints that speak of it.
  func remove(_ child: LayoutNode) {
    guard let known = items.removeValue(forKey: ObjectIdentifier(child)) else { return }
    try? solver.removeChild(known.item)
  }

  /// Makes the items those of these boxes.
  func follow(_ boxes: ContiguousArray<LayoutNode>) {
    for box in boxes { _ = item(for: box) }
    guard items.count > boxes.count else { return }
    let present = Set(boxes.map(ObjectIdentifier.init))
    for (id, known) in items where !present.contains(id) { remove(known.node) }
  }
}
