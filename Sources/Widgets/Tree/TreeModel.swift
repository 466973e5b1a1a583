import MillraceIdentifiedList
import MillraceRender

/// What a ``Tree`` keeps: its rows, and which children are being loaded.
@MainActor
final class TreeModel<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  /// Children that are to be loaded.
  struct Load {
    let id: Item.ID?
    let attempt: Int
    let run: @Sendable () async throws -> [Item]
  }

  /// So many are loaded at a time: opening all siblings may open thousands.
  static var limit: Int { 8 }

  private(set) var rows = FlattenedTree<Item>()
  /// Those that wait come last.
  private(set) var loads: [Load] = []
  /// Why children could not be loaded.
  private(set) var errors: [Item.ID?: String] = [:]
  private var loaded: Set<Item.ID?> = []
  private var attempts: [Item.ID?: Int] = [:]
  /// The rows as the list has them.
  weak var source: ListRows?

  nonisolated init() {}

  /// Shows what the program has now.
  /// - Complexity: O(*n*) in the open nodes that show, and what has changed in their lists.
  func update(
    _ top: TreeChildren<Item>, _ open: Set<Item.ID>, _ children: (Item) -> TreeChildren<Item>
  ) {
    if open != rows.open {
      for id in open.symmetricDifference(rows.open) {
        rows.setOpen(open.contains(id), id)
        // Opened again, what failed is tried again.
        errors[id] = nil
      }
    }
    let before = loads.enumerated().map { ($1.id, $0) }
    loads = []
    follow(nil, top, children)
    let places = Dictionary(before) { first, _ in first }
    // One that has begun must not give way to one that comes before it in the tree.
    loads.sort { places[$0.id] ?? .max < places[$1.id] ?? .max }
  }

  private func follow(
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
      if let item = rows.children(of: id)?[id: child] { follow(child, children(item), children) }
    }
  }

  /// Has the children of a node loaded again; those that are there stay until the others come.
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

  /// Makes the row of an item the current one.
  func setCurrent(_ row: Int?) throws {
    if let row { try source?.model?.setCurrent(row) }
  }
}
