/// Lays out the children of one container by constraints.
///
/// Each box has four unknowns, left, top, width and height; everything else is derived from them.
/// Sizes are never negative. The container's own size is the one that it was given, if it was.
///
/// Required constraints that contradict each other have a defined result: the newest one of them
/// is left out and reported in ``conflicts``, and it is taken in when what it contradicts is gone.
/// Of those that remain, and contradict the given size, those are left out that tie boxes to it,
/// and before others of these the newer ones, so that the children reach beyond the container.
/// Which ones are in is a matter of their age and the size, not of what was added, removed and set
/// between.
///
/// What is not guaranteed: where constraints leave a number open, it is any of those that are as
/// good, mostly the one it was before. ``ambiguousItems()`` tells which these are.
package struct ConstraintContainerSolver: Sendable {
  /// From where `leading` and `trailing` are measured.
  package enum Direction: Hashable, Sendable { case leftToRight, rightToLeft }

  struct Box: Sendable {
    /// nil until a constraint mentions the box: then it stands at the origin, as large as its
    /// content, and costs the search nothing.
    var unknowns: Unknowns?
    /// That width and height are not negative, as keys of `entries`.
    var bounds = 0..<0
    /// All that mention the box, as keys of `entries`.
    var constraints: Set<Int> = []
    /// Constraints that mention a box which does not, wait.
    var takesPart = true
    var horizontal = Content()
    var vertical = Content()
  }

  struct Unknowns: Sendable {
    var left: ConstraintVariable
    var top: ConstraintVariable
    var width: ConstraintVariable
    var height: ConstraintVariable
  }

  /// What an item's content wants on one axis.
  struct Content: Sendable {
    var size: Double?
    var hugging = ConstraintPriority.low
    var compressionResistance = ConstraintPriority.high
    var huggingKey: Int?
    var compressionKey: Int?
  }

  /// A constraint that was added and not removed, whether it is in or left out.
  struct Entry: Sendable {
    var source: ConstraintSource
    var token: ConstraintToken?
  }

  /// What the container was given: nil on an axis where its size is still to be found.
  struct GivenSize: Hashable, Sendable {
    var width: Double?
    var height: Double?
  }

  let owner = ConstraintOwner()
  var solver = ConstraintSolver()
  let containerWidth: ConstraintVariable
  let containerHeight: ConstraintVariable
  var givenSize = GivenSize()

  /// By age: a greater key is newer.
  var entries: [Int: Entry] = [:]
  var keys: [ConstraintToken: Int] = [:]
  var nextKey = 1
  /// Of the numbers for which a value is suggested, as keys of `entries`.
  var suggestions: [LayoutAnchor: Int] = [:]
  /// Those left out, and why.
  var leftOut: [Int: Contradiction] = [:]
  /// Those of the others that the container's size keeps out.
  var leftOutBySize: [Int: Contradiction] = [:]
  /// The size that these were found for.
  var heldSize: GivenSize?
  var mayTakeIn = false

  /// By the numbers of their items, which are cheaper to look up than those.
  var boxes: [Int: Box] = [:]
  var nextItem = 1
  var currentDirection: Direction

  package init(direction: Direction = .leftToRight) {
    currentDirection = direction
    containerWidth = solver.makeVariable()
    containerHeight = solver.makeVariable()
    for variable in [containerWidth, containerHeight] {
      // Neither can fail: the variables are new and the numbers in range.
      _ = try? solver.add(.notNegative(variable))
      try? solver.addEdit(variable, tier: Self.sizeTier)
    }
  }

  /// Above every priority but required.
  static let sizeTier = ConstraintTier.soft(1000)
  /// Below every priority.
  static let fittingTier = ConstraintTier.soft(0)

  /// Sets the container's size, in cells.
  ///
  /// - Throws: `outOfRange` for a size that is negative, not finite or beyond 1e12.
  /// - Complexity: O(1); the next ``solve()`` follows it.
  package mutating func setSize(
    width: Double, height: Double
  ) throws(LayoutConstraintError) {
    let width = try Self.checked(size: width)
    let height = try Self.checked(size: height)
    givenSize = GivenSize(width: width, height: height)
    // Edit variables with values in range: neither can fail.
    try? solver.suggest(width, for: containerWidth)
    try? solver.suggest(height, for: containerHeight)
  }

  /// Finds the frames for the constraints and sizes as they are now.
  ///
  /// - Complexity: As ``ConstraintSolver/solve()``: O(constraints) when only the container's size
  ///   changed and the same constraints decide as before.
  package mutating func solve() {
    solve(for: givenSize)
  }

  /// How many constraints there are, left out or not, with those of the children's contents.
  package var constraintCount: Int { entries.count }

  /// What the search did since the container was made.
  package var counters: ConstraintCounters { solver.counters }

  static func checked(size: Double) throws(LayoutConstraintError) -> Double {
    guard size >= 0, size <= ConstraintSolver.Limits.constant else { throw .outOfRange(size) }
    return size
  }
}

extension LinearConstraint {
  static func notNegative(_ variable: ConstraintVariable) -> LinearConstraint {
    LinearConstraint(LinearExpression(variable), .greaterThanOrEqual)
  }
}
