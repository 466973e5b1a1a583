@testable import MillraceConstraints

extension LayoutConstraint {
  init(
    _ first: LayoutAnchor, _ relation: ConstraintRelation, _ second: LayoutAnchor,
    times multiplier: Double, constant: Double = 0, priority: ConstraintPriority = .required
  ) {
    var second = second
    second.multiplier *= multiplier
    self.init(first, relation, second, constant: constant, priority: priority)
  }

  init(
    _ first: LayoutAnchor, _ relation: ConstraintRelation, _ constant: Double,
    priority: ConstraintPriority = .required
  ) {
    self.init(first, relation, nil, constant: constant, priority: priority)
  }
}

extension ConstrainedItems {
  /// Adds an item named by its position: a, b, and so on.
  mutating func addItem(width: Double = 0, height: Double = 0) -> LayoutItem {
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    let number = items.count
    let item = LayoutItem(number < 26 ? letters[number] : "item\(number)")
    items.append(item)
    setContent(width, .horizontal, of: item)
    setContent(height, .vertical, of: item)
    return item
  }

  mutating func add(_ constraint: LayoutConstraint) { constraints.append(constraint) }

  mutating func remove(_ constraint: LayoutConstraint) {
    constraints.removeAll { $0 == constraint }
  }

  var dropped: [LayoutConstraint] { conflicts.map(\.dropped) }

  var givenWidth: Double? { fixedSizes[.horizontal] }

  /// Whether the items have the same frames as in another container.
  func fits(as other: ConstrainedItems) -> Bool {
    items.allSatisfy { frame(of: $0).isNear(other.frame(of: $0)) }
  }
}

extension ConstraintFrame {
  func isNear(_ other: ConstraintFrame) -> Bool {
    zip([x, y, width, height], [other.x, other.y, other.width, other.height])
      .allSatisfy { abs($0 - $1) < 1e-4 }
  }
}
