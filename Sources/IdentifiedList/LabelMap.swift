import Synchronization

/// Where the ids of a list are: a map from ids to labels, in parts that are shared between lists until
/// one of them changes.
///
/// A change copies one part, the row that it stands in and the list of the rows: a few hundred entries
/// of a million.
@usableFromInline
struct LabelMap<ID: Hashable> {
  @usableFromInline
  final class Part {
    @usableFromInline var labels: [ID: Int]

    @inlinable
    init(_ labels: [ID: Int]) { self.labels = labels }
  }

  /// So many entries a part has on average before there are more parts.
  @usableFromInline static var load: Int { 256 }

  /// So many parts a row has, if there are not fewer.
  @usableFromInline static var width: Int { 64 }

  /// In rows: to copy and to release a list of all parts takes longer than all else that a change of
  /// a long list does.
  @usableFromInline var rows: [[Part]]
  @usableFromInline var count: Int
  /// Maps with the same stamp have the same ids: only one that comes or goes changes it.
  @usableFromInline var stamp: UInt64 = 0

  @inlinable
  init() {
    rows = [[Part([:])]]
    count = 0
  }

  /// Makes room for so many entries.
  @inlinable
  mutating func reserveCapacity(_ capacity: Int) {
    var size = size
    while size * Self.load < capacity { size *= 2 }
    if size > self.size { spread(over: size) }
  }

  /// How many parts there are: a power of two.
  @inlinable var size: Int { rows.count * rows[0].count }

  @inlinable
  func place(of id: ID) -> (row: Int, part: Int) {
    let size = size
    if size == 1 { return (0, 0) }
    var hasher = Hasher()
    hasher.combine(id)
    let place = hasher.finalize() & (size &- 1)
    return (place / Self.width, place % Self.width)
  }

  @inlinable
  subscript(id: ID) -> Int? {
    let (row, part) = place(of: id)
    return rows[row][part].labels[id]
  }

  /// Sets or removes what an id has.
  /// - Returns: What it had.
  @inlinable
  @discardableResult
  mutating func set(_ label: Int?, for id: ID) -> Int? {
    let (row, part) = place(of: id)
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
      if count > size * Self.load * 2 { spread(over: size * 4) }
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
  mutating func spread(over size: Int) {
    let old = rows
    rows = (0..<max(size / Self.width, 1)).map { _ in
      (0..<min(size, Self.width)).map { _ in Part([:]) }
    }
    for part in old.joined() {
      for (id, label) in part.labels {
        let place = place(of: id)
        rows[place.row][place.part].labels[id] = label
      }
    }
  }
}

// Safe: a part is only changed by a map that holds it alone.
extension LabelMap.Part: @unchecked Sendable where ID: Sendable {}
extension LabelMap: Sendable where ID: Sendable {}

private let lastMembershipStamp = Atomic<UInt64>(0)

/// Unlike any other stamp of this process.
@usableFromInline
func nextMembershipStamp() -> UInt64 {
  lastMembershipStamp.wrappingAdd(1, ordering: .relaxed).newValue
}
