extension IdentifiedList where Element: Mergeable {
  /// Brings together what two sides made of a list, by element and field.
  ///
  /// What one side changed, added or removed is taken. What both changed in the same way is no conflict; what
  /// they changed in different ways stays ours, and is one. So is an element that one side removed and the
  /// other one changed: it stays removed if we removed it, and stays as ours if they did. Of an element that
  /// both added, every field in which they differ is a conflict.
  ///
  /// The order is ours, with their new elements behind the ones that they follow there; if only they moved
  /// elements among those that all three lists have, it is theirs, with our new ones.
  /// - Parameters:
  ///   - theirs: The other side's list.
  ///   - base: The list that both sides began with.
  /// - Returns: The merged list, and what is left to the user, without a promise of its order.
  /// - Complexity: O(*c* log *n*) in the number *c* of changes, for lists that come from one another. O(*n*) more
  ///   if they moved elements, and O(*n* log *n*) in all for lists that share nothing, as those decoded from files.
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
    // What the other side did not change is in the list as it has to be.
    var conflicts: [MergeConflict<Element>] = []
    // New elements that follow one another, and where they go.
    var (run, place) = ([Element](), 0)
    for id in changes.map(\.element.id) {
      let merged = Self.merge(id, self[id: id], theirs[id: id], base: base[id: id], &conflicts)
      if let merged, !list.contains(id: id), let offset = other.index(id: id) {
        let previous = other[..<offset].last { $0.id == run.last?.id || list.contains(id: $0.id) }
        if run.isEmpty || previous?.id != run.last?.id {
          list.insert(contentsOf: run, at: place)
          (run, place) = ([], previous.flatMap { list.index(id: $0.id) }.map { $0 + 1 } ?? 0)
        }
        run.append(merged)
      } else if list[id: id] != merged {
        // Removals come first, so the place stays what it is.
        list[id: id] = merged
      }
    }
    list.insert(contentsOf: run, at: place)
    return (list, conflicts)
  }

  /// Ends a conflict that a merge of this list gave.
  ///
  /// An element that we removed comes back at the end. A field of an element that is no longer there stays
  /// away with it.
  /// - Parameter takesTheirs: Whether to take their side. Else nothing changes: the list has ours.
  /// - Complexity: O(log *n*)
  public mutating func settle(_ conflict: MergeConflict<Element>, takesTheirs: Bool) {
    let (id, theirs) = (conflict.id.element, conflict.theirs)
    // A conflict that was decoded may be made up.
    guard takesTheirs, theirs?.id ?? id == id else { return }
    if let field = conflict.id.field {
      if let theirs { self[id: id]?.take(field, from: theirs) }
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
    for field in Element.Field.allCases where !ours.agrees(with: theirs, on: field) {
      if let base, ours.agrees(with: base, on: field) {
        merged?.take(field, from: theirs)
      } else if base.map({ !theirs.agrees(with: $0, on: field) }) ?? true {
        conflict(field)
      }
    }
    return merged
  }

  /// Whether their order differs from the one that both sides began with, and ours does not.
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
  /// As it is now, or was.
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
