/// How a part of a value is found, without a copy where that can be.
@usableFromInline
struct Selection<Whole, Part>: Sendable {
  /// Which part it is, where that can be said.
  @usableFromInline let key: BranchKey?
  /// Where it is in the whole, for a stored property.
  @usableFromInline let offset: Int?
  /// Lends the part to a body; does not call it when the whole has no such part.
  @usableFromInline let lend: @Sendable (Lent<Whole>, (Lent<Part>) -> Void) -> Void

  @inlinable
  init(
    key: BranchKey?, offset: Int? = nil,
    lend: @escaping @Sendable (Lent<Whole>, (Lent<Part>) -> Void) -> Void
  ) {
    self.key = key
    self.offset = offset
    self.lend = lend
  }
}

extension Selection {
  /// The part at a key path.
  @inlinable
  static func field(_ path: KeyPath<Whole, Part> & Sendable) -> Selection {
    // A stored property is read where it lies. `offset(of:)` is nil for all others.
    if let offset = MemoryLayout<Whole>.offset(of: path) {
      return Selection(key: BranchKey(path), offset: offset) { whole, body in
        let address = UnsafeRawPointer(whole.address) + offset
        body(Lent(address.assumingMemoryBound(to: Part.self), version: whole.version))
      }
    }
    return Selection(key: BranchKey(path)) { whole, body in
      withUnsafePointer(to: whole.address.pointee[keyPath: path]) {
        body(Lent($0, version: whole.version))
      }
    }
  }

  /// The part that a function finds, if there is one.
  @inlinable
  static func computed(
    key: BranchKey? = nil, _ select: @escaping @Sendable (Whole) -> Part?
  ) -> Selection {
    Selection(key: key) { whole, body in
      guard let part = select(whole.address.pointee) else { return }
      withUnsafePointer(to: part) { body(Lent($0, version: whole.version)) }
    }
  }

  /// The part of a part.
  @inlinable
  func then<Inner>(_ inner: Selection<Part, Inner>) -> Selection<Whole, Inner> {
    Selection<Whole, Inner>(key: nil) { whole, body in
      lend(whole) { inner.lend($0, body) }
    }
  }
}
