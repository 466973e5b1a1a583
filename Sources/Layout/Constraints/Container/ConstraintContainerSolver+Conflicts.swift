extension ConstraintContainerSolver {
  /// A constraint, and its age. The container's sizes are older than whatever was added.
  struct Member: Sendable {
    var key: Int
    var source: ConstraintSource
  }

  /// Constraints of which one had to be left out.
  struct Contradiction: Sendable {
    var leftOut: Member
    /// Oldest first.
    var others: [Member]

    init(leftOut: Member, among members: [Member]) {
      self.leftOut = leftOut
      others = members.filter { $0.key != leftOut.key }.sorted { $0.key < $1.key }
    }
  }

  func member(_ key: Int) -> Member? {
    entries[key].map { Member(key: key, source: $0.source) }
  }

  /// The required constraints that are left out, oldest first, as of the last ``solve()``.
  ///
  /// - Complexity: A search for every constraint that a conflict names.
  package var conflicts: [ConstraintConflict] {
    leftOut.merging(leftOutBySize) { first, _ in first }.sorted { $0.key < $1.key }.map {
      let contradiction = reduced($0.value)
      return ConstraintConflict(
        leftOut: contradiction.leftOut.source, others: contradiction.others.map(\.source))
    }
  }

  /// The same without those that can be spared when sizes are never negative.
  ///
  /// What the search found is irreducible, but it may blame a bound of 40 on a width where the one
  /// of 0, which no one can remove, contradicts just as well. That is found out only when someone
  /// asks, as it takes a search for each.
  private func reduced(_ contradiction: Contradiction) -> Contradiction {
    // Beyond that many no one reads the report, and the searches would take too long.
    guard contradiction.others.count <= 256 else { return contradiction }
    var trial = ContradictionTrial()
    let last = contradiction.leftOut
    var members = contradiction.others.filter(\.source.canBeRemoved)
    let sizes = contradiction.others.filter { $0.key <= 0 }
    let items = Set((members + [last]).flatMap(\.source.items)).sorted { $0.number < $1.number }
    let bounds = items.flatMap { boxes[$0.number]?.bounds ?? 0..<0 }.compactMap(member(_:))
    for member in sizes + bounds + members {
      guard trial.add(equation(of: member.source), key: member.key) else { return contradiction }
    }
    for variable in [containerWidth, containerHeight] {
      guard trial.add(.notNegative(variable), key: .min) else { return contradiction }
    }

    let equation = equation(of: last.source)
    // The newest first, so that what remains are the older ones.
    var unproven = members.map(\.key)
    while let key = unproven.popLast() {
      var shorter = trial
      shorter.remove(key)
      guard let contradicting = shorter.contradicting(equation) else { continue }
      // Without it, and without all that this search did not meet, the rest contradict still.
      trial = shorter
      for member in members where !contradicting.contains(member.key) { trial.remove(member.key) }
      members.removeAll { !contradicting.contains($0.key) }
      unproven.removeAll { !contradicting.contains($0) }
    }
    guard let contradicting = trial.contradicting(equation) else { return contradiction }
    return Contradiction(
      leftOut: last,
      among: (sizes + bounds + members).filter { contradicting.contains($0.key) })
  }
}

extension ConstraintSource {
  /// Someone said so, and can take it back.
  fileprivate var canBeRemoved: Bool {
    switch self {
    case .constraint, .suggestion, .hugging, .compressionResistance: true
    case .notNegative, .containerSize: false
    }
  }

  /// The age of a container's size.
  var sizeKey: Int? {
    guard case .containerSize(let axis, _) = self else { return nil }
    return axis == .horizontal ? 0 : -1
  }
}
