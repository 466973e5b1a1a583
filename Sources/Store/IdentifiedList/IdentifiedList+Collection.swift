extension IdentifiedList: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { elements.count }
  @inlinable public subscript(position: Int) -> Element { elements[position] }

  /// Calls a body with the elements in one piece, for loops that must be quick.
  @inlinable
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    try elements.withContiguousStorageIfAvailable(body)
  }
}

extension IdentifiedList: ExpressibleByArrayLiteral {
  /// Makes a list of these elements. Two with the same id are a programmer's error.
  public init(arrayLiteral elements: Element...) {
    self.init()
    for element in elements where !append(element).inserted {
      programmerError(
        "Two elements of an IdentifiedList literal have the id \(element.id). Give each its own.")
    }
  }
}
