import Millrace

/// A row of the list in the frame benchmarks.
struct Item: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var isDone = false

  init(id: Int) {
    self.id = id
    title = "#\(id) Write to somebody, and wait for the answer"
  }
}

struct ItemState: Codable, Equatable, Sendable {
  var items: IdentifiedList<Item>

  /// Creates items with ids from 0.
  init(count: Int) { items = IdentifiedList((0..<count).map(Item.init(id:))) }
}

enum ItemAction: Codable, Equatable, Sendable {
  case toggle(Item.ID)
}

let itemReducer = Reducer<ItemState, ItemAction> { state, action in
  switch action {
  case .toggle(let id): state.items[id: id]?.isDone.toggle()
  }
}

func itemStore(count: Int) -> Store<ItemState, ItemAction> {
  Store(initial: ItemState(count: count), reducer: itemReducer)
}
