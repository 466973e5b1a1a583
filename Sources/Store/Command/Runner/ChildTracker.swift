import Synchronization

/// The children (parts of the state with a reducer of their own) that have effects and may be
/// removed from the state.
///
/// A commit checks each tracked optional and enum case. For a list, it compares the membership
/// stamp, which changes when elements are added or removed, and checks the elements only if the
/// stamp changed. Finding all removed elements then costs O(*n*), where *n* is the number of the
/// list's elements with effects.
///
/// Every commit uses the tracker. It is not generic over the type of the actions, because
/// unspecialised generic code would be several times slower. It has a separate lock, so that a
/// commit that removes no child does not lock the runner.
@usableFromInline
final class ChildTracker: Sendable {
  private struct ListOfChildren: Sendable {
    /// The list's membership stamp at the last check; nil before the first check, or if the list
    /// was absent then.
    var seen: UInt64?
    var children: Set<ScopePath> = []
  }

  private struct State: Sendable {
    /// The children in lists, by the path to the list's elements.
    var lists: [ScopePath: ListOfChildren] = [:]
    /// The children that are not in lists.
    var others: Set<ScopePath> = []
    /// The children that were added to the tracker since the last check.
    var added: [ScopePath] = []
  }

  private let state = Guarded(State())
  /// Whether a commit must check any child.
  @usableFromInline let needsCheck = Atomic(false)

  init() {}

  var count: Int {
    state.withLock { $0.others.count + $0.lists.values.reduce(0) { $0 + $1.children.count } }
  }

  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      let result = body(&state)
      needsCheck.store(
        !(state.others.isEmpty && state.lists.isEmpty && state.added.isEmpty), ordering: .relaxed)
      return result
    }
  }

  /// Adds a child whose work is being registered.
  func add(_ child: ScopePath) {
    if !child.mayBeAbsent { return }
    change { state in
      let isNew =
        if let list = child.list {
          state.lists[list, default: ListOfChildren()].children.insert(child).inserted
        } else {
          state.others.insert(child).inserted
        }
      if isNew { state.added.append(child) }
    }
  }

  /// Removes a child that has no work.
  func remove(_ child: ScopePath) {
    change { state in
      guard let list = child.list else {
        state.others.remove(child)
        return
      }
      state.lists[list]?.children.remove(child)
      if state.lists[list]?.children.isEmpty == true { state.lists[list] = nil }
    }
  }

  func removeAll() { change { $0 = State() } }

  /// Returns the tracked children that do not exist in a state, in the same order in every run.
  func absent(in whole: UnsafeRawPointer) -> [ScopePath] {
    change { state in
      var absent: Set<ScopePath> = []
      func check(_ children: some Sequence<ScopePath>) {
        for child in children {
          var isAbsent = true
          child.find(in: whole) { _ in isAbsent = false }
          if isAbsent { absent.insert(child) }
        }
      }
      check(state.added)
      state.added = []
      check(state.others)
      for (list, known) in state.lists {
        let stamp = list.stamp(in: whole)
        if stamp == known.seen, stamp != nil { continue }
        state.lists[list]?.seen = stamp
        check(known.children)
      }
      return absent.count > 1 ? absent.sorted { $0.description < $1.description } : Array(absent)
    }
  }
}
