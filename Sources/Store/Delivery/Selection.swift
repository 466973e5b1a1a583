/// Finds a part of a value, in place where possible.
@usableFromInline
struct Selection<Whole: Sendable, Part: Sendable>: Sendable {
  /// Calls a body with the part, or not at all if the whole lacks the part.
  @usableFromInline typealias Find = PartFinder

  @usableFromInline let key: PlanKey
  /// The part's offset in the whole; nil if the part is not a stored property.
  @usableFromInline let offset: Int?
  @usableFromInline let find: Find
  /// For an element of a list: the list.
  @usableFromInline let list: ListMembership?

  @inlinable
  init(_ key: PlanKey, in list: ListMembership? = nil, find: @escaping Find) {
    self.key = key
    self.list = list
    offset = nil
    self.find = find
  }

  @inlinable
  init(storedAt offset: Int) {
    key = .stored(offset: offset, ObjectIdentifier(Part.self))
    self.offset = offset
    list = nil
    find = { $1($0 + offset) }
  }

  /// Checks whether the part still exists, so that its work can be cancelled when it is removed.
  var presence: ChildFinder {
    ChildFinder(find: find, list: list, isField: list == nil && !key.mayBeAbsent)
  }

  /// The part at a key path.
  /// - Parameter place: Where the program names the part. It identifies an empty value, because the
  ///   key paths of neighbouring empty values of one type are equal.
  @inlinable
  static func field(
    _ path: KeyPath<Whole, Part> & Sendable, at place: @autoclosure () -> CaseIdentity? = nil
  ) -> Selection {
    if MemoryLayout<Part>.size == 0, let place = place() {
      return Selection<Whole, Part>.field(path).compactMap(.empty(place)) { $0 }
    }
    // A stored property is read in place. For all others, `offset(of:)` is nil.
    if let offset = MemoryLayout<Whole>.offset(of: path) { return Selection(storedAt: offset) }
    return Selection(.path(path)) { whole, body in
      let whole = whole.assumingMemoryBound(to: Whole.self)
      withUnsafePointer(to: whole.pointee[keyPath: path]) { body($0) }
    }
  }

  /// Returns a selection of the value that a function finds in the part, if any.
  @inlinable
  func compactMap<Inner: Sendable>(
    _ key: PlanKey, in list: ListMembership? = nil, _ select: @escaping @Sendable (Part) -> Inner?
  ) -> Selection<Whole, Inner> {
    let find = find
    return Selection<Whole, Inner>(key, in: list) { whole, body in
      find(whole) { part in
        guard let inner = select(part.assumingMemoryBound(to: Part.self).pointee) else { return }
        withUnsafePointer(to: inner) { body($0) }
      }
    }
  }

  /// Returns the part's location in the whole and its last value, so that their bytes can be
  /// compared. Nil if the whole does not store the part.
  @inlinable
  func storedValue(at last: LastValue<Part>) -> PlanNode.StoredValue? {
    offset.map { .init(offset: $0, size: MemoryLayout<Part>.size, last: last.address) }
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
  // Safe: it belongs to the plan, as the node does: see `PlanNode`. Before the node is in the plan,
  // no other code has it.
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}

/// The value that a part passed on last.
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

  @inlinable
  func isBitwiseEqual(to other: UnsafeRawPointer) -> Bool {
    hasValue && haveSameBits(address, other, MemoryLayout<Value>.size)
  }
}

extension PlanPath {
  /// Returns the path to a part of the value at the end of this path.
  /// - Parameter areEqual: Nil for a part without equality: then every commit counts as a change.
  @inlinable
  func appending<Whole: Sendable, Part: Sendable>(
    _ selection: Selection<Whole, Part>, areEqual: (@Sendable (Part, Part) -> Bool)?
  ) -> PlanPath {
    let (above, selection) = joined(with: selection)
    let isInState = above.isRoot
    return PlanPath(parent: above, key: selection.key, offset: selection.offset) {
      .part(selection, areEqual: areEqual, isInState: isInState)
    }
  }

  /// Returns the path and the selection that lead to a part. A stored property of a stored property
  /// is selected from the outer whole, so that nested scopes cost no extra step.
  @inlinable
  func joined<Whole: Sendable, Part: Sendable>(
    with selection: Selection<Whole, Part>
  ) -> (PlanPath, Selection<Whole, Part>) {
    guard let inner = selection.offset, let outer = offset, let parent else {
      return (self, selection)
    }
    return (parent, Selection(storedAt: outer + inner))
  }
}

extension PlanNode {
  /// Makes a node for a part of the surrounding node's value.
  /// - Parameter isInState: Whether the surrounding value is the whole state.
  @inlinable
  static func part<Whole: Sendable, Part: Sendable>(
    _ selection: Selection<Whole, Part>, areEqual: (@Sendable (Part, Part) -> Bool)?,
    isInState: Bool
  ) -> PlanNode {
    let last = LastValue<Part>()
    let find = selection.find
    // Only a part that is stored in the state itself can be compared in place.
    let storedValue = isInState && areEqual != nil ? selection.storedValue(at: last) : nil
    return PlanNode(selection.key, storedValue: storedValue) { node, whole, version in
      find(whole) { node.pass(on: $0, version, last, areEqual) }
    }
  }

  /// Passes the value of a part on to the children, unless it equals the last one.
  @inlinable
  func pass<Part: Sendable>(
    on part: UnsafeRawPointer, _ version: UInt64, _ last: LastValue<Part>,
    _ areEqual: (@Sendable (Part, Part) -> Bool)?
  ) {
    guard subscriberCount > 0, let areEqual else {
      // The children compare the values that they select.
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
