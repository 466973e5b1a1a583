import MillraceStore
import Synchronization

struct Item: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var isDone = false
}

struct Items: Codable, Equatable, Sendable {
  var items = IdentifiedList<Item>()
  var draft = ""
}

enum ItemsAction: Codable, Equatable, Sendable {
  case add(String)
  case toggle(Int)
  case draft(String)
  case nothing
}

let items = Reducer<Items, ItemsAction> { state, action in
  switch action {
  case .add(let title): state.items.append(Item(id: state.items.count + 1, title: title))
  case .toggle(let id): state.items[id: id]?.isDone.toggle()
  case .draft(let text): state.draft = text
  case .nothing: break
  }
}

typealias ItemsStore = Store<Items, ItemsAction>

func makeStore(
  _ middleware: [Middleware<Items, ItemsAction>], initial: Items = Items(),
  clock: any Clock<Duration> = ContinuousClock(),
  onIssue: (@Sendable (any RuntimeIssue) -> Void)? = nil
) -> ItemsStore {
  Store(
    initial: initial, reducer: items, middleware: middleware,
    dependencies: Dependencies(clock: clock), onIssue: onIssue)
}
