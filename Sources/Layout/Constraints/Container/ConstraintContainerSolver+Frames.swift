/// Where a box is in its container, in cells that need not be whole.
package struct ConstraintFrame: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension ConstraintContainerSolver {
  /// Where the child is as of the last ``solve()``.
  ///
  /// - Throws: `unknownItem`.
  package func frame(of item: LayoutItemID) throws(LayoutConstraintError) -> ConstraintFrame {
    frame(of: try box(of: item))
  }

  private func frame(of box: Box) -> ConstraintFrame {
    guard let unknowns = box.unknowns else {
      return ConstraintFrame(
        x: 0, y: 0, width: box.horizontal.size ?? 0, height: box.vertical.size ?? 0)
    }
    return ConstraintFrame(
      x: solver.value(of: unknowns.left), y: solver.value(of: unknowns.top),
      width: max(0, solver.value(of: unknowns.width)),
      height: max(0, solver.value(of: unknowns.height)))
  }

  /// Where the children of these numbers are as of the last ``solve()``; a frame without size for
  /// what is no child.
  func frames(of numbers: [Int]) -> [ConstraintFrame] {
    numbers.map { number in
      boxes[number].map(frame(of:)) ?? ConstraintFrame(x: 0, y: 0, width: 0, height: 0)
    }
  }

  /// The size that the children were laid out for: the one that was given, or else found.
  package var size: LayoutSize {
    LayoutSize(
      width: max(0, solver.value(of: containerWidth)),
      height: max(0, solver.value(of: containerHeight)))
  }

  /// The smallest size that suits all constraints as well as any.
  ///
  /// The constraints come first, by their priorities; the size is as small as they leave it, width
  /// and height counted alike where they depend on each other.
  ///
  /// - Parameters:
  ///   - width: A width to take as it is, in cells; nil to find it.
  ///   - height: A height to take as it is, in cells; nil to find it.
  /// - Throws: `outOfRange` for a size that is negative, not finite or beyond 1e12.
  /// - Complexity: A copy of the solver and a few steps of its search.
  package func fittingSize(
    width: Double? = nil, height: Double? = nil
  ) throws(LayoutConstraintError) -> LayoutSize {
    if let width { _ = try Self.checked(size: width) }
    if let height { _ = try Self.checked(size: height) }
    var copy = self
    for (variable, size) in [(containerWidth, width), (containerHeight, height)] {
      // The variables are the solver's and the numbers in range: none of these can fail.
      if let size {
        try? copy.solver.suggest(size, for: variable)
      } else {
        try? copy.solver.removeEdit(variable)
        _ = try? copy.solver.add(
          LinearConstraint(LinearExpression(variable), .equal, tier: Self.fittingTier))
      }
    }
    copy.solve(for: GivenSize(width: width, height: height))
    return copy.size
  }

  /// The children whose frames could be others just as well, for debugging.
  ///
  /// - Complexity: Two short searches for every number of every child.
  package func ambiguousItems() -> [AmbiguousItem] {
    var copy = self
    copy.takeInLeftOut()
    let open = Set(copy.solver.undeterminedVariables())
    return boxes.keys.sorted().compactMap { number in
      guard let box = boxes[number], box.takesPart else { return nil }
      let unknowns = box.unknowns
      let attributes: [(LayoutAttribute, isOpen: Bool)] = [
        (.left, unknowns.map { open.contains($0.left) } ?? true),
        (.top, unknowns.map { open.contains($0.top) } ?? true),
        (.width, unknowns.map { open.contains($0.width) } ?? (box.horizontal.size == nil)),
        (.height, unknowns.map { open.contains($0.height) } ?? (box.vertical.size == nil)),
      ]
      let ambiguous = attributes.filter(\.isOpen).map(\.0)
      return ambiguous.isEmpty
        ? nil
        : AmbiguousItem(
          item: LayoutItemID(number: number, owner: owner), attributes: ambiguous)
    }
  }
}
