/// What happened to one element of a collection. Keys are ready to stand behind a path: `[3]`,
/// `[id: 7]`.
enum ElementChange {
  case changed(key: String, old: Any, new: Any)
  case inserted(key: String, value: Any)
  case removed(key: String, value: Any)
  case moved
}

/// A collection that finds its changed elements itself.
///
/// It compares as its own type, which for a long list is hundreds of times faster than looking into
/// it by reflection.
protocol ElementwiseComparable {
  /// - Returns: Nil if the old value is of another type.
  func changes(from old: Any) -> [ElementChange]?
}

extension IdentifiedList: ElementwiseComparable where Element: Equatable {
  func changes(from old: Any) -> [ElementChange]? {
    guard let old = old as? Self else { return nil }
    var isMoved = false
    var changes: [ElementChange] = []
    for change in self.changes(since: old) as [IdentifiedList.Change] {
      switch change {
      case .removed(let element, _):
        changes.append(.removed(key: "[id: \(element.id)]", value: element))
      case .inserted(let element, _):
        changes.append(.inserted(key: "[id: \(element.id)]", value: element))
      case .changed(let old, let new, _):
        changes.append(.changed(key: "[id: \(new.id)]", old: old, new: new))
      case .moved(let old, let new, _):
        isMoved = true
        if old != new { changes.append(.changed(key: "[id: \(new.id)]", old: old, new: new)) }
      }
    }
    if isMoved { changes.append(.moved) }
    return changes
  }
}

extension Array: ElementwiseComparable where Element: Equatable {
  func changes(from old: Any) -> [ElementChange]? {
    guard let old = old as? Self else { return nil }
    let (oldRange, newRange) = differingRanges(old, self)
    if oldRange.count == newRange.count {
      return newRange.filter { old[$0] != self[$0] }
        .map { .changed(key: "[\($0)]", old: old[$0], new: self[$0]) }
    }
    return oldRange.map { .removed(key: "[\($0)]", value: old[$0]) }
      + newRange.map { .inserted(key: "[\($0)]", value: self[$0]) }
  }
}

extension Dictionary: ElementwiseComparable where Value: Equatable {
  func changes(from old: Any) -> [ElementChange]? {
    guard let old = old as? Self else { return nil }
    var changes: [(key: String, change: ElementChange)] = []
    for (key, value) in old where self[key] == nil {
      let name = "[\(logText(key, limit: 40))]"
      changes.append((name, .removed(key: name, value: value)))
    }
    for (key, value) in self where old[key] != value {
      let name = "[\(logText(key, limit: 40))]"
      let change: ElementChange =
        if let before = old[key] {
          .changed(key: name, old: before, new: value)
        } else {
          .inserted(key: name, value: value)
        }
      changes.append((name, change))
    }
    // A dictionary has another order in every run; a log should not.
    return changes.sorted { $0.key < $1.key }.map(\.change)
  }
}

extension Set: ElementwiseComparable {
  func changes(from old: Any) -> [ElementChange]? {
    guard let old = old as? Self else { return nil }
    // In an order that is the same in every run.
    func sorted(_ elements: Self) -> [Element] {
      elements.map { (text: logText($0, limit: 120), element: $0) }
        .sorted { $0.text < $1.text }.map(\.element)
    }
    return sorted(old.subtracting(self)).map { .removed(key: "", value: $0) }
      + sorted(subtracting(old)).map { .inserted(key: "", value: $0) }
  }
}

/// What is left of two lists without their common start and their common end.
///
/// It compares the elements where they are: to take each one out first costs several times as much.
private func differingRanges<List: RandomAccessCollection>(
  _ old: List, _ new: List
) -> (old: Range<Int>, new: Range<Int>) where List.Element: Equatable, List.Index == Int {
  let ranges = old.withContiguousStorageIfAvailable { old in
    new.withContiguousStorageIfAvailable { new in
      if old.baseAddress == new.baseAddress, old.count == new.count { return (0..<0, 0..<0) }
      let shorter = Swift.min(old.count, new.count)
      var start = 0
      while start < shorter, old[start] == new[start] { start += 1 }
      var (oldEnd, newEnd) = (old.count, new.count)
      while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
        oldEnd -= 1
        newEnd -= 1
      }
      return (start..<oldEnd, start..<newEnd)
    }
  }
  return (ranges ?? nil) ?? (0..<old.count, 0..<new.count)
}
