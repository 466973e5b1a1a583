/// How a part of a value is found, where it lies if that can be.
@usableFromInline
struct Selection<Whole: Sendable, Part: Sendable>: Sendable {
  /// Calls a body with the part; does not call it when the whole has no such part.
  @usableFromInline typealias Find = PartFinder

  @usableFromInline let key: PlanKey
  /// Where it is in the whole, for a stored property.
  @usableFromInline let offset: Int?
  @usableFromInline let find: Find
  /// Of the element of a list.
  @usableFromInline let list: ListPresence?

  @inlinable
  init(_ key: PlanKey, in list: ListPresence? = nil, find: @escaping Find) {
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

  /// How work of the part finds out that the part is gone. A field is always there.
  var presence: Presence {
    Presence(find: find, list: list, isField: list == nil && !key.mayBeAbsent)
  }

  /// The part at a key path.
  @inlinable
  static func field(_ path: KeyPath<Whole, Part> & Sendable) -> Selection {
    // A stored property is read where it lies. `offset(of:)` is nil for all others.
    if let offset = MemoryLayout<Whole>.offset(of: path) { return Selection(storedAt: offset) }
    return Selection(.path(path)) { whole, body in
      let whole = whole.assumingMemoryBound(to: Whole.self)
      withUnsafePointer(to: whole.pointee[keyPath: path]) { body($0) }
    }
  }

  /// What a function finds in the part, if anything.
  @inlinable
  func found<Inner: Sendable>(
    _ key: PlanKey, in list: ListPresence? = nil, _ select: @escaping @Sendable (Part) -> Inner?
  ) -> Selection<Whole, Inner> {
    let find = find
    return Selection<Whole, Inner>(key, in: list) { whole, body in
      find(whole) { part in
        guard let inner = select(part.assumingMemoryBound(to: Part.self).pointee) else { return }
        withUnsafePointer(to: inner) { body($0) }
      }
    }
  }

  /// Where the part can be compared with the last one, if it is stored in the whole.
  @inlinable
  func look(at last: PartMemory<Part>) -> PlanNode.Look? {
    offset.map { .init(offset: $0, size: MemoryLayout<Part>.size, last: last.address) }
  }

  /// A copy of the part, if there is one.
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
final class Kept<Value: Sendable>: @unchecked Sendable {
  // Safe: it belongs to the plan, as the node does: see `PlanNode`. Before the node is in the plan, nobody
  // else has it.
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}

/// The value that a part passed on last.
@usableFromInline
final class PartMemory<Value: Sendable>: @unchecked Sendable {
  // Safe: as `Kept`. The memory is there for as long as this, which the part's node keeps.
  @usableFromInline let address: UnsafeMutablePointer<Value>
  @usableFromInline @exclusivity(unchecked) var isThere = false

  @inlinable
  init() { address = .allocate(capacity: 1) }

  @inlinable
  deinit {
    forget()
    address.deallocate()
  }

  @inlinable var value: Value? { isThere ? address.pointee : nil }

  @inlinable
  func set(_ value: Value) {
    if isThere { address.pointee = value } else { address.initialize(to: value) }
    isThere = true
  }

  @inlinable
  func forget() {
    if isThere { address.deinitialize(count: 1) }
    isThere = false
  }

  @inlinable
  func hasBits(of other: UnsafeRawPointer) -> Bool {
    isThere && haveSameBits(address, other, MemoryLayout<Value>.size)
  }
}

extension PlanPath {
  /// The path to a part of the value at the end of this one.
  /// - Parameter areEqual: Nil for a part that has no equality: then every commit counts as a change.
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

  /// The path and the selection that lead to a part. A stored property of a stored property is one of the
  /// whole: a scope in a scope costs no step.
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
  /// A part of the value of the node around it.
  /// - Parameter isInState: The value around it is the whole state.
  @inlinable
  static func part<Whole: Sendable, Part: Sendable>(
    _ selection: Selection<Whole, Part>, areEqual: (@Sendable (Part, Part) -> Bool)?,
    isInState: Bool
  ) -> PlanNode {
    let last = PartMemory<Part>()
    let find = selection.find
    // Only what lies in the state itself can be looked at there.
    let look = isInState && areEqual != nil ? selection.look(at: last) : nil
    return PlanNode(selection.key, look: look) { node, whole, version in
      find(whole) { node.pass(on: $0, version, last, areEqual) }
    }
  }

  /// Passes the value of a part on to those below, unless it is equal to the last one.
  @inlinable
  func pass<Part: Sendable>(
    on part: UnsafeRawPointer, _ version: UInt64, _ last: PartMemory<Part>,
    _ areEqual: (@Sendable (Part, Part) -> Bool)?
  ) {
    guard subscriberCount > 0, let areEqual else {
      // Those below compare what they select.
      last.forget()
      return send(part, version)
    }
    let new = part.assumingMemoryBound(to: Part.self)
    if !isStale {
      if last.hasBits(of: part) { return }
      if let old = last.value, areEqual(old, new.pointee) {
        // Found the same at a glance from now on.
        last.set(new.pointee)
        return
      }
    }
    last.set(new.pointee)
    isStale = false
    send(part, version)
  }
}
