import MillraceDocument
import MillraceInspector
import MillraceTesting
import MillraceWeb
import TestSupport
import Testing

// The samples of the article "Which part do I need". A sample that a program has in `main` is in a
// function here.

struct Basket: Codable, Equatable, Sendable { var apples = 0 }

enum BasketAction: Codable, Equatable, Sendable { case delivered(Int), sold }

let basket = Reducer<Basket, BasketAction> { state, action in
  switch action {
  case .delivered(let count): state.apples += count
  case .sold: state.apples -= 1
  }
}

func followBasket(_ print: @escaping @Sendable (String) -> Void) {
  let store = Store(initial: Basket(), reducer: basket)
  let token = store.subscribe(to: \.apples) { change in print("\(change.new) apples") }
  store.dispatch(.delivered(12))
  withExtendedLifetime(token) {}
}

@MainActor
func basketApp(_ store: Store<Basket, BasketAction>) -> TerminalApp<Basket, BasketAction> {
  TerminalApp(store) { state, dispatch in
    Text("\(state.apples) apples")
    Button("Sell one") { dispatch(.sold) }
  }
}

func keptBasket(_ storage: any Storage = SystemFiles()) -> Store<Basket, BasketAction> {
  Store(
    initial: Basket(), reducer: basket,
    middleware: [.persistence(to: .file("basket.json"), version: 1, storage: storage)])
}

struct Till: Codable, Equatable, Sendable {
  var cents = 0
  var history = UndoHistory<Int>()
}

enum TillAction: Codable, Sendable { case paid(Int), undo, redo }

let till = Reducer<Till, TillAction> { state, action in
  if case .paid(let cents) = action { state.cents += cents }
}
.undoable(\.cents, history: \.history) { _, action in
  switch action {
  case .paid: .step("a payment")
  case .undo: .undo
  case .redo: .redo
  }
}

struct Market: Codable, Equatable, Sendable { var groceries = DocumentState<Groceries>() }

enum MarketAction: Sendable { case groceries(DocumentAction<Groceries>) }

let groceriesPath = CasePath(MarketAction.groceries) {
  if case .groceries(let it) = $0 { it } else { nil }
}

func marketStore(_ log: DocumentLog<Groceries>) -> Store<Market, MarketAction> {
  Store(
    initial: Market(), reducer: .scope(state: \.groceries, action: groceriesPath, .document()),
    middleware: [.document(\.groceries, action: groceriesPath, in: log)])
}

/// The samples of `main`. Not called: they would use the terminal.
@MainActor
private enum WhichPartMain {
  static func run(_ store: Store<Basket, BasketAction>, _ address: String) async throws {
    let log = try DocumentLog<Groceries>(
      at: address, name: "groceries", folder: ProgramFolders("market").data("servers"))
    try await basketApp(store).inspected().run()
    var arguments = Array(CommandLine.arguments.dropFirst())
    let pages = try PageOptions.taken(from: &arguments)
    let app = basketApp(store)
    try await app.run(serving: pages)
    withExtendedLifetime(log) {}
  }
}

@Suite("The article about which part one needs")
struct WhichPartTests {
  @Test("a store alone notifies its subscribers")
  func follows() {
    let printed = Log<String>()
    followBasket { printed.add($0) }
    #expect(printed.entries == ["12 apples"])
  }

  @Test("a sold apple is gone")
  func sells() async throws {
    let store = TestStore(initial: Basket(apples: 2), reducer: basket)
    try await store.send(.sold) { $0.apples = 1 }
    try await store.finish()
  }

  @MainActor
  @Test("the button sells an apple")
  func presses() throws {
    let stage = try TestStage(basketApp(Store(initial: Basket(apples: 2), reducer: basket)))
    stage.terminal.send(.enter)
    stage.settle()
    #expect(stage.rows == ["1 apples", "‹Sell one›"])
  }

  @Test("a kept state is there at the next start")
  func keeps() async throws {
    let files = MemoryStorage()
    let first = keptBasket(files)
    first.dispatch(.delivered(3))
    try await first.flush()
    first.finish()
    #expect(keptBasket(files).state.apples == 3)
  }

  @Test("a step of a plain state is undone and redone")
  func undoes() {
    let store = Store(initial: Till(), reducer: till)
    for action: TillAction in [.paid(3), .paid(4), .undo] { store.dispatch(action) }
    #expect(store.state.cents == 3)
    store.dispatch(.redo)
    #expect(store.state.cents == 7)
  }

  @Test("two stores on one log share a document")
  func shares() {
    let log = DocumentLog<Groceries>(file: "/market.json", storage: MemoryStorage())
    let (one, two) = (marketStore(log), marketStore(log))
    one.dispatch(.groceries(.change(.add(Grocery(id: 1, title: "salt")))))
    #expect(one.state.groceries.value.items.map(\.title) == ["salt"])
    withExtendedLifetime(two) {}
  }
}
