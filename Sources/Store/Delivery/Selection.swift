/// How a part of a value is found, where it lies if that can be.
@usableFromInline
struct Selection<Whole: Sendable, Part: Sendable>: Sendable {
  /// Calls a body with the part; does not call it when the whole has no such part.
  @usableFromInline
  typealias Find = @Sendable (_ whole: UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void

  @usableFromInline let key: PlanKey
  /// Where it is in the whole, for a stored property.
  @usableFromInline let offset: Int?
  @usableFromInline let find: Find

  @inlinable
  init(_ key: PlanKey, find: @escaping Find) {
    self.key = key
    offset = nil
    self.find = find
  }

  @inlinable
  init(storedAt offset: Int) {
    key = .stored(offset: offset, ObjectIdentifier(Part.self))
    self.offset = offset
    find = { $1($0 + offset) }
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
    _ key: PlanKey, _ select: @escaping @Sendable (Part) -> Inner?
  ) -> Selection<Whole, Inner> {
    let find = find
    return Selection<Whole, Inner>(key) { whole, body in
      find(whole) { part in
        guard let inner = select(part.assumingMemoryBound(to: Part.self).pointee) else { return }
        withUnsafePointer(to: inner) { body($0) }
      }
    }
  }

  /// Where the part can be looked at, if it is stored in the whole.
  @inlinable
  func look(at last: KeptValue<Part>) -> PlanNode.StoredLook? {
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

/// A value that a node keeps. Only the owner of the delivery uses it.
@usableFromInline
final class KeptValue<Value: Sendable>: @unchecked Sendable {
  // Safe: see above; the ownership is handed over in a way that orders what the owners do. A place of
  // its own, because a class's variable would be checked for exclusive access each time.
  @usableFromInline let address: UnsafeMutablePointer<Value>
  @usableFromInline @exclusivity(unchecked) var isThere = false

  @inlinable
  init() { address = .allocate(capacity: 1) }

  @inlinable
  init(_ value: Value) {
    address = .allocate(capacity: 1)
    set(value)
  }

  @inlinable
  func set(_ value: Value) {
    if isThere { address.pointee = value } else { address.initialize(to: value) }
    isThere = true
  }

  @inlinable
  func drop() {
    if isThere { address.deinitialize(count: 1) }
    isThere = false
  }

  @inlinable
  deinit {
    drop()
    address.deallocate()
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
    let last = KeptValue<Part>()
    guard let offset = selection.offset else {
      let find = selection.find
      return PlanNode(.part(selection.key, stored: nil)) { node, whole, version in
        find(whole) { node.pass(on: $0, version, last, areEqual) }
      }
    }
    // Only what lies in the state itself can be looked at there.
    let look = isInState ? selection.look(at: last) : nil
    return PlanNode(.part(selection.key, stored: look)) { node, whole, version in
      node.pass(on: whole + offset, version, last, areEqual)
    }
  }

  /// Passes the value of a part on to those below, unless it is equal to the last one.
  @inlinable
  func pass<Part: Sendable>(
    on part: UnsafeRawPointer, _ version: UInt64, _ last: KeptValue<Part>,
    _ areEqual: (@Sendable (Part, Part) -> Bool)?
  ) {
    guard keepsLast, let areEqual else {
      // Those below compare what they select.
      last.drop()
      hasLast = false
      return send(part, version)
    }
    let new = part.assumingMemoryBound(to: Part.self)
    if hasLast {
      if haveSameBits(last.address, part, MemoryLayout<Part>.size) { return }
      if areEqual(last.address.pointee, new.pointee) { return last.set(new.pointee) }
    }
    last.set(new.pointee)
    hasLast = true
    send(part, version)
  }

  /// A subscriber.
  /// - Parameters:
  ///   - start: What it has seen.
  ///   - areEqual: Nil to tell it of every commit.
  ///   - lastShown: Gets each value of the part that the subscriber is told of.
  @inlinable
  static func subscriber<Part: Sendable, Value: Sendable>(
    seen start: Value, _ select: @escaping @Sendable (Part) -> Value,
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    noting lastShown: LastShown<Part>? = nil,
    _ body: @escaping @Sendable (Change<Value>) -> Void
  ) -> PlanNode {
    let seen = KeptValue(start)
    return PlanNode(.subscriber()) { node, part, version in
      node.seen = version
      let part = part.assumingMemoryBound(to: Part.self)
      let new = select(part.pointee)
      // The value that it saw is as good as the new one, and costs nothing to keep.
      if let areEqual, areEqual(seen.address.pointee, new) { return }
      let old = seen.address.pointee
      seen.set(new)
      lastShown?.note(part.pointee, version)
      body(Change(old: old, new: new, version: version))
    }
  }
}
