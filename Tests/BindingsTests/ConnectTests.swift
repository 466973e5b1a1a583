import MillraceBindings
import MillraceLayout
import MillraceRender
import MillraceTerminal
import MillraceWidgets
import MillraceStore
import Testing

private struct State: Equatable, Sendable {
  var a = 0
  var b = 0
}

private enum Action: Sendable { case a, b }

private struct Word: ElementContent, Equatable {
  let text: String
  var plainText: PlainText { .text(text) }
}

private func word(_ text: String) -> Node { Node(Element(Word(text: text))) }

@MainActor
@Suite("Connect")
struct ConnectTests {
  private let store = Store<State, Action>(
    initial: State(),
    reducer: Reducer { state, action in
      switch action {
      case .a: state.a += 1
      case .b: state.b += 1
      }
    })
  private let host = PlainTextHost()

  @Test("the same key path of another scope is another source")
  func otherScope() {
    struct Pair: Equatable, Sendable {
      var one = State()
      var two = State(a: 5)
    }
    let store = Store<Pair, Action>(
      initial: Pair(), reducer: Reducer { pair, _ in pair.two.a += 1 })
    let renderer = Renderer(host: host)
    for path in [\Pair.one, \Pair.two] as [WritableKeyPath<Pair, State> & Sendable] {
      let part = store.scope(state: path, action: { (action: Action) in action })
      renderer.render(Connect(part, \.a) { value, _ in word("\(value)") }.node)
    }
    store.dispatch(.a)
    renderer.render()
    #expect(host.lines == ["6"])
  }

  @Test("a Connect renders its selected value, and only a change of that value renders it again")
  func selects() {
    let renderer = Renderer(host: host)
    renderer.render(
      Node.fragment([
        Connect(store, \.a) { value, _ in word("a\(value)") }.node,
        Connect(store, \.b) { value, _ in word("b\(value)") }.node,
      ]))
    #expect(host.lines == ["a0", "b0"])
    let before = renderer.statistics.bodies
    store.dispatch(.a)
    renderer.render()
    #expect(host.lines == ["a1", "b0"])
    #expect(renderer.statistics.bodies == before + 1)
  }

  @Test("a Connect without a selector follows every change")
  func whole() {
    let renderer = Renderer(host: host)
    renderer.render(Connect(store) { state, _ in word("\(state.a) \(state.b)") }.node)
    store.dispatch(.a)
    store.dispatch(.b)
    renderer.render()
    #expect(host.lines == ["1 1"])
  }

  @Test("a Connect created after the store has ended shows the last state")
  func finished() {
    store.dispatch(.a)
    store.finish()
    let renderer = Renderer(host: host)
    renderer.render(
      Node.fragment([
        Connect(store, \.a) { value, _ in word("a\(value)") }.node,
        Connect(store) { state, _ in word("b\(state.b)") }.node,
      ]))
    #expect(host.lines == ["a1", "b0"])
  }

  @Test("a change outside the selected value requests no frame")
  func noFrame() {
    let requests = Counter()
    let renderer = Renderer(
      host: host, requestFrame: { MainActor.assumeIsolated { requests.count += 1 } })
    renderer.render(Connect(store, \.a) { value, _ in word("\(value)") }.node)
    store.dispatch(.b)
    #expect(requests.count == 0)
    store.dispatch(.a)
    store.dispatch(.a)
    #expect(requests.count == 1)
  }

  @Test("a Connect's dispatcher reaches the store")
  func dispatches() {
    let renderer = Renderer(host: host)
    var dispatcher: Dispatcher<Action>?
    renderer.render(
      Connect(store, \.a) { value, dispatch in
        dispatcher = dispatch
        return word("\(value)")
      }.node)
    dispatcher?(.a)
    renderer.render()
    #expect(host.lines == ["1"])
  }

