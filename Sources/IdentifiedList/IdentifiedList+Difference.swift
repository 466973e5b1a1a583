extension IdentifiedList {
  /// A difference between two versions of a list.
  public enum Change {
    /// A removed element, with its offset in the old version.
    case removed(Element, offset: Int)
    /// An inserted element, with its offset in the new version.
    case inserted(Element, offset: Int)
    /// A changed element, with its offset in the new version.
    case changed(old: Element, new: Element, offset: Int)
    /// An element that moved relative to the others, and may have changed as well; with its offset
    /// in the new version.
    case moved(old: Element, new: Element, offset: Int)
  }

  /// Returns the changes from an older version to this one.
  ///
  /// An element counts as moved if its position changed relative to the elements that both versions
  /// have. This also holds for a rebuilt list. The number of moved elements is minimal: all others
  /// have kept their order. An element whose offset changed only because of other elements has not
  /// moved.
  /// - Parameters:
  ///   - old: A version of this list. The more storage it shares with this one, the faster.
  ///   - areEqual: Whether two versions of an element are equal.
  /// - Returns: First the removals, in the order of the old version, then the other changes, in the
  ///   order of this version.
  /// - Complexity: O(*c* log *n*) in the number *c* of changes, for versions derived from one
  ///   another. For this bound, each element with a new label counts as a change, and so does each
  ///   element of a rebuilt list.
  @inlinable
  public func changes(
    since old: IdentifiedList, by areEqual: (Element, Element) -> Bool
  ) -> [Change] {
    var removed: [Change] = []
    var rest: [Change] = []
    // The old offsets of elements with a new label, and the number of old elements visited so far
    // that did not keep their label.
    var oldOffsets: [Element.ID: MinimalMoves.ElementOffset] = [:]
    var relabelled = 0
    func add(_ element: Element, at offset: Int) {
      if let before = old[id: element.id] {
        rest.append(.moved(old: before, new: element, offset: offset))
      } else {
        rest.append(.inserted(element, offset: offset))
      }
    }
    func drop(_ element: Element, at offset: Int) {
      if contains(id: element.id) {
        oldOffsets[element.id] = MinimalMoves.ElementOffset(
          keptLabelCount: offset - relabelled, offset: offset)
      } else {
        removed.append(.removed(element, offset: offset))
      }
      relabelled += 1
    }
    ListWalk.walk(
      from: old.root, to: root, unless: { $0.id == $1.id && areEqual($0, $1) }
    ) { step in
      switch step {
      case .old(let element, let offset): drop(element, at: offset)
      case .new(let element, let offset): add(element, at: offset)
      case .both(let before, let after, let oldOffset, let offset):
        if before.id != after.id {
          drop(before, at: oldOffset)
          add(after, at: offset)
        } else {
          rest.append(.changed(old: before, new: after, offset: offset))
        }
      }
    }
    if !oldOffsets.isEmpty { rest = fewestMoves(rest, since: old, from: oldOffsets, areEqual) }
    return removed + rest
  }

  /// Calls a body with the id of each element that was inserted, removed or changed between two
  /// versions, but not of elements that only moved.
  /// - Complexity: Like `changes(since:by:)`.
  @inlinable
  package static func forEachChangedID(
    from old: Self, to new: Self, areEqual: (Element, Element) -> Bool,
    _ body: (Element.ID) -> Void
  ) {
    ListWalk.walk(
      from: old.root, to: new.root, unless: { $0.id == $1.id && areEqual($0, $1) }
    ) { step in
      switch step {
      case .both(let before, let after, _, _) where before.id == after.id:
        body(after.id)
      case .both(let before, let after, _, _):
        visit(after, old, areEqual, body)
        if !new.contains(id: before.id) { body(before.id) }
      case .old(let element, _): if !new.contains(id: element.id) { body(element.id) }
      case .new(let element, _): visit(element, old, areEqual, body)
      }
    }
  }

  /// Calls a body with the id of an element that `old` lacks or has with another value, and not with
  /// that of an element that only moved.
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
  /// Returns the changes from an older version to this one: see `changes(since:by:)`.
  @inlinable
  public func changes(since old: IdentifiedList) -> [Change] { changes(since: old, by: ==) }
}

extension IdentifiedList.Change: Equatable where Element: Equatable {}
extension IdentifiedList.Change: Sendable where Element: Sendable {}
