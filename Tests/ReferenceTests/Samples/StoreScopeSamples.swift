import Millrace

/// Children: paths, scopes and stacks.
enum StoreScopeSamples {
  static func optional() {
    // sample: CasePath, StatePath, Reducer
    struct Player: Equatable, Sendable { var volume = 5 }
    enum PlayerAction: Equatable, Sendable { case louder, close }

    struct Shelf: Equatable, Sendable {
      var player: Player?
      var actions = 0
    }

    enum ShelfAction: Equatable, Sendable { case player(PlayerAction), stop, playerClosed }

    let playerActions = CasePath(ShelfAction.player) {
      if case .player(let action) = $0 { action } else { nil }
    }

    let player = Reducer<Player, PlayerAction> { player, action in
      switch action {
      case .louder: player.volume += 1
      case .close: return .dismiss()
      }
      return .none
    }

    let shelf = Reducer<Shelf, ShelfAction>.combine(
      Reducer { shelf, action in
        switch action {
        case .stop: return .cancelScope(.optional(\Shelf.player))
        case .playerClosed: shelf.player = nil
        case .player: break
        }
        return .none
      },
      .scope(.optional(\.player), action: playerActions, dismissed: .playerClosed, player))
    // end

    // sample: StatePath, Store
    let store = Store(initial: Shelf(player: Player()), reducer: shelf)
    if let player = store.scope(.optional(\.player), action: playerActions) {
      player.dispatch(.louder)
      print(player.state.volume)
    }
    // end

    // sample: StatePath
    let players = Reducer<Shelf, ShelfAction>.scope(
      .optional(\.player), action: playerActions, player)
    let child = store.scope(.optional(\.player), action: playerActions)
    let stop = Command<ShelfAction>.cancelScope(.optional(\Shelf.player))
    // end
    _ = (players, child, stop)

    func counted(_ reducer: Reducer<Shelf, ShelfAction>) -> Reducer<Shelf, ShelfAction> {
      Reducer { state, action -> Command<ShelfAction> in
        state.actions += 1
        return reducer.reduce(&state, action)
      }
    }
    _ = counted(shelf)
  }

  static func elements() {
    struct Row: Equatable, Identifiable, Sendable {
      let id: Int
      var isDone = false
    }
    enum RowAction: Equatable, Sendable { case toggle }
    let row = Reducer<Row, RowAction> { row, _ in row.isDone.toggle() }
    // sample: CasePath, IdentifiedList
    struct Rows: Equatable, Sendable { var items = IdentifiedList<Row>() }
    enum ListAction: Equatable, Sendable { case row(Row.ID, RowAction) }

    let rowActions = CasePath(ListAction.row) {
      if case .row(let id, let action) = $0 { (id, action) } else { nil }
    }
    let list = Reducer<Rows, ListAction>.scope(elements: \.items, action: rowActions, row)

    let store = Store(initial: Rows(), reducer: list)
    store.scope(element: 7, in: \.items, action: rowActions)?.dispatch(.toggle)
    // end
  }

  static func middleware() {
    struct Cart: Equatable, Sendable { var items: [String] = [] }
    enum CartAction: Equatable, Sendable { case add(String) }
    struct Shop: Equatable, Sendable { var cart = Cart() }
    enum ShopAction: Equatable, Sendable { case cart(CartAction) }
    let shop = Reducer<Shop, ShopAction> { _, _ in }
    let cartPath = CasePath(ShopAction.cart) { if case .cart(let it) = $0 { it } else { nil } }
    // sample: Middleware
    let cartTracking = Middleware<Cart, CartAction> { cart, action, next in
      next(action)
      print("\(action): \(cart.state.items.count) items")
    }
    let store = Store(
      initial: Shop(), reducer: shop,
      middleware: [.scope(state: \.cart, action: cartPath, cartTracking)])
    // end
    store.finish()
  }

  // sample: ScreenStack, StackAction, ScreenStackView
  enum Page: Equatable, Sendable { case folder(String), note(String) }
  enum PageAction: Equatable, Sendable { case rename(String) }
  struct Navigation: Equatable, Sendable { var stack = ScreenStack(Page.folder("Inbox")) }
  enum NavigationAction: Sendable { case stack(StackAction<Page, PageAction>) }

  struct NavigationView: Component {
    let state: Navigation
    let dispatch: Dispatcher<NavigationAction>

    var body: Node {
      ScreenStackView(state.stack, onBack: { dispatch(.stack(.back)) }) { entry in
        switch entry.screen {
        case .folder(let name): Button("Open \(name)") { dispatch(.stack(.push(.note("Recipes")))) }
        case .note(let title): Text(title).bold()
        }
      }
    }
  }
  // end

  static func stack() {
    // sample: ScreenStack, StackAction
    let page = Reducer<Page, PageAction> { page, action in
      if case .rename(let title) = action, case .note = page { page = .note(title) }
    }
    let stackPath = CasePath(NavigationAction.stack) {
      if case .stack(let action) = $0 { action } else { nil }
    }
    let navigation = Reducer<Navigation, NavigationAction>.stack(
      \.stack, action: stackPath, page)

    let store = Store(initial: Navigation(), reducer: navigation)
    store.dispatch(.stack(.push(.note("Recipes"))))
    store.dispatch(.stack(.back))
    store.dispatch(.stack(.open(.folder("Inbox"), [.note("Recipes")])))  // a deep link
    // end
  }
}

@MainActor let stackScreens: [ScreenSample] = [
  ScreenSample("ScreenStackView", columns: 24, rows: 1) {
    StoreScopeSamples.NavigationView(
      state: .init(stack: ScreenStack(.folder("Inbox"), .note("Recipes"))),
      dispatch: Dispatcher { _ in })
  }
]
