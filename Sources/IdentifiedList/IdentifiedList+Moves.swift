extension IdentifiedList {
  /// Returns the given changes with the fewest possible moves.
  /// - Parameters:
  ///   - changes: The changes in the order of this version. They contain a move for every
  ///     relabelled element: one that both versions have, with different labels.
  ///   - old: The previous version.
  ///   - oldOffsets: The offsets of the relabelled elements in the previous version.
  ///   - areEqual: Whether two versions of an element are equal.
  @usableFromInline
  func fewestMoves(
    _ changes: [Change], since old: IdentifiedList,
    from oldOffsets: [Element.ID: MinimalMoves.ElementOffset],
    _ areEqual: (Element, Element) -> Bool
  ) -> [Change] {
    // `offsets` has the new offset of each inserted or relabelled element; `relabelled` has the old
    // and the new offset of each relabelled element.
    var offsets: [Int] = []
    var relabelled: [MinimalMoves.Relabelled] = []
    for change in changes {
      switch change {
      case .removed, .changed: continue
      case .inserted(_, let offset): offsets.append(offset)
      case .moved(let before, _, let offset):
        let newOffset = MinimalMoves.ElementOffset(
          keptLabelCount: offset - offsets.count, offset: offset)
        relabelled.append((oldOffsets[before.id, default: newOffset], newOffset))
        offsets.append(offset)
      }
    }
    let moved = MinimalMoves.moved(among: relabelled)
    var index = 0
    let kept = changes.compactMap { change -> Change? in
      guard case .moved(let before, let after, let offset) = change else { return change }
      defer { index += 1 }
      if moved.relabelled[index] { return change }
      return areEqual(before, after) ? nil : .changed(old: before, new: after, offset: offset)
    }
    if moved.keptRanges.isEmpty { return kept }
    return adding(moves(of: moved.keptRanges, among: offsets, since: old), to: kept)
  }

  /// Returns the moves of elements that have kept their label.
  /// - Parameters:
  ///   - keptRanges: The moved elements, numbered among the elements that have kept their label.
  ///   - offsets: The offsets of the inserted and relabelled elements in this version.
  private func moves(
    of keptRanges: [Range<Int>], among offsets: [Int], since old: IdentifiedList
  ) -> [Change] {
    var others = 0
    return keptRanges.joined().compactMap { number in
      while others < offsets.count, offsets[others] - others <= number { others += 1 }
      let element = self[number + others]
      return old[id: element.id].map { .moved(old: $0, new: element, offset: number + others) }
    }
  }

  private func adding(_ moves: [Change], to changes: [Change]) -> [Change] {
    let offsets = Set(moves.map(\.offset))
    return (changes.filter { !offsets.contains($0.offset) } + moves).sorted {
      $0.offset < $1.offset
    }
  }
}

extension IdentifiedList.Change {
  fileprivate var offset: Int {
    switch self {
    case .removed(_, let offset), .inserted(_, let offset), .changed(_, _, let offset),
      .moved(_, _, let offset):
      offset
    }
  }
}
