/// Lays out the items of one container by constraints.
///
/// Each item has four unknowns, left, top, width and height; everything else is derived from them.
/// Sizes are never negative. The container has the size that it was given, or the smallest that its
/// constraints allow. Where constraints leave a position open, it is as near to the corner where lines
/// begin as they let it, and rather behind than before that.
///
/// Of required constraints that contradict each other, the later in the list are left out and named in
/// ``conflicts``; those that tie an item to what the container's given size decides come after all
/// others, so that an item which does not fit reaches beyond the container. Which ones these are depends
/// on the list, the items and the size, never on what was before.
///
/// Changes are applied by their differences: another constant moves what it decides, and a constraint
/// that comes or goes is one step of the solver. Only while constraints contradict each other, every change
/// of what is required begins anew.
package struct ConstrainedItems: Sendable {
  /// From where `leading` and `trailing` are measured.
  package enum Direction: Hashable, Sendable { case leftToRight, rightToLeft }

  /// What is unknown of an item on one axis, and what keeps it where nothing else does.
  struct Side: Sendable {
    var position: ConstraintVariable
    var size: ConstraintVariable
    /// What its content wants, in cells.
    var content = 0.0
    /// Keeps the size near the content's.
    var fit: ConstraintToken?
    /// Keeps the position near the corner.
    var stay: ConstraintToken?
  }

  struct Entry: Sendable {
    var constraint: LayoutConstraint
    /// nil while it is left out, or one of its items is not there.
    var token: ConstraintToken?
    var leftOut: ConstraintConflict.Reason?
  }

  /// Below every priority: no item begins before the corner.
  private static let cornerTier = ConstraintTier.soft(0)
  /// Then the container is as small as it can be.
  private static let fittingTier = ConstraintTier.soft(-1)
  /// Then positions are as near to the corner as they can be.
  private static let stayTier = ConstraintTier.soft(-2)
  /// Sizes, in cells, are 0 to this; what is no number counts as 0.
  private static let largestSize = 1e6

  package private(set) var solver = ConstraintSolver()
  /// Its width and its height.
  private var container: [ConstraintVariable] = []
  package private(set) var given: [ConstraintAxis: Double] = [:]
  private var givenTokens: [ConstraintAxis: ConstraintToken] = [:]
  private var entries: [Entry] = []
  /// Those that speak of what contents want.
  private var constraintsOfContents: [LayoutConstraint] = []
  private var order: [LayoutItem] = []
  /// By the numbers of the axes.
  private var boxes: [LayoutItem: [Side]] = [:]
  private var needsEntries = false
  private var needsAll = false

  package init() { addContainer() }

  // MARK: - What is laid out

  /// From where `leading` and `trailing` are measured.
  package var direction = Direction.leftToRight {
    didSet { if direction != oldValue { needsAll = true } }
  }

  /// The constraints, those first that stay in where they contradict others.
  package var constraints: [LayoutConstraint] {
    get { entries.map(\.constraint) }
    set {
      guard !newValue.elementsEqual(entries.lazy.map(\.constraint)) else { return }
      requiredChanges()
      var unused = Dictionary(grouping: entries.reversed()) { $0.constraint.withoutConstant }
      // What is the same first, so that only what is left has another constant.
      var taken = newValue.map { constraint -> Entry? in
        guard let same = unused[constraint.withoutConstant],
          let index = same.lastIndex(where: { $0.constraint == constraint })
        else { return nil }
        return unused[constraint.withoutConstant]?.remove(at: index)
      }
      for (index, constraint) in newValue.enumerated() where taken[index] == nil {
        var entry = unused[constraint.withoutConstant]?.popLast() ?? Entry(constraint: constraint)
        entry.constraint = constraint
        entry.leftOut = nil
        taken[index] = entry
      }
      let gone = unused.values.joined()
      for token in gone.compactMap(\.token) { try? solver.remove(token) }
      entries = taken.compactMap(\.self)
      for index in entries.indices { follow(index) }
      let ofContents = newValue.filter { $0.anchors.contains(where: \.attribute.isContent) }
      if ofContents != constraintsOfContents {
        constraintsOfContents = ofContents
        for item in order { for axis in ConstraintAxis.allCases { addFit(of: item, axis) } }
      }
      needsEntries = true
    }
  }

  /// The items that take part. Constraints that speak of others wait for these.
  package var items: [LayoutItem] {
    get { order }
    set {
      if newValue == order { return }
      requiredChanges()
      let gone = Set(order).subtracting(newValue)
      for index in entries.indices where !gone.isDisjoint(with: entries[index].items) {
        if let token = entries[index].token { try? solver.remove(token) }
        entries[index] = Entry(constraint: entries[index].constraint)
      }
      for item in order where gone.contains(item) { removeBox(of: item) }
      for item in newValue where boxes[item] == nil { addBox(of: item) }
      order = newValue
      needsEntries = true
    }
  }

  /// Sets what an item's content wants on one axis, in cells.
  package mutating func setContent(_ size: Double, _ axis: ConstraintAxis, of item: LayoutItem) {
    let size = Self.size(size)
    guard let side = boxes[item]?[axis.rawValue], side.content != size else { return }
    boxes[item]?[axis.rawValue].content = size
    if let fit = side.fit { try? solver.setConstant(of: fit, to: -size) }
    guard !constraintsOfContents.isEmpty else { return }
    for index in entries.indices {
      let isMeant = entries[index].constraint.anchors.contains {
        $0.item == item && $0.attribute == axis.content
      }
      if isMeant { follow(index) }
    }
  }

  /// Sets the container's size, in cells; nil on an axis where it is still to be found.
  package mutating func setSize(width: Double?, height: Double?) {
    for (axis, size) in [(ConstraintAxis.horizontal, width), (.vertical, height)] {
      let size = size.map(Self.size)
      guard size != given[axis] else { continue }
      requiredChanges()
      given[axis] = size
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

  // MARK: - Where it stands

  /// Finds the frames for the constraints, items and sizes as they are now.
  package mutating func solve() {
    if needsEntries, !needsAll {
      for index in entries.indices where !needsAll { needsAll = !enter(index) }
    }
    if needsAll { beginAnew() }
    needsEntries = false
    solver.solve()
  }

  /// Where an item is as of the last ``solve()``; in the corner, without a size, what takes no part.
  package func frame(of item: LayoutItem) -> ConstraintFrame {
    // Without the noise of the search, which depends on the way that it came.
    func value(_ variable: ConstraintVariable) -> Double {
      (solver.value(of: variable) * 1_048_576).rounded() / 1_048_576
    }
    guard let sides = boxes[item] else { return ConstraintFrame() }
    return ConstraintFrame(
      x: value(sides[0].position), y: value(sides[1].position),
      width: max(0, value(sides[0].size)), height: max(0, value(sides[1].size)))
  }

  /// The smallest size that suits all constraints as well as any, width and height counted alike.
  ///
  /// - Parameters:
  ///   - width: A width to take as it is, in cells; nil to find it.
  ///   - height: A height to take as it is, in cells; nil to find it.
  /// - Complexity: A copy of the solver and a few steps of its search.
  package func fittingSize(width: Double?, height: Double?) -> (width: Double, height: Double) {
    var copy = self
    copy.setSize(width: width, height: height)
    copy.solve()
    let size = copy.container.map { max(0, copy.solver.value(of: $0)) }
    return (size[0], size[1])
  }

  /// What is left out, as of the last ``solve()``, in the order of the constraints.
  package var conflicts: [ConstraintConflict] {
    entries.compactMap { entry in
      entry.leftOut.map { ConstraintConflict(leftOut: entry.constraint, reason: $0) }
    }
  }

  // MARK: - Keeping up

  private static func size(_ size: Double) -> Double { size > 0 ? min(size, largestSize) : 0 }

  /// While something is left out, it has to be found out anew which constraints are.
  private mutating func requiredChanges() {
    if entries.contains(where: { $0.leftOut == .contradicted }) { needsAll = true }
  }

  private mutating func beginAnew() {
    needsAll = false
    solver = ConstraintSolver()
    addContainer()
    givenTokens = [:]
    for axis in ConstraintAxis.allCases where given[axis] != nil { try? addGiven(axis) }
    entries = entries.map { Entry(constraint: $0.constraint) }
    let contents = boxes.mapValues { $0.map(\.content) }
    boxes = [:]
    for item in order { addBox(of: item, contents[item] ?? [0, 0]) }
    let free = entries.indices.filter { !entries[$0].constraint.isTiedToContainerSize }
    let tied = entries.indices.filter { entries[$0].constraint.isTiedToContainerSize }
    for index in free + tied where !enter(index) { entries[index].leftOut = .contradicted }
  }

  /// Gives a constraint to the solver, if its items are there.
  /// - Returns: whether nothing contradicts it.
  private mutating func enter(_ index: Int) -> Bool {
    guard entries[index].token == nil, entries[index].leftOut == nil,
      entries[index].items.allSatisfy({ boxes[$0] != nil })
    else { return true }
    do throws(ConstraintSolverError) {
      entries[index].token = try solver.add(equation(of: entries[index].constraint))
    } catch {
      if error == .unsatisfiable { return false }
      entries[index].leftOut = .outOfRange
    }
    return true
  }

  /// Brings a constraint in line with a constant that may be another. One that is left out gets another
  /// try.
  private mutating func follow(_ index: Int) {
    if entries[index].constraint.priority == .required { requiredChanges() }
    guard let token = entries[index].token else {
      if entries[index].leftOut == .outOfRange {
        entries[index].leftOut = nil
        needsEntries = true
      }
      return
    }
    let constant = equation(of: entries[index].constraint).expression.constant
    do throws(ConstraintSolverError) {
      try solver.setConstant(of: token, to: constant)
    } catch {
      // Contradicted now, or out of range: both come out when it is added.
      needsAll = true
    }
  }

  // What is added here is of new variables and small numbers: none of it can fail.

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
      LinearConstraint(LinearExpression([term], constant: -(given[axis] ?? 0)), .equal))
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

  /// What a constraint says of the unknowns.
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

  /// - Parameter isMirrored: Whether what has a mirror image is measured from the right edge.
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

/// Where a box is in its container, in cells that need not be whole.
package struct ConstraintFrame: Hashable, Sendable {
  package var x = 0.0
  package var y = 0.0
  package var width = 0.0
  package var height = 0.0
}

extension ConstrainedItems.Entry {
  /// Without the container, which is always there.
  var items: [LayoutItem] { constraint.anchors.map(\.item).filter { $0 != .parent } }
}
