import Millrace
import MillraceInspector
import MillraceTesting

private struct Purchase: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var title: String
  var isDone = false
}

private struct Shopping: Equatable, Codable, Sendable {
  var items = IdentifiedList([
    Purchase(id: 1, title: "Bread"), Purchase(id: 2, title: "Olives"),
    Purchase(id: 3, title: "Coffee"),
  ])
  var draft = ""
}

private enum ShoppingAction: Equatable, Codable, Sendable {
  case draft(String)
  case add(Int)
  case toggle(Int)
  case load
  case loaded([String])
}

private let shopping = Reducer<Shopping, ShoppingAction> {
  state, action -> Command<ShoppingAction> in
  switch action {
  case .draft(let text): state.draft = text
  case .add(let id):
    state.items.append(Purchase(id: id, title: state.draft))
    state.draft = ""
  case .toggle(let id): state.items[id: id]?.isDone.toggle()
  case .load: return .action(.loaded(["Figs"]))
  case .loaded(let titles):
    for title in titles { state.items.append(Purchase(id: state.items.count + 1, title: title)) }
  }
  return .none
}

private struct PurchaseRow: Component, Equatable {
  let item: Purchase
  var body: Node {
    Row(gap: 1) {
      Checkbox(item.isDone) {}
      Text(item.title).strikethrough(item.isDone)
    }
  }
}

private struct Left: Component, Equatable {
  let count: Int
  var body: Node { Text("\(count) left").bold() }
}

/// A program below its inspector, for pictures.
@MainActor
func inspected(_ tab: Character, rows: Int = 28, _ keys: Key...) throws -> TestStage {
  var made: Store<Shopping, ShoppingAction>?
  let stage = try TestStage(columns: 84, rows: rows) { dependencies in
    let store = Store(initial: Shopping(), reducer: shopping, dependencies: dependencies)
    made = store
    return TerminalApp(store) { state, dispatch in
      Left(count: state.items.count { !$0.isDone })
      for item in state.items { PurchaseRow(item: item).key(item.id) }
      Text(state.draft.isEmpty ? "Add an item" : state.draft).dim()
    }
    .inspected()
  }
  guard let store = made else { return stage }
  // Each reading of the time advances it, so that bars have widths that are equal in each run.
  var time = Duration.zero
  stage.session.renderer.elapsed = {
    time += .microseconds(7)
    return time
  }
  func dispatch(_ actions: ShoppingAction...) {
    for action in actions {
      stage.clock.advance(by: .milliseconds(120))
      store.dispatch(
        action, from: CallSite(fileID: "Shop/ShopView.swift", line: 12, function: "body"))
      stage.settle()
    }
  }
  dispatch(.draft("T"), .draft("Te"), .draft("Tea"), .add(4), .toggle(2), .load)
  stage.terminal.send(.function(12))
  stage.settle()
  stage.terminal.send(.character(tab))
  dispatch(.toggle(1), .draft("F"))
  for key in keys {
    stage.terminal.send(key)
    stage.settle()
    stage.clock.advance(by: .milliseconds(40))
    stage.settle()
  }
  return stage
}
