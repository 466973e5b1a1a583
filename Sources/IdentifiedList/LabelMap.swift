/// Where the ids of a list are: a map from ids to labels, in parts that are shared between lists until
/// one of them changes.
///
/// A change copies one part, and the list of the parts: a few hundred entries of any number.
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

  /// A power of two.
  @usableFromInline var parts: [Part]
  @usableFromInline var count: Int

  @inlinable
  init() {
    parts = [Part([:])]
    count = 0
  }

  /// Makes room for so many entries.
  @inlinable
  mutating func reserveCapacity(_ capacity: Int) {
    var size = parts.count
    while size * Self.load < capacity { size *= 2 }
    if size > parts.count { spread(over: size) }
  }

  @inlinable
  func part(of id: ID) -> Int {
    if parts.count == 1 { return 0 }
    var hasher = Hasher()
    hasher.combine(id)
    return hasher.finalize() & (parts.count &- 1)
  }

  @inlinable
  subscript(id: ID) -> Int? { parts[part(of: id)].labels[id] }

  /// Sets or removes what an id has.
  /// - Returns: What it had.
  @inlinable
  @discardableResult
  mutating func set(_ label: Int?, for id: ID) -> Int? {
    let place = part(of: id)
    if !isKnownUniquelyReferenced(&parts[place]) { parts[place] = Part(parts[place].labels) }
    let old: Int?
    if let label {
      old = parts[place].labels.updateValue(label, forKey: id)
      if old == nil { count += 1 }
      if count > parts.count * Self.load * 2 { spread(over: parts.count * 4) }
    } else {
      old = parts[place].labels.removeValue(forKey: id)
      if old != nil { count -= 1 }
    }
    return old
  }

  @inlinable
  mutating func spread(over size: Int) {
    let old = parts
    parts = (0..<size).map { _ in Part([:]) }
    for part in old {
      for (id, label) in part.labels { parts[self.part(of: id)].labels[id] = label }
    }
  }
}

// Safe: a part is only changed by a map that holds it alone.
extension LabelMap.Part: @unchecked Sendable where ID: Sendable {}
extension LabelMap: Sendable where ID: Sendable {}
