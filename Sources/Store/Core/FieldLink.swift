import Synchronization

/// The way from an audience to the branch of a stored property.
@usableFromInline
final class FieldLink: Sendable {
  /// Where the property is in the value.
  @usableFromInline let offset: Int
  /// Gives the branch what lies at an address.
  @usableFromInline let receive: @Sendable (UnsafeRawPointer, UInt64) -> Void
  @usableFromInline let branch: AudienceNode

  @inlinable
  init(
    offset: Int, branch: AudienceNode,
    receive: @escaping @Sendable (UnsafeRawPointer, UInt64) -> Void
  ) {
    self.offset = offset
    self.branch = branch
    self.receive = receive
  }
}

/// Counts how often the tree of audiences has changed its shape.
@usableFromInline
final class Topology: Sendable {
  @usableFromInline let generation = Atomic(0)

  init() {}

  func change() { generation.add(1, ordering: .acquiringAndReleasing) }
}

/// What an audience sends to, ready for use without a lock: kept from one delivery to the next while
/// the tree keeps its shape.
///
/// Only branches are kept, and few: one that has gone meanwhile has no listeners, so that to call it
/// does nothing, and holds nothing of anybody's. Where a branch has none but branches of its own the way
/// leads straight to those: a scope in a scope in a scope costs no more than one.
///
/// Belongs to whoever delivers: deliveries come one at a time, and the baton between two threads that
/// deliver is handed over in a way that orders what they do.
@usableFromInline
struct KeptLinks {
  @usableFromInline
  struct Way {
    @usableFromInline let offset: Int
    // Held by hand: a strong reference would be counted once more at each use.
    @usableFromInline let link: Unmanaged<FieldLink>
  }

  /// More than these cost little more for being looked up each time.
  private static let capacity = 16

  /// Of the tree, when the ways were looked up.
  @usableFromInline var generation = -1
  @usableFromInline var count = 0
  @usableFromInline let ways: UnsafeMutablePointer<Way>

  init() { ways = .allocate(capacity: Self.capacity) }

  /// Keeps the ways along some links, if they are few.
  mutating func keep(_ links: [FieldLink], generation: Int) {
    drop()
    self.generation = generation
    let found = Self.ways(along: links)
    guard found.count <= Self.capacity else { return }
    for (offset, link) in found {
      (ways + count).initialize(to: Way(offset: offset, link: .passRetained(link)))
      count += 1
    }
  }

  /// Where some links lead in the end: past branches that have none but branches of their own.
  static func ways(along links: [FieldLink], from offset: Int = 0) -> [(Int, FieldLink)] {
    links.flatMap { link in
      let place = offset + link.offset
      return link.branch.relayLinks.map { ways(along: $0, from: place) } ?? [(place, link)]
    }
  }

  mutating func drop() {
    for index in 0..<count { ways[index].link.release() }
    count = 0
  }

  mutating func end() {
    drop()
    ways.deallocate()
  }

  @inlinable
  func send(_ value: UnsafeRawPointer, _ version: UInt64) {
    for index in 0..<count {
      let offset = ways[index].offset
      ways[index].link._withUnsafeGuaranteedRef { $0.receive(value + offset, version) }
    }
  }
}
