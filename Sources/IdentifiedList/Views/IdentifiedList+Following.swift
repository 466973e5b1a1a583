extension IdentifiedList where Element: Equatable {
  /// Returns the elements that differ between two versions, or nil if rebuilding a view is faster
  /// than updating it. An element that was changed or moved, or has a new label, is in both arrays.
  @inlinable
  package func incrementalChanges(since old: IdentifiedList) -> (
    removed: [Element], inserted: [Element]
  )? {
    if old.isEmpty { return nil }
    var (removed, inserted): ([Element], [Element]) = ([], [])
    ListWalk.walk(
      from: old.root, to: root, unless: { $0.id == $1.id && $0 == $1 }
    ) { step in
      switch step {
      case .old(let element, _): removed.append(element)
      case .new(let element, _): inserted.append(element)
      case .both(let before, let after, _, _):
        removed.append(before)
        inserted.append(after)
      }
    }
    return Swift.max(removed.count, inserted.count) <= count / 8 ? (removed, inserted) : nil
  }
}

// A list can follow another list, such as a filtered list its source. The following list uses the
// source's labels for its own elements, and is ordered by them. A label is a number that an element
// receives when it is inserted: see `ListNode`. The label alone gives the position of an element,
// so an insertion does not compare elements.
extension IdentifiedList {
  /// Makes a list of elements that are in the order of their labels.
  @inlinable
  init(_ elements: [Element], labelled label: (Element) -> Int) {
    self.init()
    labels.reserveCapacity(elements.count)
    let numbers = elements.map(label)
    for (element, number) in zip(elements, numbers) { labels.set(number, for: element.id) }
    root = .tree(of: elements, labels: numbers)
  }

  /// Inserts an element at the position of its label.
  @inlinable
  mutating func insert(_ element: Element, labelled label: Int) {
    insert(element, labelled: label, at: root.count(upTo: label))
  }

  /// Returns the label of an element in the list.
  @inlinable
  func label(of element: Element) -> Int { labels[element.id] ?? .max }
}
