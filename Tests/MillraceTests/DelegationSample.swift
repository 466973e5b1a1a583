import Millrace
import MillraceTesting
import Testing

// The program and the test of the article "From child to parent".

struct Coupon: Equatable, Sendable {
  var code = ""
  var problem: String?
}

enum CouponAction: Equatable, Sendable {
  enum Delegate: Equatable, Sendable { case accepted(percent: Int) }

  case typed(String), redeem, failed(String)
  case delegate(Delegate)
}

enum CouponClient: DependencyKey {
  static var defaultValue: @Sendable (String) async throws -> Int { { try await percent(for: $0) } }
}

let coupon = Reducer<Coupon, CouponAction> { coupon, action -> Command<CouponAction> in
  switch action {
  case .typed(let code): (coupon.code, coupon.problem) = (code, nil)
  case .redeem:
    return .task { [code = coupon.code] in
      .delegate(.accepted(percent: try await $0[CouponClient.self](code)))
    }
    .catch { .failed("\($0)") }
  case .failed(let problem): coupon.problem = problem
  case .delegate: break  // The parent's.
  }
  return .none
}

struct CartLine: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var count = 1
}

enum CartLineAction: Equatable, Sendable {
  enum Delegate: Equatable, Sendable { case isEmpty }

  case more, less
  case delegate(Delegate)
}

let cartLine = Reducer<CartLine, CartLineAction> { line, action -> Command<CartLineAction> in
  switch action {
  case .more: line.count += 1
  case .less:
    line.count -= 1
    if line.count == 0 { return .action(.delegate(.isEmpty)) }
  case .delegate: break
  }
  return .none
}

struct Cart: Equatable, Sendable {
  var lines = IdentifiedList<CartLine>()
  var coupon: Coupon?
  var percentOff = 0
}

enum CartAction: Equatable, Sendable {
  case line(CartLine.ID, CartLineAction)
  case coupon(CouponAction)
  case enterCoupon
}

let cartLineActions = CasePath(CartAction.line) {
  if case .line(let id, let action) = $0 { (id, action) } else { nil }
}
let couponActions = CasePath(CartAction.coupon) {
  if case .coupon(let action) = $0 { action } else { nil }
}

let cart = Reducer<Cart, CartAction>.combine(
  .scope(elements: \.lines, action: cartLineActions, cartLine),
  .scope(.optional(\.coupon), action: couponActions, coupon),
  Reducer { cart, action in
    switch action {
    case .enterCoupon: cart.coupon = Coupon()
    case .coupon(.delegate(.accepted(let percent))): (cart.percentOff, cart.coupon) = (percent, nil)
    case .line(let id, .delegate(.isEmpty)): cart.lines.remove(id: id)
    case .coupon, .line: break
    }
  })

private func percent(for code: String) async throws -> Int { 10 }

struct CartView: Component {
  let state: Cart
  let dispatch: Dispatcher<CartAction>

  var body: Node {
    List(state.lines) { line in
      CartLineView(line: line, dispatch: dispatch.wrap(cartLineActions, id: line.id))
    }
    if let coupon = state.coupon {
      CouponView(state: coupon, dispatch: dispatch.wrap(couponActions))
    } else {
      Button("Coupon") { dispatch(.enterCoupon) }
    }
    Text("\(state.percentOff) % off")
  }
}

struct CartLineView: Component, Equatable {
  let line: CartLine
  let dispatch: Dispatcher<CartLineAction>

  var body: Node {
    Row(gap: 1) {
      Text("\(line.count) \(line.title)").grow()
      Button("+") { dispatch(.more) }
      Button("-") { dispatch(.less) }
    }
  }
}

struct CouponView: Component {
  let state: Coupon
  let dispatch: Dispatcher<CouponAction>

  var body: Node {
    TextField(
      state.code, placeholder: "Code", onChange: { dispatch(.typed($0)) },
      onSubmit: { dispatch(.redeem) }
    ).autofocus()
    if let problem = state.problem { Text(problem).style(\.danger) }
  }
}

@Suite("From child to parent")
struct DelegationTests {
  @Test("an accepted coupon changes the cart, and goes")
  func accepts() async throws {
    let initial = Cart(coupon: Coupon(code: "SPRING"))
    let store = TestStore(initial: initial, reducer: cart) {
      $0[CouponClient.self] = { code in code == "SPRING" ? 20 : 0 }
    }
    try await store.send(.coupon(.redeem))
    try await store.receive(.coupon(.delegate(.accepted(percent: 20)))) {
      $0.percentOff = 20
      $0.coupon = nil
    }
    try await store.finish()
  }

  @Test("a line that is empty is removed")
  func removes() async throws {
    let store = TestStore(
      initial: Cart(lines: [CartLine(id: 1, title: "tea"), CartLine(id: 2, title: "milk")]),
      reducer: cart)
    try await store.send(.line(1, .less)) { $0.lines[id: 1]?.count = 0 }
    try await store.receive(.line(1, .delegate(.isEmpty))) { $0.lines.remove(id: 1) }
    try await store.finish()
  }

  @Test("the child is tested without its parent")
  func child() async throws {
    let store = TestStore(initial: CartLine(id: 1, title: "tea"), reducer: cartLine)
    try await store.send(.less) { $0.count = 0 }
    try await store.receive(.delegate(.isEmpty))
    try await store.finish()
  }

  @MainActor
  @Test("the screen shows the discount, or why there is none")
  func screen() async throws {
    struct Unknown: Error, CustomStringConvertible { var description: String { "unknown code" } }
    let stage = try TestStage(columns: 20, rows: 6) { dependencies in
      dependencies[CouponClient.self] = { code in
        guard code == "SPRING" else { throw Unknown() }
        return 20
      }
      let store = Store(
        initial: Cart(lines: [CartLine(id: 1, title: "tea")], coupon: Coupon()), reducer: cart,
        dependencies: dependencies)
      return TerminalApp(store) { CartView(state: $0, dispatch: $1) }
    }
    stage.terminal.type("SUMMER\r")
    await stage.settleEffects()
    #expect(stage.rows == ["› 1 tea      ‹+› ‹-›", "", "", "SUMMER", "unknown code", "0 % off"])
    stage.terminal.send(.control("u"))
    stage.terminal.type("SPRING\r")
    await stage.settleEffects()
    #expect(stage.rows.last == "20 % off")
  }

  @Test("a parent that removes the child before the child's reducer runs causes an issue")
  func parentFirst() async throws {
    let parent = Reducer<Cart, CartAction> { cart, action in
      if case .coupon(.delegate) = action { cart.coupon = nil }
    }
    let store = TestStore(
      initial: Cart(coupon: Coupon()),
      reducer: .combine(parent, .scope(.optional(\.coupon), action: couponActions, coupon)))
    try await store.send(.coupon(.delegate(.accepted(percent: 20)))) { $0.coupon = nil }
    try await store.expectIssue {
      "\($0)".hasPrefix("An action for \\Cart.coupon was ignored, because the child does not exist")
    }
    try await store.finish()
  }
}
