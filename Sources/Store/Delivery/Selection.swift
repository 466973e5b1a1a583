/// Finds a part of a value, in place where possible.
@usableFromInline
struct Selection<Whole: Sendable, Part: Sendable>: Sendable {
  @usableFromInline typealias Equality = @Sendable (Part, Part) -> Bool

  /// The path from the whole to the part.
  @usableFromInline let path: ScopePath
  /// Calls a body with the part, or not at all if the whole lacks the part.
  @usableFromInline let find: PartFinder

  @inlinable
  init(_ path: ScopePath, find: @escaping PartFinder) {
    self.path = path
    self.find = find
  }

  /// Makes a selection of one step.
  @inlinable
  init(
    _ key: PathKey, at path: AnyKeyPath? = nil, offset: Int? = nil, areEqual: Equality? = nil,
    find: @escaping PartFinder
  ) {
    let makeNode: PathStep.MakeNode = { outer, isInState in
      .part(
        key.moved(by: outer), offset: offset.map { outer + $0 },
        areEqual: areEqual ?? equality(of: Part.self), isInState: isInState, find)
    }
    let step = PathStep(key, at: path, offset: offset, find: find, makeNode: makeNode)
    self.init(ScopePath([step]), find: find)
  }

  /// The part at a key path.
  /// - Parameters:
  ///   - identity: The location in the source at which the path is made. It identifies an empty
  ///     value, such as a struct without fields, because the key paths of neighbouring empty values
  ///     of one type are equal.
  ///   - areEqual: Compares two parts; nil for the type's `==`, if it has one.
  @inlinable
  static func field(
    _ path: KeyPath<Whole, Part> & Sendable, at identity: @autoclosure () -> CaseIdentity? = nil,
    areEqual: Equality? = nil
  ) -> Selection {
    let emptyKey = MemoryLayout<Part>.size == 0 ? identity().map { PathKey.empty($0) } : nil
    // A stored property is read in place. For all other properties, `offset(of:)` is nil.
    if emptyKey == nil, let offset = MemoryLayout<Whole>.offset(of: path) {
      let key = PathKey.stored(offset: offset, ObjectIdentifier(Part.self))
      return Selection(key, at: path, offset: offset, areEqual: areEqual) { $1($0 + offset) }
    }
    return Selection(emptyKey ?? .path(path), areEqual: areEqual) { whole, body in
      let whole = whole.assumingMemoryBound(to: Whole.self)
      withUnsafePointer(to: whole.pointee[keyPath: path]) { body($0) }
    }
  }

  /// Returns a selection of the value that a function finds in the part, if any.
  /// - Parameter key: Identifies the value in the whole.
  @inlinable
  func compactMap<Inner: Sendable>(
    _ key: PathKey, _ select: @escaping @Sendable (Part) -> Inner?
  ) -> Selection<Whole, Inner> {
    let find = find
    return Selection<Whole, Inner>(key) { whole, body in
      find(whole) { part in
        guard let inner = select(part.assumingMemoryBound(to: Part.self).pointee) else { return }
        withUnsafePointer(to: inner) { body($0) }
      }
    }
  }

  /// Returns a copy of the part, if it exists.
  @inlinable
  func part(of whole: Whole) -> Part? {
    withUnsafePointer(to: whole) { address in
      var part: Part?
      find(address) { part = $0.assumingMemoryBound(to: Part.self).pointee }
      return part
    }
  }
}

/// A value that a subscriber keeps.
@usableFromInline
final class SeenValue<Value: Sendable>: @unchecked Sendable {
  // Safe: like the subscriber's node, it belongs to the plan: see `PlanNode`. Before the node is
  // added to the plan, no other code has a reference to it.
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}

/// The value that a part forwarded last.
@usableFromInline
final class LastValue<Value: Sendable>: @unchecked Sendable {
  // Safe: as `SeenValue`. The part's node retains this object, which owns the memory.
  @usableFromInline let address: UnsafeMutablePointer<Value>
  @usableFromInline @exclusivity(unchecked) var hasValue = false

  @inlinable
  init() { address = .allocate(capacity: 1) }

  @inlinable
  deinit {
    clear()
    address.deallocate()
  }

  @inlinable var value: Value? { hasValue ? address.pointee : nil }

  @inlinable
  func set(_ value: Value) {
    if hasValue { address.pointee = value } else { address.initialize(to: value) }
    hasValue = true
  }

  @inlinable
  func clear() {
    if hasValue { address.deinitialize(count: 1) }
    hasValue = false
  }

  /// The location of this value and of the part, so that their bytes can be compared. Nil if the
  /// part is not stored in the state.
  @inlinable
  func stored(at offset: Int?) -> PlanNode.StoredValue? {
    offset.map { .init(offset: $0, size: MemoryLayout<Value>.size, last: address) }
  }

  @inlinable
  func isBitwiseEqual(to other: UnsafeRawPointer) -> Bool {
    hasValue && haveSameBits(address, other, MemoryLayout<Value>.size)
  }
}

extension PlanNode {
  /// Makes a node for a part of the surrounding node's value.
  /// - Parameters:
  ///   - offset: The part's offset in that value; nil if it is not stored there.
  ///   - areEqual: Compares two parts; nil for a part without equality, for which every commit
  ///     counts as a change.
  ///   - isInState: Whether the surrounding value is the whole state.
  @inlinable
  static func part<Part: Sendable>(
    _ key: PathKey, offset: Int?, areEqual: (@Sendable (Part, Part) -> Bool)?, isInState: Bool,
    _ find: @escaping PartFinder
  ) -> PlanNode {
    let last = LastValue<Part>()
    // Only a part that is stored in the state itself can be compared in place.
    let storedValue = isInState && areEqual != nil ? last.stored(at: offset) : nil
    if let offset {
      return PlanNode(key, storedValue: storedValue) { node, whole, version in
        node.forward(whole + offset, version, last, areEqual)
      }
    }
    return PlanNode(key, storedValue: storedValue) { node, whole, version in
      find(whole) { node.forward($0, version, last, areEqual) }
    }
  }

  /// Forwards the value of a part to the children, unless it equals the last one.
  @inlinable
  func forward<Part: Sendable>(
    _ part: UnsafeRawPointer, _ version: UInt64, _ last: LastValue<Part>,
    _ areEqual: (@Sendable (Part, Part) -> Bool)?
  ) {
    guard subscriberCount > 0, let areEqual else {
      // This node compares nothing: the children compare the values that they select.
      last.clear()
      return send(part, version)
    }
    let new = part.assumingMemoryBound(to: Part.self)
    if !isStale {
      if last.isBitwiseEqual(to: part) { return }
      if let old = last.value, areEqual(old, new.pointee) {
        // Keeps the new value, so that the next comparison finds equal bits.
        last.set(new.pointee)
        return
      }
    }
    last.set(new.pointee)
    isStale = false
    send(part, version)
  }
}

/// Returns the equality of a type, if it is `Equatable`.
@usableFromInline
func equality<Value>(of type: Value.Type) -> (@Sendable (Value, Value) -> Bool)? {
  func make<Known: Equatable>(_ known: Known.Type) -> (@Sendable (Value, Value) -> Bool)? {
    // `Known` and `Value` are the same type.
    { first, second in
      withUnsafeBytes(of: first) { first in
        withUnsafeBytes(of: second) { $0.load(as: Known.self) == first.load(as: Known.self) }
      }
    }
  }
  guard let known = type as? any Equatable.Type else { return nil }
  return make(known)
}