  @Test("a new selector from the parent applies at once, and to later changes")
  func newSelector() {
    let renderer = Renderer(host: host)
    func tree(_ part: KeyPath<State, Int> & Sendable) -> Node {
      Connect(store, { $0[keyPath: part] }) { value, _ in word("\(value)") }.node
    }
    renderer.render(tree(\.a))
    renderer.render(tree(\.b))
    store.dispatch(.b)
    renderer.render()
    #expect(host.lines == ["1"])
    store.dispatch(.a)
    #expect(!renderer.needsRender)
  }

  @Test("a change between a view's first read and its subscription is shown")
  func notMissed() {
    let renderer = Renderer(host: host)
    renderer.render(
      Node.fragment([
        Connect(store, \.b) { value, dispatch in
          // Simulates a dispatch by another thread while the body runs; real bodies must be pure.
          if value == 0 { dispatch(.b) }
          return word("first \(value)")
        }.node,
        Connect(store, \.b) { value, _ in word("second \(value)") }.node,
      ]))
    renderer.render()
    #expect(host.lines == ["first 1", "second 1"])
  }

  @Test("an unmounted Connect does not retain the store")
  func releases() {
    weak var released: Store<State, Action>?
    do {
      let store = Store<State, Action>(initial: State(), reducer: Reducer { _, _ in })
      released = store
      let renderer = Renderer(host: PlainTextHost())
      renderer.render(Connect(store, \.a) { value, _ in word("\(value)") }.node)
      renderer.unmount()
    }
    #expect(released == nil)
  }

  @Test("a scoped store can be connected")
  func scoped() {
    let scope = store.scope(state: \.a, action: { (_: Int) in Action.a })
    let renderer = Renderer(host: host)
    renderer.render(Connect(scope) { value, _ in word("\(value)") }.node)
    scope.dispatch(0)
    renderer.render()
    #expect(host.lines == ["1"])
  }

  @Test("views that show another state than the newest show the children of that state")
  func childOfAnotherState() {
    struct Desk: Equatable, Sendable { var note: Int? }
    let path = CasePath<Bool, Bool>({ $0 }) { $0 }
    let store = Store<Desk, Bool>(
      initial: Desk(), reducer: Reducer { desk, isOpen in desk.note = isOpen ? 1 : nil })
    let renderer = Renderer(host: host)
    renderer.render(
      Connect(store) { desk, _ in
        if let note = store.scope(.optional(\.note), action: path) {
          Connect(note) { note, _ in word("note \(note), shown: \(desk.note ?? 0)") }
        }
        word("end")
      }.node)
    #expect(host.lines == ["end"])
    store.context.show(Desk(note: 7))
    store.dispatch(false)
    renderer.render()
    #expect(host.lines == ["note 7, shown: 7", "end"])
    #expect(store.context.shownVersion == 1)
    store.context.show(nil)
    store.dispatch(false)
    renderer.render()
    #expect(host.lines == ["end"])
  }
}

@Suite("Dispatcher")
struct DispatcherTests {
  @Test("a dispatcher equals its copies and no other dispatcher")
  func equality() {
    let dispatcher = Dispatcher<Int> { _ in }
    let copy = dispatcher
    #expect(dispatcher == copy)
    #expect(dispatcher != Dispatcher<Int> { _ in })
  }

  @Test("a wrapped dispatcher converts child actions to parent actions")
  func wraps() {
    let store = Store<[String], String>(
      initial: [], reducer: Reducer { state, action in state.append(action) })
    let dispatch = Dispatcher(store)
    let wrapped: Dispatcher<Int> = dispatch.wrap { "number \($0)" }
    wrapped(7)
    #expect(store.state == ["number 7"])
  }
}

@MainActor
@Suite("Views drawn by a subscriber")
struct DrawnInsideDeliveryTests {
  private struct Flags: Equatable, Sendable {
    var a = 0
    var b = false
  }
  private enum FlagAction: Sendable {
    case a
    case b(Bool)
  }

