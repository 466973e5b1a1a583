import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("Effects of a removed child")
struct AbsentChildTests {
  @Test(
    "a removed child's effects end, and the child gets none of their results when it is put back",
    arguments: ScopeKind.thatMayGo)
  func undo(kind: ScopeKind) throws {
    enum Action: Sendable {
      case family(FamilyAction)
      case start(ScopeKind)
    }
    let clock = ManualClock()
    // Each child starts work that renames it.
    let person = Reducer<Family.Person, PersonAction> { person, action -> Command<PersonAction> in
      switch action {
      case .rename(let name): person.name = name
      case .setNumber: return .action(.rename("late")).delay(for: .seconds(1))
      }
      return .none
    }
    let store = Store(
      initial: Family(),
      reducer: .combine(
        Reducer { family, action in
          switch action {
          case .setPartner(let partner): family.partner = partner
          case .setGuest(let guest): family.guest = guest
          case .setChildren(let children): family.children = children
          default: break
          }
        },
        .scope(.optional(\.partner), action: FamilyAction.partnerPath, person),
        .scope(elements: \.children, action: FamilyAction.childPath, person),
        .scope(
          .case(Family.Guest.personPath, in: \.guest), action: FamilyAction.guestPath, person)),
      dependencies: Dependencies(clock: clock))
    let before = try #require(kind.person(in: store.state))
    store.dispatch(kind.action(.setNumber(1)))
    #expect(clock.pendingCount == 1)
    // An unrelated action does not end the children's effects.
    store.dispatch(.count)
    #expect(clock.pendingCount == 1)
    store.dispatch(kind.replacement(nil))
    #expect(clock.pendingCount == 0, "its effects end with the commit that removes it")
    store.dispatch(kind.replacement(before))
    clock.advance(by: .seconds(2))
    #expect(kind.person(in: store.state) == before)
    #expect(store.work.effects == 0)
    #expect(store.issues.recorded.isEmpty)
  }

  @Test("a replacement of the state ends the effects of the child that it removes")
  func replacement() {
    struct Row: Identifiable, Equatable, Sendable {
      let id: Int
      var count = 0
    }
    struct State: Equatable, Sendable { var rows: IdentifiedList<Row> = [Row(id: 1), Row(id: 2)] }
    let clock = ManualClock()
    let path = CasePath<(Int, Int), (Int, Int)>({ ($0, $1) }) { $0 }
    let row = Reducer<Row, Int> { row, step -> Command<Int> in
      row.count += step
      return step == 0 ? .action(1).delay(for: .seconds(1)) : .none
    }
    let store = Store(
      initial: State(), reducer: .scope(elements: \.rows, action: path, row),
      dependencies: Dependencies(clock: clock))
    store.dispatch((1, 0))
    store.dispatch((2, 0))
    #expect(clock.pendingCount == 2)
    store.context.replaceState(reason: .timeTravel) { $0 = State(rows: [Row(id: 2)]) }
    #expect(clock.pendingCount == 1)
    clock.advance(by: .seconds(1))
    #expect(store.state.rows == [Row(id: 2, count: 1)])
  }

  @Test(
    "an effect that a parent starts for a removed row does not run, and those of other rows do")
  func begunLater() {
    struct Row: Identifiable, Equatable, Sendable { let id: Int }
    struct State: Equatable, Sendable { var rows: IdentifiedList<Row> = [Row(id: 1), Row(id: 2)] }
    enum Action: Sendable {
      case row(Int, begins: Bool)
      case remove(Int)
      case other
    }
    let clock = ManualClock()
    let path = CasePath<Action, (Int, Bool)>({ .row($0, begins: $1) }) {
      if case .row(let id, let begins) = $0 { (id, begins) } else { nil }
    }
    let rows = Reducer<State, Action>.scope(
      elements: \.rows, action: path,
      Reducer { _, begins -> Command<Bool> in
        begins ? .action(false).delay(for: .seconds(10)) : .none
      })
    let store = Store(
      initial: State(),
      reducer: Reducer { state, action -> Command<Action> in
        switch action {
        case .row(1, _): return rows.reduce(&state, action).delay(for: .seconds(1))
        case .remove(let id):
          state.rows.remove(id: id)
          return .none
        default: return rows.reduce(&state, action)
        }
      }, dependencies: Dependencies(clock: clock))
    store.dispatch(.row(2, begins: true))
    store.dispatch(.row(1, begins: true))
    store.dispatch(.remove(1))
    clock.advance(by: .seconds(1))
    store.dispatch(.other)
    #expect(clock.pendingCount == 1, "the state of the row that is still shown")
    clock.advance(by: .seconds(10))
    #expect(store.work.effects == 0)
    #expect(store.issues.recorded.isEmpty)
  }

  @Test("a scope of a removed child keeps the state that its subscriber saw last")
  func lastShown() throws {
    let store = Store(initial: Family(), reducer: family)
    let child = try #require(
      store.scope(element: 3, in: \.children, action: FamilyAction.childPath))
    let (whole, name) = (Log<String>(), Log<String>())
    let tokens = [
      child.subscribe { whole.add($0.new.name) }, child.subscribe(to: \.name) { name.add($0.new) },
    ]
    store.dispatch(.child(3, .rename("a")))
    store.dispatch(.child(3, .rename("b")))
    store.dispatch(.setChildren([]))
    #expect(whole.entries == ["a", "b"])
    #expect(name.entries == ["a", "b"])
    #expect(child.state.name == "b")
    withExtendedLifetime(tokens) {}
  }
}
