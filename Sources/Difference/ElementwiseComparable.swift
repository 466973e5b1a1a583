import MillraceIdentifiedList

/// A collection that finds its changed elements itself.
///
/// It compares elements with `==`. For a long list, that is hundreds of times faster than
/// reflection.
protocol ElementwiseComparable {
  /// Appends the differences between the elements of two collections to `difference`.
  /// - Parameters:
  ///   - old: The old collection, of the same type.
  ///   - path: The path of the collection.
  func appendChanges(from old: Any, at path: String, in difference: inout StateDifference)
}

extension IdentifiedList: ElementwiseComparable where Element: Equatable {
  func appendChanges(from old: Any, at path: String, in difference: inout StateDifference) {
    guard let old = old as? Self else { return }
    var isMoved = false
    for change in self.changes(since: old) as [IdentifiedList.Change] {
      switch change {
      case .removed(let element, _):
        difference.append("−", element, at: difference.elementPath(of: element.id, in: path))
      case .inserted(let element, _):
        difference.append("+", element, at: difference.elementPath(of: element.id, in: path))
      case .changed(let old, let new, _):
        difference.compare(old, new, difference.elementPath(of: new.id, in: path))
      case .moved(let old, let new, _):
        isMoved = true
        difference.compare(old, new, difference.elementPath(of: new.id, in: path))
      }
    }
    if isMoved { difference.append("reordered", at: path) }
  }
}

extension Array: ElementwiseComparable where Element: Equatable {
  func appendChanges(from old: Any, at path: String, in difference: inout StateDifference) {
    guard let old = old as? Self else { return }
    if count == old.count {
      for index in indices where self[index] != old[index] {
        difference.compare(old[index], self[index], "\(path)[\(index)]")
      }
      return
    }
    // The equal elements at the start and at the end are not part of the difference.
    let start = zip(old, self).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    for index in start..<(old.count - end) {
      difference.append("−", old[index], at: "\(path)[\(index)]")
    }
    for index in start..<(count - end) {
      difference.append("+", self[index], at: "\(path)[\(index)]")
    }
  }
}

extension Dictionary: ElementwiseComparable where Value: Equatable {
  func appendChanges(from old: Any, at path: String, in difference: inout StateDifference) {
    guard let old = old as? Self else { return }
    let changed = Swift.Set(keys).union(old.keys).filter { self[$0] != old[$0] }
    for (name, key) in sortedByText(changed, limit: 40, at: path, in: difference) {
      switch (old[key], self[key]) {
      case (let old?, let new?): difference.compare(old, new, "\(path)[\(name)]")
      case (let old?, nil): difference.append("−", old, at: "\(path)[\(name)]")
      case (nil, let new?): difference.append("+", new, at: "\(path)[\(name)]")
      case (nil, nil): break
      }
    }
  }
}

extension Set: ElementwiseComparable {
  func appendChanges(from old: Any, at path: String, in difference: inout StateDifference) {
    guard let old = old as? Self else { return }
    for (_, element) in sortedByText(old.subtracting(self), limit: 120, at: path, in: difference) {
      difference.append("−", element, at: path)
    }
    for (_, element) in sortedByText(subtracting(old), limit: 120, at: path, in: difference) {
      difference.append("+", element, at: path)
    }
  }
}

/// Returns elements with their texts, sorted by text. The order of a set differs from run to run,
/// but a log should be the same in every run.
private func sortedByText<Element>(
  _ elements: Set<Element>, limit: Int, at path: String, in difference: StateDifference
) -> [(text: String, element: Element)] {
  elements.map { (difference.text($0, path, limit: limit), $0) }.sorted { $0.text < $1.text }
}
