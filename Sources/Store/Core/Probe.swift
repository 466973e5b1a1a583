import Synchronization

/// What a commit looks at, under the lock, to see whether a branch is concerned at all.
///
/// A branch keeps the value that it last passed on. As long as it does, whatever that value refers
/// to cannot be changed in place; so a field whose bits are the same has the same value. Comparing
/// them runs nobody's code and copies nothing, and when no field of any branch has changed, nothing
/// is delivered. Different bits prove nothing: then the branch itself compares.
@usableFromInline
struct Probe: Sendable {
  // Kept by the list that the probe stands in: a strong reference would be counted at each look.
  @usableFromInline let branch: Unmanaged<AudienceNode>
  /// Where the field is in the state, and how many bytes it has.
  @usableFromInline let offset: Int
  @usableFromInline let size: Int
  // Safe: belongs to the branch. It is written by the thread that holds the baton, and read here
  // under the core's lock when nobody holds it and nobody can take it.
  @usableFromInline nonisolated(unsafe) let last: UnsafeRawPointer
}

/// The probes of a store's branches.
@usableFromInline
struct Probes: Sendable {
  @usableFromInline var list: [Probe] = []
  /// Keeps what the probes look at.
  private var branches: [AudienceNode] = []
  /// What former probes looked at. It is to be released outside the core's lock: what a branch kept
  /// may run code of its own when it goes.
  @usableFromInline private(set) var retired: [AudienceNode]?
  /// Of the tree, when the probes were made.
  @usableFromInline var generation = 0

  init() {}

  /// Makes the probes anew. A batch has to be taken then, by this thread or another one.
  /// - Complexity: O(*n*) in the branches; only when the tree has changed its shape.
  @usableFromInline
  mutating func update(for root: AudienceNode) {
    drop()
    generation = root.topology.generation.load(ordering: .acquiring)
    let ways = KeptLinks.ways(along: root.links)
    branches = ways.map(\.1.branch)
    list = ways.map { offset, link in
      Probe(
        branch: .passUnretained(link.branch), offset: offset, size: link.branch.size,
        last: link.branch.lastAddress)
    }
  }

  /// Drops the probes, until they are made anew. A batch has to be taken then.
  @usableFromInline
  mutating func drop() {
    if !branches.isEmpty { retired = (retired ?? []) + branches }
    branches = []
    list = []
    generation = -1
  }

  /// Hands out what is to be released.
  @usableFromInline
  mutating func takeRetired() -> [AudienceNode]? { retired.take() }

  /// Whether any branch may be concerned by what is at this address.
  @inlinable
  func isAnyConcerned(by state: UnsafeRawPointer) -> Bool {
    list.withUnsafeBufferPointer { probes in
      for index in probes.indices where probes[index].isConcerned(by: state) { return true }
      return false
    }
  }
}

extension Probe {
  @inlinable
  func isConcerned(by state: UnsafeRawPointer) -> Bool {
    let isOpen = branch._withUnsafeGuaranteedRef {
      $0.unsettled.load(ordering: .relaxed) != 0 || !$0.hasLast.load(ordering: .relaxed)
    }
    return isOpen || !haveSameBits(last, state + offset, size)
  }
}

/// Whether so many bytes are the same at two addresses.
@inlinable
func haveSameBits(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ size: Int) -> Bool {
  var offset = 0
  while offset &+ 8 <= size {
    if first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      != second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    {
      return false
    }
    offset &+= 8
  }
  while offset < size {
    if first.load(fromByteOffset: offset, as: UInt8.self)
      != second.load(fromByteOffset: offset, as: UInt8.self)
    {
      return false
    }
    offset &+= 1
  }
  return true
}
