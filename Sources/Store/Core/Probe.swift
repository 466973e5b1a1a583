import Synchronization

/// What a commit looks at, under the lock, to see whether a branch is concerned at all.
///
/// A branch keeps the value that it last passed on. As long as it does, whatever that value refers
/// to cannot be changed in place; so a field whose bits are the same has the same value. Comparing
/// them runs nobody's code and copies nothing, and when no field of any branch has changed, nothing
/// is delivered. Different bits prove nothing: then the branch itself compares.
@usableFromInline
struct Probe: Sendable {
  @usableFromInline let branch: AudienceNode
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
  private var sweepAt = 16

  init() {}

  @inlinable var isEmpty: Bool { list.isEmpty }

  /// Adds probes. Those of branches that are gone are swept out from time to time: O(1) amortised.
  mutating func add(_ new: [Probe]) {
    list += new
    guard list.count >= sweepAt else { return }
    list.removeAll { $0.branch.isGone.load(ordering: .relaxed) }
    sweepAt = max(16, list.count * 2)
  }

  /// Whether any branch may be concerned by what is at this address.
  @inlinable
  mutating func isAnyConcerned(by state: UnsafeRawPointer) -> Bool {
    var index = 0
    while index < list.count {
      let isConcerned = list.withUnsafeBufferPointer { $0[index].isConcerned(by: state) }
      if !isConcerned {
        index &+= 1
      } else if !removeIfGone(at: index) {
        return true
      }
    }
    return false
  }

  @usableFromInline
  mutating func removeIfGone(at index: Int) -> Bool {
    guard list[index].branch.isGone.load(ordering: .relaxed) else { return false }
    list.swapAt(index, list.count - 1)
    list.removeLast()
    return true
  }
}

extension Probe {
  @inlinable
  func isConcerned(by state: UnsafeRawPointer) -> Bool {
    let isOpen = Unmanaged.passUnretained(branch)._withUnsafeGuaranteedRef {
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
