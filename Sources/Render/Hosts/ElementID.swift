/// Identifies an element of a host during its lifetime; never reused.
public struct ElementID: Hashable, Sendable, CustomStringConvertible {
  /// The number of the element in the high bits, and its index in the low bits.
  @usableFromInline let bits: Int
  @usableFromInline static let indexBits = 24

  /// Identifies the element. An element that was made later has a greater number.
  @inlinable public var value: Int { bits >> Self.indexBits }

  /// The slot of the element in an ``ElementTable``. Elements that are shown at the same time have
  /// different slots; the slot of a removed element is used again.
  @inlinable public var index: Int { bits & (1 << Self.indexBits - 1) }

  package init(_ value: Int, at index: Int) {
    precondition(
      index >> Self.indexBits == 0,
      "a tree has at most 2^24 nodes; show long data in a List, which makes only the visible rows")
    bits = value << Self.indexBits | index
  }

  // The numbers are consecutive, so a multiplication distributes them well enough. Keyed hashing
  // would be slower.
  public func _rawHashValue(seed: Int) -> Int { value &* -7_046_029_254_386_353_131 }

  public var description: String { "#\(value)" }
}

/// A table of values by ``ElementID``, such as the instances of a renderer. A look-up needs no
/// hashing.
///
/// Inlinable, because a generic type of another module is not specialised otherwise.
public struct ElementTable<Value: AnyObject> {
  /// The values by index.
  @usableFromInline var entries: [(id: ElementID, value: Value)?] = []

  /// Makes an empty table.
  @inlinable public init() {}

  /// The value of an element; nil if there is none.
  public subscript(id: ElementID) -> Value? {
    @inlinable get {
      let index = id.index
      guard index < entries.count, let entry = entries[index], entry.id == id else { return nil }
      return entry.value
    }
    @inlinable set {
      let index = id.index
      if let newValue {
        while entries.count <= index { entries.append(nil) }
        entries[index] = (id, newValue)
      } else if self[id] != nil {
        entries[index] = nil
      }
    }
  }

  /// Returns the value at an element's index, whichever element now has the index; nil if there is
  /// none.
  @inlinable public func value(at index: Int) -> Value? {
    index < entries.count ? entries[index]?.value : nil
  }

  /// The ID of the element with a number; nil if the table has no value for it.
  /// - Complexity: O(slots).
  @inlinable public func id(_ number: Int) -> ElementID? {
    for case let entry? in entries where entry.id.value == number { return entry.id }
    return nil
  }

  /// The values, in no particular order.
  @inlinable public var values: [Value] { entries.compactMap { $0?.value } }
  /// The elements that have a value, in no particular order.
  @inlinable public var ids: [ElementID] { entries.compactMap { $0?.id } }
}
