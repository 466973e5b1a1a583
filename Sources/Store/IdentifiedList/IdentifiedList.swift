/// Elements in an order, each found by its id at once. No two have the same id.
///
/// A value: copies share their storage until one is changed.
public struct IdentifiedList<Element: Identifiable> {
  @usableFromInline var elements: [Element]
  /// Where each id is. Shared between copies as long as nothing is inserted, removed or moved.
  @usableFromInline var positions: [Element.ID: Int]

  /// Makes an empty list.
  @inlinable
  public init() {
    elements = []
    positions = [:]
  }

  /// Makes a list of a sequence. Of elements with the same id, the first is kept.
  /// - Complexity: O(*n*)
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    reserveCapacity(elements.underestimatedCount)
    for element in elements { append(element) }
  }

  /// Makes room for this many elements.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) {
    elements.reserveCapacity(count)
    positions.reserveCapacity(count)
  }

  /// The ids, in order.
  @inlinable
  public var ids: some RandomAccessCollection<Element.ID> { elements.lazy.map(\.id) }

  /// Where an id is, or nil.
  @inlinable
  public func index(id: Element.ID) -> Int? { positions[id] }

  /// Whether an element has this id.
  @inlinable
  public func contains(id: Element.ID) -> Bool { positions[id] != nil }

  /// The element with an id, or nil if there is none.
  ///
  /// Changing it through here changes it in place. Setting nil removes it; setting an element where
  /// there is none appends it. An element's id must be the one in the brackets: anything else is a
  /// programmer's error.
  /// - Complexity: O(1) on average to read and to change; O(*n*) to remove.
  @inlinable
  public subscript(id id: Element.ID) -> Element? {
    get { positions[id].map { elements[$0] } }
    _modify {
      guard let position = positions[id] else {
        var element: Element?
        defer {
          if let element {
            Self.check(element, has: id)
            append(element)
          }
        }
        yield &element
        return
      }
      // Taken out, not copied: what the element holds stays uniquely held, and is changed in place
      // as well.
      let last = elements.count - 1
      elements.swapAt(position, last)
      var element: Element? = elements.removeLast()
      defer {
        if let element {
          Self.check(element, has: id)
          elements.append(element)
          elements.swapAt(position, last)
        } else {
          if position < last { elements.append(elements.remove(at: position)) }
          positions[id] = nil
          renumber(from: position)
        }
      }
      yield &element
    }
  }
}

extension IdentifiedList {
  /// Brings the positions in line with the elements, from an offset on.
  @inlinable
  mutating func renumber(from start: Int, to end: Int? = nil) {
    for position in start..<(end ?? elements.count) {
      positions[elements[position].id] = position
    }
  }

  @inlinable
  static func check(_ element: Element, has id: Element.ID) {
    if element.id != id { stopChangedID(from: "\(id)", to: "\(element.id)") }
  }

  @usableFromInline
  static func stopChangedID(from old: String, to new: String) -> Never {
    programmerError(
      """
      The element with id \(old) in an IdentifiedList was given the id \(new) in place. An id is for life: remove the \
      old element and append the new one.
      """)
  }
}

extension IdentifiedList: Sendable where Element: Sendable, Element.ID: Sendable {}
