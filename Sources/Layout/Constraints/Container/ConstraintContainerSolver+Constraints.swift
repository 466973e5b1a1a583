/// Names a constraint of a container, to remove it.
public struct LayoutConstraintID: Hashable, Sendable {
  let key: Int
  let owner: ConstraintOwner

  public static func == (left: LayoutConstraintID, right: LayoutConstraintID) -> Bool {
    left.key == right.key && left.owner === right.owner
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}

extension ConstraintContainerSolver {
  /// Adds a constraint between children, or a child and the container.
  ///
  /// When it is required and contradicts older ones that are, it is left out for as long as it
  /// does, and ``conflicts`` says so.
  ///
  /// - Throws: `unknownItem`; `outOfRange` for its multiplier or constant.
  @discardableResult
  package mutating func add(
    _ constraint: LayoutConstraint
  ) throws(LayoutConstraintError) -> LayoutConstraintID {
    for item in constraint.items where item != .container { _ = try box(of: item) }
    for item in constraint.items { makeUnknowns(of: item) }
    guard abs(constraint.constant) <= ConstraintSolver.Limits.constant else {
      throw .outOfRange(constraint.constant)
    }
    do {
      try solver.check(equation(of: .constraint(constraint)))
    } catch {
      // Only the multiplier makes a term that the solver refuses.
      throw .outOfRange(constraint.multiplier)
    }
    let key = insert(.constraint(constraint), for: constraint.items)
    return LayoutConstraintID(key: key, owner: owner)
  }

  /// Removes a constraint, whether it was left out or not.
  ///
  /// - Throws: `unknownConstraint` when it was removed before, itself or with one of its items, or is
  ///   another container's.
  package mutating func remove(_ constraint: LayoutConstraintID) throws(LayoutConstraintError) {
    guard constraint.owner === owner, entries[constraint.key] != nil else {
      throw .unknownConstraint
    }
    removeEntry(constraint.key)
  }

  /// From where `leading` and `trailing` are measured.
  ///
  /// Setting it is O(constraints that mention these) edits.
  package var direction: Direction {
    get { currentDirection }
    set {
      if newValue == currentDirection { return }
      forgetSizes()
      currentDirection = newValue
      let mirrored = entries.filter { $0.value.isDirectional }.keys.sorted()
      for key in mirrored { takeOut(key) }
      for key in mirrored { takeIn(key) }
      mayTakeIn = true
    }
  }

  @discardableResult
  mutating func insert(_ source: ConstraintSource, for items: [LayoutItemID]) -> Int {
    let key = nextKey
    nextKey += 1
    entries[key] = Entry(source: source)
    for item in items { boxes[item.number]?.constraints.insert(key) }
    takeIn(key)
    return key
  }

  mutating func removeEntry(_ key: Int) {
    if isRequired(key) { forgetSizes() }
    takeOut(key)
    guard let entry = entries.removeValue(forKey: key) else { return }
    for item in entry.source.items { boxes[item.number]?.constraints.remove(key) }
    if case .suggestion(let anchor, _, _) = entry.source { suggestions[anchor] = nil }
    mayTakeIn = true
  }

  /// Puts another constraint in the place, and the age, of one.
  mutating func change(_ key: Int, to source: ConstraintSource) {
    guard let entry = entries[key] else { return }
    let before = equation(of: entry.source)
    let after = equation(of: source)
    if before.tier != .required, after.tier != .required {
      entries[key]?.source = source
      if let token = entry.token, before.tier == after.tier {
        // Only the constant differs, and a wish contradicts nothing.
        try? solver.setConstant(of: token, to: after.expression.constant)
      } else {
        takeOut(key)
        takeIn(key)
      }
      return
    }
    forgetSizes()
    entries[key]?.source = source
    takeOut(key)
    takeIn(key)
    mayTakeIn = true
  }

  mutating func takeOut(_ key: Int) {
    leftOut[key] = nil
    leftOutBySize[key] = nil
    guard let token = entries[key]?.token else { return }
    entries[key]?.token = nil
    keys[token] = nil
    // The token is one that the solver gave and has.
    try? solver.remove(token)
  }

  /// Adds a constraint to the solver. As long as it contradicts newer ones, the newest of them
  /// makes room; when it is itself the newest, it stays out.
  mutating func takeIn(_ key: Int) {
    guard let source = entries[key]?.source, source.items.allSatisfy(takesPart(_:)) else { return }
    if isRequired(key) { forgetSizes() }
    let equation = equation(of: source)
    while true {
      do {
        try enter(key, equation)
        leftOut[key] = nil
        return
      } catch {
        let added = Member(key: key, source: source)
        var members = [added]
        if case .unsatisfiable(let tokens) = error {
          members += tokens.compactMap { keys[$0] }.compactMap(member(_:))
        }
        // The sizes of boxes are never left out: they are older than what mentions them.
        let newest = members.max { $0.key < $1.key } ?? added
        takeOut(newest.key)
        leftOut[newest.key] = Contradiction(leftOut: newest, among: members)
        mayTakeIn = mayTakeIn || newest.key != key
        if newest.key == key { return }
      }
    }
  }

  /// Adds a constraint to the solver, if that can be.
  mutating func enter(_ key: Int, _ equation: LinearConstraint) throws(ConstraintSolverError) {
    let token = try solver.add(equation)
    entries[key]?.token = token
    keys[token] = key
  }

  /// Tries again those that were left out, oldest first, where something changed since.
  mutating func takeInLeftOut() {
    if !mayTakeIn { return }
    var last = 0
    while let key = leftOut.keys.lazy.filter({ $0 > last }).min() {
      takeIn(key)
      last = key
    }
    mayTakeIn = false
  }

  private func takesPart(_ item: LayoutItemID) -> Bool { boxes[item.number]?.takesPart ?? true }

  func isRequired(_ key: Int) -> Bool {
    entries[key].map { $0.source.priority == .required } ?? false
  }
}

extension ConstraintContainerSolver.Entry {
  var isDirectional: Bool {
    switch source {
    case .constraint(let constraint): constraint.isDirectional
    case .suggestion(let anchor, _, _): anchor.attribute.isDirectional
    case .notNegative, .hugging, .compressionResistance, .containerSize: false
    }
  }
}

extension ConstraintSource {
  var items: [LayoutItemID] {
    switch self {
    case .constraint(let constraint): constraint.items
    case .suggestion(let anchor, _, _): [anchor.item]
    case .notNegative(let item, _), .hugging(let item, _, _, _),
      .compressionResistance(let item, _, _, _):
      [item]
    case .containerSize: [.container]
    }
  }

  var priority: ConstraintPriority {
    switch self {
    case .constraint(let constraint): constraint.priority
    case .suggestion(_, _, let priority): priority
    case .hugging(_, _, _, let priority), .compressionResistance(_, _, _, let priority): priority
    case .notNegative, .containerSize: .required
    }
  }
}
