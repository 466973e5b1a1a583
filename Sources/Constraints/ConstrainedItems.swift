/// Lays out the items of one container by constraints.
///
/// Each item has four unknowns, left, top, width and height; everything else is derived from them.
/// Sizes are never negative. The container has the given size, or the smallest size that its
/// constraints allow. A position that the constraints leave open is at the container's top leading
/// corner, and positions before that corner are avoided.
///
/// If required constraints contradict each other, the later ones in the list are left out and named
/// in ``conflicts``. Constraints that tie an item to the container's size count as later than all
/// others, so that an item that does not fit extends beyond the container. The choice depends only
/// on the list, the items and the size, never on earlier states.
///
/// Changes are incremental: a new constant moves the values that depend on it, and adding or
/// removing a constraint is one step of the solver. While required constraints contradict each
/// other, each change of the constraints, the items or the container's size solves everything from
/// the start.
package struct ConstrainedItems: Sendable {
  /// The direction in which `leading` and `trailing` are measured.
  package enum Direction: Hashable, Sendable { case leftToRight, rightToLeft }

  /// The unknowns of an item on one axis, and the weak constraints that determine them if no other
  /// constraint does.
  struct Side: Sendable {
    var position: ConstraintVariable
    var size: ConstraintVariable
    /// The size of the content, in cells.
    var content = 0.0
    /// The constraint that keeps the size near the content's size.
    var fit: ConstraintToken?
    /// The constraint that keeps the position near the corner.
    var stay: ConstraintToken?
  }

  struct Entry: Sendable {
    var constraint: LayoutConstraint
    /// The constraint in the solver; nil before ``solve()`` adds it, while it is left out, or while
    /// one of its items is missing.
    var token: ConstraintToken?
    var dropped: ConstraintConflict.Reason?
  }

  /// The constraints that keep items from beginning before the corner have this tier, which is
  /// below every priority.
  private static let cornerTier = ConstraintTier.soft(0)
  /// The constraints that keep the container small have this tier, below ``cornerTier``.
  private static let fittingTier = ConstraintTier.soft(-1)
  /// The constraints that keep positions near the corner have this tier, the lowest.
  private static let stayTier = ConstraintTier.soft(-2)
  /// The largest size of a container or of content, in cells. A larger size is reduced to it.
  private static let largestSize = 1e6

  package private(set) var solver = ConstraintSolver()
  /// The variables of the container's width and height.
  private var container: [ConstraintVariable] = []
  package private(set) var fixedSizes: [ConstraintAxis: Double] = [:]
  private var givenTokens: [ConstraintAxis: ConstraintToken] = [:]
  private var entries: [Entry] = []
  /// The constraints that mention the size of an item's content.
  private var constraintsOfContents: [LayoutConstraint] = []
  private var order: [LayoutItem] = []
  /// The sides of each item, indexed by axis.
  private var boxes: [LayoutItem: [Side]] = [:]
  private var needsEntries = false
  private var needsAll = false

  package init() { addContainer() }

  // MARK: - Input

  /// The direction in which `leading` and `trailing` are measured.
  package var direction = Direction.leftToRight {
    didSet { if direction != oldValue { needsAll = true } }
  }

  /// The constraints. ``conflicts`` lists those that ``solve()`` leaves out.
  package var constraints: [LayoutConstraint] {
    get { entries.map(\.constraint) }
    set {
      guard !newValue.elementsEqual(entries.lazy.map(\.constraint)) else { return }
      requiredChanges()
      var unused = Dictionary(grouping: entries.reversed()) { $0.constraint.withoutConstant }
      // Matches unchanged constraints before the others, so that only changed constraints get a new
      // constant.
      var taken = newValue.map { constraint -> Entry? in
        guard let same = unused[constraint.withoutConstant],
          let index = same.lastIndex(where: { $0.constraint == constraint })
        else { return nil }
        return unused[constraint.withoutConstant]?.remove(at: index)
      }
      for (index, constraint) in newValue.enumerated() where taken[index] == nil {
        var entry = unused[constraint.withoutConstant]?.popLast() ?? Entry(constraint: constraint)
        entry.constraint = constraint
        entry.dropped = nil
        taken[index] = entry
      }
      let removed = unused.values.joined()
      for token in removed.compactMap(\.token) { try? solver.remove(token) }
      entries = taken.compactMap(\.self)
      for index in entries.indices { updateConstant(index) }
      let ofContents = newValue.filter { $0.anchors.contains(where: \.attribute.isContent) }
      if ofContents != constraintsOfContents {
        constraintsOfContents = ofContents
        for item in order { for axis in ConstraintAxis.allCases { addFit(of: item, axis) } }
      }
      needsEntries = true
    }
  }

  /// The items in the layout. A constraint that mentions any other item has no effect until that
  /// item is added.
  package var items: [LayoutItem] {
    get { order }
    set {
      if newValue == order { return }
      requiredChanges()
      let removed = Set(order).subtracting(newValue)
      for index in entries.indices where !removed.isDisjoint(with: entries[index].items) {
        if let token = entries[index].token { try? solver.remove(token) }
        entries[index] = Entry(constraint: entries[index].constraint)
      }
      for item in order where removed.contains(item) { removeBox(of: item) }
      for item in newValue where boxes[item] == nil { addBox(of: item) }
      order = newValue
      needsEntries = true
    }
  }

  /// Sets the size of an item's content on one axis, in cells.
  package mutating func setContent(_ size: Double, _ axis: ConstraintAxis, of item: LayoutItem) {
    let size = Self.size(size)
    guard let side = boxes[item]?[axis.rawValue], side.content != size else { return }
    boxes[item]?[axis.rawValue].content = size
    if let fit = side.fit { try? solver.setConstant(of: fit, to: -size) }
    guard !constraintsOfContents.isEmpty else { return }
    for index in entries.indices {
      let dependsOnContent = entries[index].constraint.anchors.contains {
        $0.item == item && $0.attribute == axis.content
      }
      guard dependsOnContent else { continue }
      if entries[index].constraint.priority == .required { requiredChanges() }
      updateConstant(index)
    }
  }

  /// Sets the container's size, in cells; nil on an axis where the constraints determine it.
  package mutating func setSize(width: Double?, height: Double?) {
    for (axis, size) in [(ConstraintAxis.horizontal, width), (.vertical, height)] {
      let size = size.map(Self.size)
      guard size != fixedSizes[axis] else { continue }
      requiredChanges()
      fixedSizes[axis] = size
      guard !needsAll else { continue }
      do throws(ConstraintSolverError) {
        if let size, let token = givenTokens[axis] {
          try solver.setConstant(of: token, to: -size)
        } else if let token = givenTokens.removeValue(forKey: axis) {
          try solver.remove(token)
        } else {
          try addGiven(axis)
        }
      } catch {
        needsAll = true
      }
    }
  }

  // MARK: - Result

  /// Computes the frames for the current constraints, items and sizes.
  package mutating func solve() {
    if needsEntries, !needsAll {
      for index in entries.indices where !needsAll { needsAll = !addToSolver(index) }
    }
    if needsAll { rebuild() }
    needsEntries = false
    solver.solve()
  }

  /// The frame of an item after the last ``solve()``. An item that is not in the layout has size 0
  /// in the top left corner.
  package func frame(of item: LayoutItem) -> ConstraintFrame {
    // Rounds away the floating-point errors, which depend on the steps of the solver.
    func value(_ variable: ConstraintVariable) -> Double {
      (solver.value(of: variable) * 1_048_576).rounded() / 1_048_576
    }
    guard let sides = boxes[item] else { return ConstraintFrame() }
    return ConstraintFrame(
      x: value(sides[0].position), y: value(sides[1].position),
      width: max(0, value(sides[0].size)), height: max(0, value(sides[1].size)))
  }

  /// The smallest size at which the constraints are satisfied as well as possible. Width and height
  /// have equal weight.
  ///
  /// - Parameters:
  ///   - width: A fixed width, in cells; nil to compute it.
  ///   - height: A fixed height, in cells; nil to compute it.
  /// - Complexity: A copy of the solver and a few steps of its search.
  package func fittingSize(width: Double?, height: Double?) -> (width: Double, height: Double) {
    var copy = self
    copy.setSize(width: width, height: height)
    copy.solve()
    let size = copy.container.map { max(0, copy.solver.value(of: $0)) }
    return (size[0], size[1])
  }

  /// The constraints that the last ``solve()`` left out, in their order.
  package var conflicts: [ConstraintConflict] {
    entries.compactMap { entry in
      entry.dropped.map { ConstraintConflict(dropped: entry.constraint, reason: $0) }
    }
  }

  // MARK: - Changes

  private static func size(_ size: Double) -> Double { size > 0 ? min(size, largestSize) : 0 }

  /// Records a change of required constraints. If a constraint is left out, the next ``solve()``
  /// must decide from the start which constraints to leave out.
  private mutating func requiredChanges() {
    if entries.contains(where: { $0.dropped == .contradicted }) { needsAll = true }
  }

  private mutating func rebuild() {
    needsAll = false
    solver = ConstraintSolver()
    addContainer()
    givenTokens = [:]
    for axis in ConstraintAxis.allCases where fixedSizes[axis] != nil { try? addGiven(axis) }
    entries = entries.map { Entry(constraint: $0.constraint) }
    let contents = boxes.mapValues { $0.map(\.content) }
    boxes = [:]
    for item in order { addBox(of: item, contents[item] ?? [0, 0]) }
    let free = entries.indices.filter { !entries[$0].constraint.isTiedToContainerSize }
    let tied = entries.indices.filter { entries[$0].constraint.isTiedToContainerSize }
    for index in free + tied where !addToSolver(index) { entries[index].dropped = .contradicted }
  }

  /// Adds a constraint to the solver, if its items exist.
  /// - Returns: Whether no other constraint contradicts it.
  private mutating func addToSolver(_ index: Int) -> Bool {
    guard entries[index].token == nil, entries[index].dropped == nil,
      entries[index].items.allSatisfy({ boxes[$0] != nil })
    else { return true }
    do throws(ConstraintSolverError) {
      entries[index].token = try solver.add(equation(of: entries[index].constraint))
    } catch {
      if error == .unsatisfiable { return false }
      entries[index].dropped = .outOfRange
    }
    return true
  }

  /// Updates the solver after a constraint's constant may have changed. If the constraint was left
  /// out because one of its numbers was out of range, the next ``solve()`` tries again to add it.
  /// For a required constraint, the caller has called `requiredChanges()`.
  private mutating func updateConstant(_ index: Int) {
    guard let token = entries[index].token else {
      if entries[index].dropped == .outOfRange {
        entries[index].dropped = nil
        needsEntries = true
      }
      return
    }
    let constant = equation(of: entries[index].constraint).expression.constant
    do throws(ConstraintSolverError) {
      try solver.setConstant(of: token, to: constant)
    } catch {
      // The new constant contradicts other constraints, or is out of range. `rebuild()` adds the
      // constraint again, and records the reason.
      needsAll = true
    }
  }

  // `addContainer`, `addBox` and `addFit` ignore errors, because their constraints are soft and
  // have small numbers, so adding them cannot fail.

  private mutating func addContainer() {
    container = ConstraintAxis.allCases.map { _ in solver.makeVariable(isNotNegative: true) }
    for size in container {
      _ = try? solver.add(
        LinearConstraint(LinearExpression(size), .lessThanOrEqual, tier: Self.fittingTier))
    }
  }

  private mutating func addGiven(_ axis: ConstraintAxis) throws(ConstraintSolverError) {
    let term = LinearExpression.Term(container[axis.rawValue])
    givenTokens[axis] = try solver.add(
      LinearConstraint(LinearExpression([term], constant: -(fixedSizes[axis] ?? 0)), .equal))
  }

  private mutating func addBox(of item: LayoutItem, _ contents: [Double] = [0, 0]) {
    boxes[item] = contents.map {
      Side(
        position: solver.makeVariable(), size: solver.makeVariable(isNotNegative: true), content: $0
      )
    }
    for (axis, position) in zip(ConstraintAxis.allCases, [LayoutAttribute.leading, .top]) {
      addFit(of: item, axis)
      let start = expression(of: item[position], isMirrored: direction == .rightToLeft)
      var stay = LinearConstraint(start, .equal, tier: Self.stayTier)
      stay.tierBelow = Self.cornerTier
      let token = try? solver.add(stay)
      boxes[item]?[axis.rawValue].stay = token
    }
  }

  private mutating func addFit(of item: LayoutItem, _ axis: ConstraintAxis) {
    guard let side = boxes[item]?[axis.rawValue] else { return }
    if let fit = side.fit { try? solver.remove(fit) }
    let own = constraintsOfContents.lazy.filter { $0.first.item == item }
    let isHugging = own.contains { $0.isOfContent(axis, .equal, .lessThanOrEqual) }
    let isResisting = own.contains { $0.isOfContent(axis, .equal, .greaterThanOrEqual) }
    var constraint = LinearConstraint(
      LinearExpression([.init(side.size)], constant: -side.content), .equal,
      tier: isHugging ? Self.stayTier : ConstraintPriority.hugging.tier)
    constraint.tierBelow =
      isResisting ? Self.stayTier : ConstraintPriority.compressionResistance.tier
    let fit = try? solver.add(constraint)
    boxes[item]?[axis.rawValue].fit = fit
  }

  private mutating func removeBox(of item: LayoutItem) {
    for side in boxes.removeValue(forKey: item) ?? [] {
      for token in [side.fit, side.stay].compactMap(\.self) { try? solver.remove(token) }
      for variable in [side.position, side.size] { try? solver.remove(variable) }
    }
  }

  // MARK: - Equations

  /// The equation of a constraint in terms of the unknowns.
  private func equation(of constraint: LayoutConstraint) -> LinearConstraint {
    let isMirrored = direction == .rightToLeft && constraint.isDirectional
    var other = LinearExpression(constant: constraint.constant)
    if let second = constraint.second {
      other = other + expression(of: second, isMirrored: isMirrored)
    }
    return LinearConstraint(
      expression(of: constraint.first, isMirrored: isMirrored), constraint.relation, other,
      tier: constraint.priority.tier)
  }

  /// - Parameter isMirrored: Whether `leading`, `trailing` and `centerX` are measured from the
  ///   right edge.
  private func expression(of anchor: LayoutAnchor, isMirrored: Bool) -> LinearExpression {
    let sides = boxes[anchor.item]
    let container = LinearExpression(self.container[0])
    let left = sides.map { LinearExpression($0[0].position) } ?? LinearExpression()
    let top = sides.map { LinearExpression($0[1].position) } ?? LinearExpression()
    let width = LinearExpression(sides?[0].size ?? self.container[0])
    let height = LinearExpression(sides?[1].size ?? self.container[1])
    let value =
      switch anchor.attribute {
      case .left: left
      case .right: left + width
      case .top: top
      case .bottom: top + height
      case .width: width
      case .height: height
      case .leading: isMirrored ? container - left - width : left
      case .trailing: isMirrored ? container - left : left + width
      case .centerX: isMirrored ? container - left - width * 0.5 : left + width * 0.5
      case .centerY: top + height * 0.5
      case .contentWidth: sides.map { LinearExpression(constant: $0[0].content) } ?? width
      case .contentHeight: sides.map { LinearExpression(constant: $0[1].content) } ?? height
      }
    return value * anchor.multiplier
  }
}

/// The frame of a box in its container, in fractional cells.
package struct ConstraintFrame: Hashable, Sendable {
  package var x = 0.0
  package var y = 0.0
  package var width = 0.0
  package var height = 0.0
}

extension ConstrainedItems.Entry {
  /// The items of the constraint, without the container, which always exists.
  var items: [LayoutItem] { constraint.anchors.map(\.item).filter { $0 != .parent } }
}
