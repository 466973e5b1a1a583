import Synchronization

/// A map from the ids of a list to labels. Lists share its parts until one of them changes a part.
///
/// A change copies one part, its row and the list of rows: a few hundred entries of a million.
@usableFromInline
struct LabelMap<ID: Hashable> {
  @usableFromInline
  final class Part {
    @usableFromInline var labels: [ID: Int]

    @inlinable
    init(_ labels: [ID: Int]) { self.labels = labels }
  }

  /// The largest average number of entries in a part when capacity is reserved. When the average
  /// exceeds twice this number, the map adds parts.
  @usableFromInline static var targetLoad: Int { 256 }

  /// The number of parts in a row. A map with fewer parts has one shorter row.
  @usableFromInline static var width: Int { 64 }

  /// The parts, in rows. Copying and releasing a single array of all parts would take longer than
  /// the rest of a change of a long list.
  @usableFromInline var rows: [[Part]]
  @usableFromInline var count: Int
  /// Maps with the same stamp contain the same ids: only an insertion or a removal changes the
  /// stamp.
  @usableFromInline var stamp: UInt64 = 0

  @inlinable
  init() {
    rows = [[Part([:])]]
    count = 0
  }

  /// Reserves capacity for a number of entries.
  @inlinable
  mutating func reserveCapacity(_ capacity: Int) {
    var size = size
    while size * Self.targetLoad < capacity { size *= 2 }
    if size > self.size { rehash(size: size) }
  }

  /// The number of parts: a power of two.
  @inlinable var size: Int { rows.count * rows[0].count }

  @inlinable
  func slot(of id: ID) -> (row: Int, part: Int) {
    let size = size
    if size == 1 { return (0, 0) }
    var hasher = Hasher()
    hasher.combine(id)
    let slot = hasher.finalize() & (size &- 1)
    return (slot / Self.width, slot % Self.width)
  }

  @inlinable
  subscript(id: ID) -> Int? {
    let (row, part) = slot(of: id)
    return rows[row][part].labels[id]
  }

  /// Sets or removes the label of an id.
  /// - Returns: The previous label.
  @inlinable
  @discardableResult
  mutating func set(_ label: Int?, for id: ID) -> Int? {
    let (row, part) = slot(of: id)
    if !isKnownUniquelyReferenced(&rows[row][part]) {
      rows[row][part] = Part(rows[row][part].labels)
    }
    let old: Int?
    if let label {
      old = rows[row][part].labels.updateValue(label, forKey: id)
      if old == nil {
        count += 1
        stamp = nextMembershipStamp()
      }
      let size = size
      if count > size * Self.targetLoad * 2 { rehash(size: size * 4) }
    } else {
      old = rows[row][part].labels.removeValue(forKey: id)
      if old != nil {
        count -= 1
        stamp = nextMembershipStamp()
      }
    }
    return old
  }

  @inlinable
  mutating func rehash(size: Int) {
    let old = rows
    rows = (0..<max(size / Self.width, 1)).map { _ in
      (0..<min(size, Self.width)).map { _ in Part([:]) }
    }
    for part in old.joined() {
      for (id, label) in part.labels {
        let slot = slot(of: id)
        rows[slot.row][slot.part].labels[id] = label
      }
    }
  }
}

// Safe: a map changes a part only while it has the only reference to it.
extension LabelMap.Part: @unchecked Sendable where ID: Sendable {}
extension LabelMap: Sendable where ID: Sendable {}

private let lastMembershipStamp = Atomic<UInt64>(0)

/// Returns a stamp that is unique in this process.
@usableFromInline
func nextMembershipStamp() -> UInt64 {
  lastMembershipStamp.wrappingAdd(1, ordering: .relaxed).newValue
}
