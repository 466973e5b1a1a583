import Synchronization

/// How a child that may go is found in the state around it.
struct Presence: Sendable {
  let find: PartFinder
  /// Of the element of a list: the list, and its membership's stamp in the state around it.
  let list: ListPresence?
  /// Nobody has to look: it is there whenever what is around it is.
  let isField: Bool
}

/// A list that children with work are elements of.
@usableFromInline
struct ListPresence: @unchecked Sendable {
  // Safe: the key path is only compared.
  let path: AnyKeyPath
  /// Nil where the list itself is not there.
  let stamp: @Sendable (_ whole: UnsafeRawPointer) -> UInt64?

  @usableFromInline
  init(_ path: AnyKeyPath, stamp: @escaping @Sendable (UnsafeRawPointer) -> UInt64?) {
    self.path = path
    self.stamp = stamp
  }
}

/// Where the children are that may go and have work.
///
/// A commit looks at each optional and each case; of a list it looks at the membership's stamp, and at the
/// elements only if that changed. To find all that went then costs O(*n*) in the list's children with work.
///
/// It has a lock of its own, and does not know the type of the actions: every commit looks here, and generic code
/// that is not specialised would take several times the time.
@usableFromInline
final class EffectPlaces: Sendable {
  fileprivate struct Place: Sendable {
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
    /// At the last look.
    var seen: UInt64?
    var paths: Set<EffectPath> = []
  }

  fileprivate struct State: Sendable {
    var places: [EffectPath: Place] = [:]
    var lists: [ListKey: ListOfPlaces] = [:]
    /// Those that are in no list.
    var singles: Set<EffectPath> = []
    /// Those that came since the last look.
    var added: [EffectPath] = []
  }

  private let state = Guarded(State())
  /// A commit has something to look at.
  @usableFromInline let mustLook = Atomic(false)

  init() {}

  var count: Int { state.withLock { $0.places.count } }

  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      let result = body(&state)
      mustLook.store(
        !(state.singles.isEmpty && state.lists.isEmpty && state.added.isEmpty), ordering: .relaxed)
      return result
    }
  }

  /// Notes where a child is whose work is being registered.
  func add(_ path: EffectPath, in outer: EffectPath, _ presence: Presence) {
    change { $0.add(path, in: outer, presence) }
  }

  /// Forgets a child that has no work.
  func remove(_ path: EffectPath) { change { $0.remove(path) } }

  func removeAll() { change { $0 = State() } }

  /// The children that are not in a state.
  func absent(in whole: UnsafeRawPointer) -> [EffectPath] { change { $0.absent(in: whole) } }
}

extension EffectPlaces.State {
  fileprivate mutating func add(_ path: EffectPath, in outer: EffectPath, _ presence: Presence) {
    if places[path] != nil { return }
    // Inside something that was scoped by hand: nobody knows where that is.
    let outermost: PartFinder = { $1($0) }
    guard let around = outer.isRoot ? outermost : places[outer]?.find else { return }
    let inner = presence.find
    let find: PartFinder = { whole, body in around(whole) { inner($0, body) } }
    let key = presence.list.map { EffectPlaces.ListKey(outer: outer, path: $0.path) }
    places[path] = EffectPlaces.Place(find: find, list: key)
    if presence.isField { return }
    added.append(path)
    guard let key, let inList = presence.list?.stamp else {
      singles.insert(path)
      return
    }
    let stamp: @Sendable (UnsafeRawPointer) -> UInt64? = { whole in
      var stamp: UInt64?
      around(whole) { stamp = inList($0) }
      return stamp
    }
    lists[key, default: EffectPlaces.ListOfPlaces(stamp: stamp)].paths.insert(path)
  }

  fileprivate mutating func remove(_ path: EffectPath) {
    guard let place = places.removeValue(forKey: path) else { return }
    guard let key = place.list else {
      singles.remove(path)
      return
    }
    lists[key]?.paths.remove(path)
    if lists[key]?.paths.isEmpty == true { lists[key] = nil }
  }

  fileprivate mutating func absent(in whole: UnsafeRawPointer) -> [EffectPath] {
    var absent: [EffectPath] = []
    func look(at paths: some Sequence<EffectPath>) {
      for path in paths {
        guard let place = places[path] else { continue }
        var isThere = false
        place.find(whole) { _ in isThere = true }
        if !isThere { absent.append(path) }
      }
    }
    if !added.isEmpty {
      look(at: added)
      added = []
    }
    if !singles.isEmpty { look(at: singles) }
    for (key, list) in lists {
      let stamp = list.stamp(whole)
      if stamp == list.seen, stamp != nil { continue }
      lists[key]?.seen = stamp
      look(at: list.paths)
    }
    // The same order in every run.
    return absent.count > 1 ? absent.sorted { $0.description < $1.description } : absent
  }
}
