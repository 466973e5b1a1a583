/// A list whose `append` copies few elements, even while copies of the list exist.
struct StepList<Element: Sendable>: RandomAccessCollection, Sendable {
  private var old: ArraySlice<Element> = []
  /// The last elements. Most appends to a shared list copy only these.
  private var new: [Element] = []

  /// The most elements in `new`.
  private static var newLimit: Int { 32 }

  init(_ elements: [Element] = []) { old = ArraySlice(elements) }

  var startIndex: Int { 0 }
  var endIndex: Int { count }
  var count: Int { old.count + new.count }

  subscript(index: Int) -> Element {
    index < old.count ? old[old.startIndex + index] : new[index - old.count]
  }

  mutating func append(_ element: Element) {
    if new.count == Self.newLimit { (old, new) = (old + new, []) }
    new.append(element)
  }

  mutating func popFirst() -> Element? { old.popFirst() ?? (new.isEmpty ? nil : new.removeFirst()) }

  mutating func popLast() -> Element? { new.popLast() ?? old.popLast() }

  mutating func remove(at index: Int) -> Element {
    if index == endIndex - 1, let last = popLast() { return last }
    var all = Array(self)
    defer { self = StepList(all) }
    return all.remove(at: index)
  }
}

extension StepList: Equatable where Element: Equatable {
  static func == (first: StepList, second: StepList) -> Bool { first.elementsEqual(second) }
}
