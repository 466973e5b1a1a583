// How a list follows another one: elements stand in the order of the labels that they have there, so
// that the place of one is found without a search, and without looking at others.

extension IdentifiedList where Element: Equatable {
  /// The elements in which two versions differ, or nil if a view is made anew more quickly than it is
  /// changed. One that has changed, moved or been labelled anew has gone and come.
  @inlinable
  package func fewDifferences(from old: IdentifiedList) -> (gone: [Element], come: [Element])? {
    if old.isEmpty { return nil }
    var (gone, come): ([Element], [Element]) = ([], [])
    ListWalk.walk(from: old.root, to: root) { step in
      switch step {
      case .old(let element, _): gone.append(element)
      case .new(let element, _): come.append(element)
      case .both(let before, let after, _, _):
        if before.id == after.id, before == after { return }
        gone.append(before)
        come.append(after)
      }
    }
    return Swift.max(gone.count, come.count) <= count / 8 ? (gone, come) : nil
  }
}

extension IdentifiedList {
  /// Makes a list of elements in the order of their labels.
  @inlinable
  init(_ elements: [Element], labelled label: (Element) -> Int) {
    self.init()
    labels.reserveCapacity(elements.count)
    let numbers = elements.map(label)
    for (element, number) in zip(elements, numbers) { labels.set(number, for: element.id) }
    root = .tree(of: elements, labels: numbers)
  }

  /// Inserts an element where its label belongs.
  @inlinable
  mutating func insert(_ element: Element, labelled label: Int) {
    insert(element, labelled: label, at: root.count(upTo: label))
  }

  /// The label of an element that is in the list.
  @inlinable
  func label(of element: Element) -> Int { labels[element.id] ?? .max }
}
