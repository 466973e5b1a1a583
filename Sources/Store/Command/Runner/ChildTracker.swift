import Synchronization

/// Finds, in the surrounding state, a child that may have been removed.
struct ChildFinder: Sendable {
  let find: PartFinder
  /// For an element of a list: the list and its membership stamp.
  let list: ListMembership?
  /// Whether the child is a field, which exists whenever its parent exists, so no check is needed.
  let isField: Bool
}

/// A list with elements that have work.
@usableFromInline
struct ListMembership: @unchecked Sendable {
  // Safe: the key path is only compared.
  let path: AnyKeyPath
  /// Returns a stamp that changes when elements are added or removed; nil if the list is absent.
  let stamp: @Sendable (_ whole: UnsafeRawPointer) -> UInt64?

  @usableFromInline
  init(_ path: AnyKeyPath, stamp: @escaping @Sendable (UnsafeRawPointer) -> UInt64?) {
    self.path = path
    self.stamp = stamp
  }
}

/// The positions of children that have work and may be removed.
///
/// A commit checks each optional and each case. For a list, it checks the membership stamp, and the
/// elements only if the stamp changed. Finding all removed elements then costs O(*n*) in the list's
/// children with work.
///
/// The tracker has a separate lock and does not depend on the type of the actions, because every
/// commit uses it, and unspecialised generic code would be several times slower.
@usableFromInline
final class ChildTracker: Sendable {
  fileprivate struct Position: Sendable {
    /// Finds the child in the store's state.
    let find: PartFinder
    let list: ListKey?
  }

  fileprivate struct ListKey: Hashable, @unchecked Sendable {
    // Safe: the key path is only compared.
    let outer: EffectPath
    let path: AnyKeyPath
  }

  fileprivate struct ListOfPlaces: Sendable {
    let stamp: @Sendable (UnsafeRawPointer) -> UInt64?
    /// The stamp at the last check.
    var seen: UInt64?
    var paths: Set<EffectPath> = []
  }

  fileprivate struct State: Sendable {
    var positions: [EffectPath: Position] = [:]
    var lists: [ListKey: ListOfPlaces] = [:]
    /// The children that are not in a list.
    var nonListChildren: Set<EffectPath> = []
    /// The children that were added since the last check.
    var added: [EffectPath] = []
  }

  private let state = Guarded(State())
  /// Whether a commit must check any child.
  @usableFromInline let needsCheck = Atomic(false)

  init() {}

  var count: Int { state.withLock { $0.positions.count } }

  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      let result = body(&state)
      needsCheck.store(
        !(state.nonListChildren.isEmpty && state.lists.isEmpty && state.added.isEmpty),
        ordering: .relaxed)
      return result
    }
  }

  /// Records the position of a child whose work is being registered.
  func add(_ path: EffectPath, in outer: EffectPath, _ presence: ChildFinder) {
    change { $0.add(path, in: outer, presence) }
  }

  /// Removes a child that has no work.
  func remove(_ path: EffectPath) { change { $0.remove(path) } }

  func removeAll() { change { $0 = State() } }

  /// Returns the children that do not exist in a state.
  func absent(in whole: UnsafeRawPointer) -> [EffectPath] { change { $0.absent(in: whole) } }
}

extension ChildTracker.State {
  fileprivate mutating func add(_ path: EffectPath, in outer: EffectPath, _ presence: ChildFinder) {
    if positions[path] != nil { return }
    // The position of a child inside a scope made by `scoped(by:)` is unknown.
    let outermost: PartFinder = { $1($0) }
    guard let around = outer.isRoot ? outermost : positions[outer]?.find else { return }
    let inner = presence.find
    let find: PartFinder = { whole, body in around(whole) { inner($0, body) } }
    let key = presence.list.map { ChildTracker.ListKey(outer: outer, path: $0.path) }
    positions[path] = ChildTracker.Position(find: find, list: key)
    if presence.isField { return }
    added.append(path)
    guard let key, let inList = presence.list?.stamp else {
      nonListChildren.insert(path)
      return
    }
    let stamp: @Sendable (UnsafeRawPointer) -> UInt64? = { whole in
      var stamp: UInt64?
      around(whole) { stamp = inList($0) }
      return stamp
    }
    lists[key, default: ChildTracker.ListOfPlaces(stamp: stamp)].paths.insert(path)
  }

  fileprivate mutating func remove(_ path: EffectPath) {
    guard let place = positions.removeValue(forKey: path) else { return }
    guard let key = place.list else {
      nonListChildren.remove(path)
      return
    }
    lists[key]?.paths.remove(path)
    if lists[key]?.paths.isEmpty == true { lists[key] = nil }
  }

  fileprivate mutating func absent(in whole: UnsafeRawPointer) -> [EffectPath] {
    var absent: [EffectPath] = []
    func check(_ paths: some Sequence<EffectPath>) {
      for path in paths {
        guard let place = positions[path] else { continue }
        var isThere = false
        place.find(whole) { _ in isThere = true }
        if !isThere { absent.append(path) }
      }
    }
    if !added.isEmpty {
      check(added)
      added = []
    }
    if !nonListChildren.isEmpty { check(nonListChildren) }
    for (key, list) in lists {
      let stamp = list.stamp(whole)
      if stamp == list.seen, stamp != nil { continue }
      lists[key]?.seen = stamp
      check(list.paths)
    }
    // Sorts, so that the order is the same in every run.
    return absent.count > 1 ? absent.sorted { $0.description < $1.description } : absent
  }
}
