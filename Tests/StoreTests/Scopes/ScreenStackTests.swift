import Foundation
import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("A stack of screens")
struct ScreenStackTests {
  struct Page: Codable, Equatable, Sendable {
    var name: String
    var ticks = 0
    var loaded = 0
  }

  enum PageAction: Equatable, Sendable { case tick, load, loaded, close }
  typealias Action = StackAction<Page, PageAction>

  struct State: Equatable, Sendable { var stack = ScreenStack(Page(name: "home")) }

  private static let page = Reducer<Page, PageAction> { page, action -> Command<PageAction> in
    switch action {
    case .tick: page.ticks += 1
    case .load: return .action(.loaded).delay(for: .seconds(1)).cancellable(id: "load")
    case .loaded: page.loaded += 1
    case .close: return .dismiss()
    }
    return .none
  }.sources { _ in [.timer(id: "tick", every: .seconds(1)) { .tick }] }

  private let clock = ManualClock()

  private func makeStore(_ state: State = State()) -> Store<State, Action> {
    Store(
      initial: state, reducer: .stack(\.stack, action: .itself, Self.page),
      dependencies: Dependencies(clock: clock))
  }

  @Test("each screen has its own effects and sources, which end when it is removed")
  func effects() {
    let store = makeStore()
    store.dispatch(.push(Page(name: "a")))
    store.dispatch(.screen(0, .load))
    store.dispatch(.screen(1, .load))
    #expect(clock.pendingCount == 4)
    store.dispatch(.back)
    #expect(clock.pendingCount == 2)
    store.dispatch(.push(Page(name: "b")))
    clock.advance(by: .seconds(1))
    #expect(store.state.stack.entries.map(\.id) == [0, 2], "an id is not used again")
    #expect(store.state.stack.entries.map(\.screen.ticks) == [1, 1])
    #expect(store.state.stack.entries.map(\.screen.loaded) == [1, 0])
    #expect(store.issues.recorded.isEmpty)
  }

  @Test("back, dismissal and removal keep the bottom screen")
  func bottom() {
    let store = makeStore(
      State(stack: ScreenStack(Page(name: "home"), Page(name: "a"), Page(name: "b"))))
    store.dispatch(.screen(1, .close))
    #expect(store.state.stack.entries.map(\.screen.name) == ["home"], "with those above it")
    store.dispatch(.back)
    store.dispatch(.remove(0))
    store.dispatch(.screen(0, .close))
    store.dispatch(.remove(7))
    #expect(store.state.stack.top.screen.name == "home")
    #expect(!store.state.stack.canGoBack)
  }

  @Test("a deep link replaces all screens, and ends their work")
  func deepLink() {
    let store = makeStore()
    store.dispatch(.screen(0, .load))
    store.dispatch(.open(Page(name: "home"), [Page(name: "a"), Page(name: "b")]))
    clock.advance(by: .seconds(1))
    #expect(store.state.stack.entries.map(\.screen.name) == ["home", "a", "b"])
    #expect(store.state.stack.entries.map(\.screen.loaded) == [0, 0, 0])
    #expect(store.state.stack[3]?.ticks == 1)
    #expect(store.state.stack[0] == nil)
  }

  @Test("an action for a removed screen is reported with the call site of the stack")
  func absent() {
    let store = makeStore()
    store.dispatch(.screen(5, .load))
    #expect("\(store.issues.recorded)".contains("ScreenStackTests.swift"))
  }

  @Test("a stack is saved and restored, and continues with new ids")
  func codable() throws {
    var stack = ScreenStack(Page(name: "home"), Page(name: "a"))
    stack.goBack()
    var copy = try JSONDecoder().decode(
      ScreenStack<Page>.self, from: JSONEncoder().encode(stack))
    #expect(copy == stack)
    copy.push(Page(name: "b"))
    #expect(copy.top.id == 2)
  }

  @Test(
    "a saved stack without screens, or with an id that leaves no next one, is refused",
    arguments: [
      #"{"entries":[],"lastID":3}"#,
      #"{"entries":[{"id":9223372036854775807,"screen":{"name":"a","ticks":0,"loaded":0}}],"lastID":3}"#,
      #"{"entries":[{"id":1,"screen":{"name":"a","ticks":0,"loaded":0}}],"lastID":9223372036854775807}"#,
    ])
  func badFile(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ScreenStack<Page>.self, from: Data(text.utf8))
    }
  }

  @Test("a saved stack whose last id is too small continues after its greatest id")
  func smallLastID() throws {
    let text = #"{"entries":[{"id":5,"screen":{"name":"a","ticks":0,"loaded":0}}],"lastID":0}"#
    var stack = try JSONDecoder().decode(ScreenStack<Page>.self, from: Data(text.utf8))
    stack.push(Page(name: "b"))
    #expect(stack.entries.map(\.id) == [5, 6])
  }
}
