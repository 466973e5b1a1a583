import MillraceStore
import MillraceStoreTesting
import Testing

@Suite("Effects of children that their parent removes")
struct RemovedChildTests {
  struct Child: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  enum Page: Equatable, Sendable {
    case empty
    case child(Child)

    static let childPath = CasePath<Page, Child>(Page.child) {
      if case .child(let child) = $0 { child } else { nil }
    }
  }

  struct Desk: Equatable, Sendable {
    var optional: Child? = Child(id: 1)
    var list: IdentifiedList<Child> = [Child(id: 1), Child(id: 2)]
    var page = Page.child(Child(id: 1))
  }

  enum Action: Equatable, Sendable {
    case start
    case remove
    case optional(Int)
    case element(Int, Int)
    case page(Int)

    static let optionalPath = CasePath<Action, Int>(Action.optional) {
      if case .optional(let step) = $0 { step } else { nil }
    }
    static let elementPath = CasePath<Action, (Int, Int)>(Action.element) {
      if case .element(let id, let step) = $0 { (id, step) } else { nil }
    }
    static let pagePath = CasePath<Action, Int>(Action.page) {
      if case .page(let step) = $0 { step } else { nil }
    }
  }

  /// Zero starts work that adds one later.
  static let child = Reducer<Child, Int> { child, step in
    child.count += step
    return step == 0 ? .action(1).delay(for: .seconds(1)) : .none
  }

  static let reducer = Reducer<Desk, Action>.combine(
    Reducer { desk, action in
      switch action {
      case .start:
        return .merge(
          .action(.optional(0)), .action(.element(1, 0)), .action(.element(2, 0)),
          .action(.page(0)))
      case .remove:
        desk.optional = nil
        desk.list.remove(id: 1)
        desk.page = .empty
        return .none
      case .optional, .element, .page: return .none
      }
    },
    .scope(.optional(\.optional), action: Action.optionalPath, child),
    .scope(elements: \.list, action: Action.elementPath, child),
    .scope(.case(Page.childPath, in: \.page), action: Action.pagePath, child))

  @Test("the effects of removed children end, and the effects of the other children continue")
  func removed() {
    let clock = ManualClock()
    let store = Store(
      initial: Desk(), reducer: Self.reducer, dependencies: Dependencies(clock: clock))
    store.dispatch(.start)
    #expect(clock.pendingCount == 4)
    store.dispatch(.remove)
    #expect(clock.pendingCount == 1)
    clock.advance(by: .seconds(1))
    #expect(store.state.list.map(\.count) == [1])
    #expect(store.issues.recorded.isEmpty)
  }

  @Test("children of one type that are reduced by hand are distinguished by their scopes")
  func byHand() {
    enum Side: Equatable, Sendable { case left(String), right(String) }
    @Sendable func update(_ count: inout Int, _ action: String) -> Command<String> {
      switch action {
      case "start": return .action("add").delay(for: .seconds(1)).cancellable(id: "count")
      case "stop": return .cancel(id: "count")
      default: count += 1
      }
      return .none
    }
    let clock = ManualClock()
    let store = Store(
      initial: [0, 0],
      reducer: Reducer<[Int], Side> { counts, side in
        switch side {
        case .left(let action):
          update(&counts[0], action).map { .left($0) }.scoped(by: "left")
        case .right(let action):
          update(&counts[1], action).map { .right($0) }.scoped(by: "right")
        }
      }, dependencies: Dependencies(clock: clock))
    store.dispatch(.left("start"))
    store.dispatch(.right("stop"))
    clock.advance(by: .seconds(1))
    #expect(store.state == [1, 0])
  }
}
