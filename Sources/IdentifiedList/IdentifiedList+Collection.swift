extension IdentifiedList: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { root.count }
  @inlinable public var count: Int { root.count }

  // Faster than the standard library's default implementations, which look up the operations of the
  // index type at each call.
  @inlinable public func index(_ offset: Int, offsetBy distance: Int) -> Int { offset + distance }
  @inlinable public func distance(from start: Int, to end: Int) -> Int { end - start }

  /// The element at an offset.
  /// - Complexity: O(log *n*)
  @inlinable
  public subscript(position: Int) -> Element {
    if position < 0 || position >= count { Self.stopOutOfRange(position, count) }
    let (leaf, slot) = root.leaf(at: position)
    return leaf.elements[slot]
  }

  /// The elements in order, leaf by leaf.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(root) }

  /// Iterates over the elements of a list in order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var elements: [Element] = []
    @usableFromInline var position = 0
    /// The remaining nodes, the next one last.
    @usableFromInline var nodes: [ListNode<Element>]

    @inlinable
    init(_ root: ListNode<Element>) { nodes = [root] }

    @inlinable
    public mutating func next() -> Element? {
      while position == elements.count {
        guard let node = nodes.popLast() else { return nil }
        elements = node.elements
        position = 0
        nodes.append(contentsOf: node.children.reversed())
      }
      defer { position &+= 1 }
      return elements[position]
    }
  }

  /// Calls a body with the elements if they are contiguous, as in a short list.
  @inlinable
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    root.isLeaf ? try root.elements.withContiguousStorageIfAvailable(body) : nil
  }
}

extension IdentifiedList.Iterator: Sendable where Element: Sendable {}

extension IdentifiedList: ExpressibleByArrayLiteral {
  /// Makes a list of these elements. Two elements with the same id are a programmer's error.
  public init(arrayLiteral elements: Element...) {
    self.init()
    for element in elements where !append(element).inserted {
      programmerError(
        "Two elements of an IdentifiedList literal have the id \(element.id). Give each element a unique id."
      )
    }
  }
}
