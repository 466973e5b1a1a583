/// The size that a container was given, against the constraints.
///
/// The search takes it for a wish above all others, which makes another size as cheap as a wish's
/// constant. Only where the solution shows that the constraints do not leave that size, it is
/// required for a moment, to find out which of them have to go.
extension ConstraintContainerSolver {
  /// Finds the solution for a size, and leaves out what contradicts it.
  mutating func solve(for given: GivenSize) {
    takeInLeftOut()
    solver.solve()
    let isHeld = isHeld(given)
    if isHeld, leftOutBySize.isEmpty || given == heldSize { return }
    hold(given)
    heldSize = given
    solver.solve()
  }

  /// Finds the solution for a width, while the height is still to be found.
  mutating func solve(width: Double) {
    // An edit variable, and a size within the limits.
    try? solver.suggest(width, for: containerWidth)
    solve(for: GivenSize(width: width))
  }

  /// Takes in again what only the size kept out: together these contradict nothing but the size.
  /// The next ``solve(for:)`` finds out anew.
  mutating func forgetSizes() {
    if leftOutBySize.isEmpty { return }
    let keys = leftOutBySize.keys.sorted()
    leftOutBySize = [:]
    heldSize = nil
    for key in keys { takeIn(key) }
  }

  private func isHeld(_ given: GivenSize) -> Bool {
    for (variable, size) in [(containerWidth, given.width), (containerHeight, given.height)] {
      guard let size else { continue }
      // What rounding makes of a size that was found before counts as the same.
      if abs(solver.value(of: variable) - size) > 1e-6 * (1 + size) { return false }
    }
    return true
  }

  private mutating func hold(_ given: GivenSize) {
    var sizes: [ConstraintToken: ConstraintSource] = [:]
    for axis in ConstraintAxis.allCases {
      guard let size = axis == .horizontal ? given.width : given.height else { continue }
      let source = ConstraintSource.containerSize(axis, size: size)
      let equation = equation(of: source)
      while true {
        do {
          sizes[try solver.add(equation)] = source
          break
        } catch {
          let member = Member(key: source.sizeKey ?? 0, source: source)
          guard makeRoom(for: member, error, sizes) != nil else { break }
        }
      }
    }
    var last: Int?
    while let key = leftOutBySize.keys.filter({ key in last.map { yields($0, to: key) } ?? true })
      .min(by: yields)
    {
      takeIn(key, beside: sizes)
      last = key
    }
    for token in sizes.keys { try? solver.remove(token) }
  }

  /// As ``takeIn(_:)``, but that it has to suit the sizes.
  private mutating func takeIn(_ key: Int, beside sizes: [ConstraintToken: ConstraintSource]) {
    guard let source = entries[key]?.source else { return }
    let equation = equation(of: source)
    while true {
      do {
        try enter(key, equation)
        leftOutBySize[key] = nil
        return
      } catch {
        let gone = makeRoom(for: Member(key: key, source: source), error, sizes)
        if gone == key || gone == nil { return }
      }
    }
  }

  /// Leaves out the one of those that contradict each other which has to yield to the others.
  ///
  /// - Returns: Which one that is; nil when there is none.
  private mutating func makeRoom(
    for added: Member, _ error: ConstraintSolverError,
    _ sizes: [ConstraintToken: ConstraintSource]
  ) -> Int? {
    var members = [added]
    if case .unsatisfiable(let tokens) = error {
      for token in tokens {
        if let member = keys[token].flatMap(member(_:)) {
          members.append(member)
        } else if let size = sizes[token] {
          members.append(Member(key: size.sizeKey ?? 0, source: size))
        }
      }
    }
    let candidates = members.filter { $0.key > 0 }
    guard let gone = candidates.max(by: { yields($0.key, to: $1.key) }) else { return nil }
    takeOut(gone.key)
    leftOutBySize[gone.key] = Contradiction(leftOut: gone, among: members)
    return gone.key
  }

  /// The order in which constraints count beside the container's size: those that tie boxes to its
  /// far edges, its size or its middle come after all others, so that a box which does not fit
  /// reaches beyond the container, as it does in every other layout; then the newer after the older.
  private func yields(_ first: Int, to second: Int) -> Bool {
    let (isFirstTied, isSecondTied) = (isTiedToSize(first), isTiedToSize(second))
    return isFirstTied == isSecondTied ? first < second : !isFirstTied
  }

  private func isTiedToSize(_ key: Int) -> Bool {
    switch entries[key]?.source {
    case .constraint(let constraint):
      [constraint.first, constraint.second].contains { $0?.isTiedToContainerSize == true }
    case .suggestion(let anchor, _, _): anchor.isTiedToContainerSize
    default: false
    }
  }
}

extension LayoutAnchor {
  fileprivate var isTiedToContainerSize: Bool {
    switch attribute {
    case .left, .top, .leading: false
    case .right, .bottom, .trailing, .width, .height, .centerX, .centerY: item == .container
    }
  }
}
