import MillraceIdentifiedList

/// The local state of a ``Tree``: its rows, and the loads of children.
struct TreeContents<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  /// A pending or running load of an item's children.
  struct Load {
    let id: Item.ID?
    let attempt: Int
    let run: @Sendable () async throws -> [Item]
  }

  /// The number of the newest load of an item's children, and its result.
  private struct Status {
    var attempt = 0
    var isLoaded = false
    /// The error of the last load, if it failed.
    var error: String?
  }

  /// The maximum number of concurrent loads. A limit is needed, because opening all siblings may
  /// request thousands of loads.
  static var limit: Int { 8 }

  private(set) var rows = FlattenedTree<Item>()
  /// The running loads, then those that wait for one of the running loads to end.
  private(set) var loads: [Load] = []
  private var statuses: [Item.ID?: Status] = [:]

  /// The error of the last load of an item's children, if it failed.
  func error(below id: Item.ID?) -> String? { statuses[id]?.error }

  /// Updates the rows and the loads to the program's current data.
  /// - Complexity: O(*n*) in the number of visible open items, plus the changes in their lists.
  @MainActor mutating func update(
    _ top: TreeChildren<Item>, _ open: Set<Item.ID>,
    _ children: @MainActor (Item) -> TreeChildren<Item>
  ) {
    if open != rows.open {
      for id in open.symmetricDifference(rows.open) {
        rows.setOpen(open.contains(id), id)
        // Closing and opening an item again retries a failed load.
        statuses[id]?.error = nil
      }
    }
    let before = loads.enumerated().map { ($1.id, $0) }
    loads = []
    visit(nil, top, children)
    let indices = Dictionary(before) { first, _ in first }
    // Running loads stay first, because only the first `limit` loads run: a new load that comes
    // earlier in the tree would otherwise cancel a running one.
    loads.sort { indices[$0.id] ?? .max < indices[$1.id] ?? .max }
  }

  @MainActor private mutating func visit(
    _ id: Item.ID?, _ source: TreeChildren<Item>,
    _ children: @MainActor (Item) -> TreeChildren<Item>
  ) {
    switch source {
    case .none, .known:
      statuses[id] = nil
      var list = IdentifiedList<Item>()
      if case .known(let known) = source { list = known }
      rows.setChildren(list, of: id)
    case .load(let run):
      let status = statuses[id] ?? Status()
      if status.error == nil, !status.isLoaded || rows.children(of: id) == nil {
        loads.append(Load(id: id, attempt: status.attempt, run: run))
      }
    }
    for child in rows.openChildren(of: id) {
      if let item = rows.children(of: id)?[id: child] { visit(child, children(item), children) }
    }
  }

  /// Reloads the children of an item, or the root items if `id` is nil. The current children stay
  /// until the new children arrive.
  mutating func reload(_ id: Item.ID?) {
    statuses[id] = Status(attempt: (statuses[id]?.attempt ?? 0) + 1)
  }

  /// Applies the result of a load.
  /// - Returns: whether the load is the newest for its item.
  mutating func apply(_ result: Result<[Item], any Error>, of load: Load) -> Bool {
    var status = Status(attempt: load.attempt)
    guard status.attempt == statuses[load.id]?.attempt ?? 0 else { return false }
    loads.removeAll { $0.id == load.id }
    switch result {
    case .success(let items):
      status.isLoaded = true
      rows.setChildren(IdentifiedList(items), of: load.id)
    case .failure(let error):
      status.error = "\(error)"
      rows.setChildren(nil, of: load.id)
    }
    statuses[load.id] = status
    return true
  }
}