  private let store = Store<Flags, FlagAction>(
    initial: Flags(),
    reducer: Reducer { state, action in
      switch action {
      case .a: state.a += 1
      case .b(let isOn): state.b = isOn
      }
    })

  @Test("a view drawn by a subscriber also shows a value that changes back before its delivery")
  func back() {
    let host = PlainTextHost()
    let renderer = Renderer(host: host)
    let store = store
    // Renders a new Connect, as a render of its parent does.
    let draw: @MainActor @Sendable () -> Void = {
      renderer.render(Connect(store, \.b) { isOn, _ in word(isOn ? "on" : "off") }.node)
    }
    draw()
    let inside = store.subscribe(to: \.a) { _ in
      MainActor.assumeIsolated {
        store.dispatch(.b(true))
        draw()
        #expect(host.lines == ["on"])
        store.dispatch(.b(false))
      }
    }
    store.dispatch(.a)
    renderer.render()
    #expect(host.lines == ["off"])
    withExtendedLifetime(inside) {}
  }

  @Test("all views of a frame show one version of the root state, also through scopes")
  func oneVersion() {
    let renderer = Renderer(host: PlainTextHost())
    let store = store
    var shown: [Int] = []
    let first = store.scope(state: \.a, action: { (_: Int) in .a })
    let second = store.scope(state: \.a, action: { (_: Int) in .a })
    renderer.render(
      Node.fragment([
        Connect(first) { value, _ in
          // Simulates a dispatch by another thread between the two bodies.
          if value == 1 { store.dispatch(.a) }
          shown.append(value)
          return word("\(value)")
        }.node,
        Connect(second) { value, _ in
          shown.append(value)
          return word("\(value)")
        }.node,
      ]))
    store.dispatch(.a)
    renderer.render()
    renderer.render()
    #expect(shown == [0, 0, 1, 1, 2, 2])
  }
}

@MainActor
@Suite("Scopes made in a body")
struct ScopeInBodyTests {
  private struct Page: Equatable, Sendable {
    var title = ""
    var words = 0
  }
  private struct Book: Equatable, Sendable {
    var page = Page()
    var other = 0
  }
  private enum BookAction: Sendable {
    case page(Int)
    case other
    static var pages: CasePath<BookAction, Int> {
      CasePath(BookAction.page) { if case .page(let n) = $0 { n } else { nil } }
    }
  }

  private let store = Store<Book, BookAction>(
    initial: Book(),
    reducer: Reducer { book, action in
      switch action {
      case .page(let words): book.page.words = words
      case .other: book.other += 1
      }
    })

  @Test("a scope that is made anew in each body keeps its subscription")
  func noNewSubscription() throws {
    let host = PlainTextHost()
    let renderer = Renderer(host: host)
    let store = store
    let words = StateSelector(\Page.words, \.title) { "\($0) words \($1)" }
    renderer.render(
      Connect(store, \.other) { other, _ in
        let page = store.scope(state: \.page, action: BookAction.pages)
        word("\(other)")
        Connect(page, \.words) { words, _ in word("\(words)") }
        Connect(page, words) { words, _ in word(words) }
      }.node)
    let before = store.deliveryPlan.subscribers
    #expect(before.count == 4)
    store.dispatch(.other)
    renderer.render()
    #expect(host.lines == ["1", "0", "0 words "])
    #expect(store.deliveryPlan.subscribers == before)
    store.dispatch(.page(7))
    renderer.render()
    #expect(host.lines == ["1", "7", "7 words "])
  }

  @Test("dispatchers of scopes with equal case paths are equal, and reach the same store")
  func dispatchers() {
    let first = Dispatcher(store.scope(state: \.page, action: BookAction.pages))
    let second = Dispatcher(store.scope(state: \.page, action: BookAction.pages))
    #expect(first == second)
    #expect(first != Dispatcher(store.scope(state: \.page, action: { .page($0) })))
    second(3)
    #expect(store.state.page.words == 3)
  }
}
