/// The elements of a list in another order. Elements that are equal in this order keep the list's
/// order.
public struct SortedList<Element: Identifiable & Equatable>: MaterializedView {
  @usableFromInline var sorted = IdentifiedList<Element>()
  @usableFromInline var source = IdentifiedList<Element>()
  @usableFromInline let areInIncreasingOrder: @Sendable (Element, Element) -> Bool

  /// Makes a view that is empty until its first update.
  /// - Parameter areInIncreasingOrder: Whether the first of two elements is ordered before the
  ///   second, as a strict weak ordering. Called O(log *n*) times for each element that is new,
  ///   changed, moved or relabelled.
  public init(by areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  /// The elements as a list, from which other views can be updated.
  public var elements: IdentifiedList<Element> { sorted }

  @inlinable
  public mutating func update(to list: IdentifiedList<Element>) {
    if let (removed, inserted) = list.incrementalChanges(since: source) {
      for element in removed { sorted.remove(id: element.id) }
      for element in inserted {
        let label = list.label(of: element)
        let offset = sorted.root.offset { other in
          label < list.label(of: other)
            ? !areInIncreasingOrder(other, element) : areInIncreasingOrder(element, other)
        }
        sorted.insert(element, at: offset)
      }
    } else {
      sorted = IdentifiedList(list.sorted(by: areInIncreasingOrder))
    }
    source = list
  }
}

extension ListNode {
  /// Returns the number of elements before the first one that satisfies a condition. All later
  /// elements must also satisfy the condition.
  @inlinable
  func offset(ofFirst condition: (Element) -> Bool) -> Int {
    var (node, offset) = (self, 0)
    while !node.isLeaf {
      // Continues in the last child whose first element does not satisfy the condition, or in the
      // first child.
      let next = (1..<node.size).lowerBound { condition(node.children[$0].first) }
      for index in 0..<next - 1 { offset += node.children[index].count }
      node = node.children[next - 1]
    }
    return offset + (0..<node.size).lowerBound { condition(node.elements[$0]) }
  }

  /// The first element of a node that is not empty.
  @inlinable var first: Element {
    var node = self
    while !node.isLeaf { node = node.children[0] }
    return node.elements[0]
  }
}

extension Range<Int> {
  /// Returns the first number that satisfies a condition, or the upper bound. All numbers after it
  /// must also satisfy the condition.
  @inlinable
  package func lowerBound(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SortedList: IdentifiedCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { sorted.count }
  public subscript(position: Int) -> Element { sorted[position] }
  public func index(id: Element.ID) -> Int? { sorted.index(id: id) }
  public func makeIterator() -> IdentifiedList<Element>.Iterator { sorted.makeIterator() }
}

extension SortedList: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.sorted == right.sorted }
}

extension SortedList: Sendable where Element: Sendable, Element.ID: Sendable {}
