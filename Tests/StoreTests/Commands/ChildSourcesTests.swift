import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("Sources of children")
struct ChildSourcesTests {
  struct Clock: Equatable, Identifiable, Sendable {
    let id: Int
    var isOn = true
    var ticks = 0
  }

  enum Page: Equatable, Sendable {
    case none
    case clock(Clock)

    static let clockPath = CasePath<Page, Clock>({ .clock($0) }) {
      if case .clock(let clock) = $0 { clock } else { nil }
    }
  }

  struct Hall: Equatable, Sendable {
    var field = Clock(id: 0)
    var twin = Clock(id: 0)
    var optional: Clock? = Clock(id: 1)
    var list: IdentifiedList<Clock> = [Clock(id: 2), Clock(id: 3)]
    var page = Page.clock(Clock(id: 4))

    /// The ticks of all clocks.
    var ticks: [Int] {
      [field.ticks, twin.ticks, optional?.ticks ?? -1] + list.map(\.ticks)
        + [Page.clockPath.extract(page)?.ticks ?? -1]
    }
  }

  enum ClockAction: Equatable, Sendable { case tick, turn(Bool) }

  enum Action: Sendable {
    case field(ClockAction), twin(ClockAction), optional(ClockAction), page(ClockAction)
    case element(Int, ClockAction)
    case set(Hall)

    static func path(
      _ name: String, _ embed: @escaping @Sendable (ClockAction) -> Action,
      _ extract: @escaping @Sendable (Action) -> ClockAction?
    ) -> CasePath<Action, ClockAction> { CasePath(id: name, embed, extract) }

    static let fieldPath = path("field", { .field($0) }) {
      if case .field(let action) = $0 { action } else { nil }
    }
    static let twinPath = path("twin", { .twin($0) }) {
      if case .twin(let action) = $0 { action } else { nil }
    }
    static let optionalPath = path("optional", { .optional($0) }) {
      if case .optional(let action) = $0 { action } else { nil }
    }
    static let pagePath = path("page", { .page($0) }) {
      if case .page(let action) = $0 { action } else { nil }
    }
    static let elementPath = CasePath<Action, (Int, ClockAction)>({ .element($0, $1) }) {
      if case .element(let id, let action) = $0 { (id, action) } else { nil }
    }
  }

  static let clock = Reducer<Clock, ClockAction> { clock, action in
    switch action {
    case .tick: clock.ticks += 1
    case .turn(let isOn): clock.isOn = isOn
    }
  }.sources { clock in
    // The same id in every child.
    clock.isOn ? [.timer(id: "tick", every: .seconds(1)) { .tick }] : []
  }

  static let hall = Reducer<Hall, Action>.combine(
    Reducer { hall, action in if case .set(let new) = action { hall = new } },
    .scope(state: \.field, action: Action.fieldPath, clock),
    .scope(state: \.twin, action: Action.twinPath, clock),
    .scope(.optional(\.optional), action: Action.optionalPath, clock),
    .scope(elements: \.list, action: Action.elementPath, clock),
    .scope(.case(Page.clockPath, in: \.page), action: Action.pagePath, clock))

  private let manual = ManualClock()

  private func makeStore(start: Command<Action> = .none) -> Store<Hall, Action> {
    Store(
      initial: Hall(), reducer: Self.hall, start: start, dependencies: Dependencies(clock: manual))
  }

  @Test("each child's sources run with ids of their own, and end with the child")
  func children() {
    let store = makeStore()
    manual.advance(by: .seconds(2))
    #expect(store.state.ticks == [2, 2, 2, 2, 2, 2])
    store.dispatch(.element(2, .turn(false)))
    store.dispatch(.field(.turn(false)))
    manual.advance(by: .seconds(1))
    #expect(store.state.ticks == [2, 3, 3, 2, 3, 3])
    var hall = store.state
    hall.optional = nil
    hall.list.remove(id: 3)
    hall.page = .none
    store.dispatch(.set(hall))
    #expect(manual.pendingCount == 1, "the twin's timer")
    manual.advance(by: .seconds(1))
    #expect(store.state.ticks == [2, 4, -1, 2, -1])
    #expect(store.issues.recorded.isEmpty)
  }

  @Test("a child's sources follow replacements, and end with the store")
  func replacement() {
    let store = makeStore()
    store.context.replaceState(reason: .edit) { hall in
      hall.twin.isOn = false
      hall.list = [Clock(id: 9)]
    }
    #expect(manual.pendingCount == 4)
    manual.advance(by: .seconds(1))
    #expect(store.state.ticks == [1, 0, 1, 1, 1])
    store.finish()
    #expect(manual.pendingCount == 0)
  }

  @Test("the sources of nested children are lifted through each scope")
  func nested() {
    enum Outer: Sendable { case hall(Action) }
    struct House: Equatable, Sendable { var hall: Hall? = Hall() }
    let path = CasePath<Outer, Action>({ .hall($0) }) {
      if case .hall(let action) = $0 { action } else { nil }
    }
    let store = Store(
      initial: House(),
      reducer: Reducer<House, Outer>.scope(.optional(\.hall), action: path, Self.hall)
        .sources { house in
          let timer = ActionSource<Outer>.timer(id: "tick", every: .seconds(5)) {
            .hall(.set(Hall()))
          }
          return house.hall == nil ? [] : [timer]
        },
      dependencies: Dependencies(clock: manual))
    manual.advance(by: .seconds(4))
    #expect(store.state.hall?.ticks == [4, 4, 4, 4, 4, 4])
    store.context.replaceState(reason: .edit) { $0.hall = nil }
    #expect(manual.pendingCount == 0)
  }

  @Test("a source that a commit starts is registered before the next commit")
  func order() {
    let store = makeStore()
    let seen = Log<Int>()
    let token = store.subscribe { _ in seen.add(store.work.sources) }
    store.dispatch(.field(.turn(false)))
    store.dispatch(.field(.turn(true)))
    #expect(seen.entries == [5, 6])
    withExtendedLifetime(token) {}
  }
}
