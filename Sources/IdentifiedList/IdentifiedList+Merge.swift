extension IdentifiedList where Element: Mergeable {
  /// Returns this list merged with another version of it, by element and field.
  ///
  /// The result contains each change, addition and removal that only one list made, and changes
  /// that both made equally. A field that both changed differently keeps this list's value, and is
  /// a conflict. An element that one list removed and the other one changed is also a conflict: the
  /// result has this list's version, or no such element if this list removed it. For an element
  /// that both added, each field that differs is a conflict.
  ///
  /// The order is that of this list. A new element of `theirs` follows the same element as in
  /// `theirs`. If only `theirs` moved elements that all three lists have, the order is that of
  /// `theirs`, with the new elements of this list.
  /// - Parameters:
  ///   - theirs: The other version.
  ///   - base: The common version from which both lists started.
  /// - Returns: The merged list, and the conflicts, whose order is undefined.
  /// - Complexity: O(*c* log *n*) in the number *c* of changes, for lists derived from one another.
  ///   O(*n*) more if `theirs` moved elements, and O(*n* log *n*) for lists that share no storage,
  ///   such as decoded lists.
  @inlinable
  public func merged(
    with theirs: Self, base: Self
  ) -> (list: Self, conflicts: [MergeConflict<Element>]) {
    if self == base { return (theirs, []) }
    var changes = theirs.changes(since: base)
    var (list, other) = (self, theirs)
    if changes.contains(where: \.isMove), onlyTheyMoved(theirs, since: base) {
      (list, other) = (theirs, self)
      changes = self.changes(since: base)
    }
    // `list` already has the right version of the elements that are not in `changes`.
    var conflicts: [MergeConflict<Element>] = []
    // Consecutive elements that `list` lacks, and the offset at which to insert them.
    var (run, runOffset) = ([Element](), 0)
    for id in changes.map(\.element.id) {
      let merged = Self.merge(id, self[id: id], theirs[id: id], base: base[id: id], &conflicts)
      if let merged, !list.contains(id: id), let offset = other.index(id: id) {
        let previous = other[..<offset].last { $0.id == run.last?.id || list.contains(id: $0.id) }
        if run.isEmpty || previous?.id != run.last?.id {
          list.insert(contentsOf: run, at: runOffset)
          (run, runOffset) = ([], previous.flatMap { list.index(id: $0.id) }.map { $0 + 1 } ?? 0)
        }
        run.append(merged)
      } else if list[id: id] != merged {
        // Removals come first in `changes`, so `runOffset` stays valid.
        list[id: id] = merged
      }
    }
    list.insert(contentsOf: run, at: runOffset)
    return (list, conflicts)
  }

  /// Resolves a conflict that a merge of this list returned.
  ///
  /// An element that this list removed is appended. A field of an element that is no longer in the
  /// list is ignored.
  /// - Parameters:
  ///   - conflict: One of the conflicts that `merged(with:base:)` returned.
  ///   - takingTheirs: Whether to use `conflict.theirs`. If not, the list does not change, because
  ///     it already has `conflict.ours`.
  /// - Complexity: O(log *n*)
  public mutating func resolve(_ conflict: MergeConflict<Element>, takingTheirs: Bool) {
    let (id, theirs) = (conflict.id.element, conflict.theirs)
    // A decoded conflict may be inconsistent.
    guard takingTheirs, theirs?.id ?? id == id else { return }
    if let field = conflict.id.field {
      if let theirs { self[id: id]?.assign(field, from: theirs) }
    } else {
      self[id: id] = theirs
    }
  }

  @inlinable
  static func merge(
    _ id: Element.ID, _ ours: Element?, _ theirs: Element?, base: Element?,
    _ conflicts: inout [MergeConflict<Element>]
  ) -> Element? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    var merged = ours
    func conflict(_ field: Element.Field?) {
      conflicts.append(
        MergeConflict(id: .init(element: id, field: field), ours: ours, theirs: theirs))
    }
    guard let ours, let theirs else {
      conflict(nil)
      return merged
    }
    for field in Element.Field.allCases where !ours.isEqual(to: theirs, in: field) {
      if let base, ours.isEqual(to: base, in: field) {
        merged?.assign(field, from: theirs)
      } else if base.map({ !theirs.isEqual(to: $0, in: field) }) ?? true {
        conflict(field)
      }
    }
    return merged
  }

  /// Whether the order of `theirs` differs from the order of `base`, while this list's order does
  /// not.
  @inlinable
  func onlyTheyMoved(_ theirs: Self, since base: Self) -> Bool {
    func order(_ list: Self) -> [Element.ID] {
      list.ids.filter { contains(id: $0) && theirs.contains(id: $0) && base.contains(id: $0) }
    }
    let old = order(base)
    return order(self) == old && order(theirs) != old
  }
}

extension IdentifiedList.Change {
  /// The new version of the element; for a removal, the old one.
  @inlinable
  var element: Element {
    switch self {
    case .removed(let element, _), .inserted(let element, _), .changed(_, let element, _),
      .moved(_, let element, _):
      element
    }
  }

  @inlinable
  var isMove: Bool { if case .moved = self { true } else { false } }
}
