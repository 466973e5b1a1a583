import MillraceIdentifiedList
import MillraceRender

/// The local state of a ``Tree``: its rows, and the running loads.
@MainActor
final class TreeModel<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  /// A pending or running load of an item's children.
  struct Load {
    let id: Item.ID?
    let attempt: Int
    let run: @Sendable () async throws -> [Item]
  }

  /// The maximum number of concurrent loads: opening all siblings may open thousands.
  static var limit: Int { 8 }

  private(set) var rows = FlattenedTree<Item>()
  /// Running loads come before waiting ones.
  private(set) var loads: [Load] = []
  /// The errors of failed loads.
  private(set) var errors: [Item.ID?: String] = [:]
  private var loaded: Set<Item.ID?> = []
  private var attempts: [Item.ID?: Int] = [:]
  /// The list's source of rows.
  weak var source: ListRows?

  nonisolated init() {}

  /// Updates `rows` and `loads` from the program's current data.
  /// - Complexity: O(*n*) in the number of visible open nodes, plus the changes in their lists.
  func update(
    _ top: TreeChildren<Item>, _ open: Set<Item.ID>, _ children: (Item) -> TreeChildren<Item>
  ) {
    if open != rows.open {
      for id in open.symmetricDifference(rows.open) {
        rows.setOpen(open.contains(id), id)
        // Closing and opening an item again retries a failed load.
        errors[id] = nil
      }
    }
    let before = loads.enumerated().map { ($1.id, $0) }
    loads = []
    visit(nil, top, children)
    let places = Dictionary(before) { first, _ in first }
    // Running loads stay first: a load that comes earlier in the tree must not delay them.
    loads.sort { places[$0.id] ?? .max < places[$1.id] ?? .max }
  }

  private func visit(
    _ id: Item.ID?, _ source: TreeChildren<Item>, _ children: (Item) -> TreeChildren<Item>
  ) {
    switch source {
    case .none, .known:
      loaded.remove(id)
      errors[id] = nil
      var list = IdentifiedList<Item>()
      if case .known(let known) = source { list = known }
      rows.setChildren(list, of: id)
    case .load(let run):
      let isThere = loaded.contains(id) && rows.children(of: id) != nil
      if !isThere, errors[id] == nil {
        loads.append(Load(id: id, attempt: attempts[id] ?? 0, run: run))
      }
    }
    for child in rows.openChildren(of: id) {
      if let item = rows.children(of: id)?[id: child] { visit(child, children(item), children) }
    }
  }

  /// Reloads the children of a node. The current children stay until the new children arrive.
  func reload(_ id: Item.ID?) {
    loaded.remove(id)
    errors[id] = nil
    attempts[id, default: 0] += 1
  }

  func finish(_ load: Load, _ result: Result<[Item], any Error>) {
    guard load.attempt == attempts[load.id] ?? 0 else { return }
    loads.removeAll { $0.id == load.id }
    switch result {
    case .success(let items):
      loaded.insert(load.id)
      rows.setChildren(IdentifiedList(items), of: load.id)
    case .failure(let error):
      errors[load.id] = "\(error)"
      rows.setChildren(nil, of: load.id)
    }
  }

  /// Makes the row of an item current.
  func setCurrent(_ row: Int?) throws {
    if let row { try source?.model?.setCurrent(row) }
  }
}
