extension IdentifiedList {
  /// One thing in which two versions of a list differ.
  public enum Change {
    /// An element that is no more, with its offset in the old version.
    case removed(Element, offset: Int)
    /// An element that has come, with its offset in the new version.
    case inserted(Element, offset: Int)
    /// An element that is another than before, with its offset in the new version.
    case changed(old: Element, new: Element, offset: Int)
    /// An element that has another place among the others, and may have changed as well; with its
    /// offset in the new version.
    case moved(old: Element, new: Element, offset: Int)
  }

  /// In what this version differs from an older one.
  ///
  /// An element counts as moved if it stands elsewhere among those that are in both versions, however
  /// the list came to be: as few as possible, so that the others have kept their order. Not those that
  /// only have another offset because of others.
  /// - Parameters:
  ///   - old: A version of this list; the more it shares with this one, the quicker.
  ///   - areEqual: Whether two versions of an element are equal.
  /// - Returns: The changes: first what was removed, in the order of the old version, then the rest, in
  ///   the order of this one.
  /// - Complexity: O(*c* log *n*) in the number of changes, for versions that come from one another.
  ///   Elements that were labelled anew, or put into a list made anew, count as changes here.
  public func changes(
    since old: IdentifiedList, by areEqual: (Element, Element) -> Bool
  ) -> [Change] {
    var removed: [Change] = []
    var rest: [Change] = []
    // Of those that have not kept their label: where they were, and how many have been passed there.
    var oldPlaces: [Element.ID: MinimalMoves.Place] = [:]
    var passed = 0
    func add(_ element: Element, at offset: Int) {
      if let before = old[id: element.id] {
        rest.append(.moved(old: before, new: element, offset: offset))
      } else {
        rest.append(.inserted(element, offset: offset))
      }
    }
    func drop(_ element: Element, at offset: Int) {
      if contains(id: element.id) {
        oldPlaces[element.id] = MinimalMoves.Place(settled: offset - passed, offset: offset)
      } else {
        removed.append(.removed(element, offset: offset))
      }
      passed += 1
    }
    ListWalk.walk(from: old.root, to: root) { step in
      switch step {
      case .old(let element, let offset): drop(element, at: offset)
      case .new(let element, let offset): add(element, at: offset)
      case .both(let before, let after, let oldOffset, let offset):
        if before.id != after.id {
          drop(before, at: oldOffset)
          add(after, at: offset)
        } else if !areEqual(before, after) {
          rest.append(.changed(old: before, new: after, offset: offset))
        }
      }
    }
    if !oldPlaces.isEmpty { rest = fewestMoves(rest, since: old, from: oldPlaces, areEqual) }
    return removed + rest
  }

  /// Calls a body with the id of each element that differs between two versions: has come, has gone or
  /// is another. One that has only moved is not named.
  /// - Complexity: As that of `changes(since:by:)`.
  @inlinable
  package static func forEachChangedID(
    from old: Self, to new: Self, areEqual: (Element, Element) -> Bool,
    _ body: (Element.ID) -> Void
  ) {
    ListWalk.walk(from: old.root, to: new.root) { step in
      switch step {
      case .both(let before, let after, _, _) where before.id == after.id:
        if !areEqual(before, after) { body(after.id) }
      case .both(let before, let after, _, _):
        visit(after, old, areEqual, body)
        if !new.contains(id: before.id) { body(before.id) }
      case .old(let element, _): if !new.contains(id: element.id) { body(element.id) }
      case .new(let element, _): visit(element, old, areEqual, body)
      }
    }
  }

  /// An element that has another label than before, or is new.
  @inlinable
  static func visit(
    _ element: Element, _ old: Self, _ areEqual: (Element, Element) -> Bool,
    _ body: (Element.ID) -> Void
  ) {
    if let before = old[id: element.id], areEqual(before, element) { return }
    body(element.id)
  }
}

extension IdentifiedList where Element: Equatable {
  /// In what this version differs from an older one: see `changes(since:by:)`.
  public func changes(since old: IdentifiedList) -> [Change] { changes(since: old, by: ==) }
}

extension IdentifiedList.Change: Equatable where Element: Equatable {}
extension IdentifiedList.Change: Sendable where Element: Sendable {}
