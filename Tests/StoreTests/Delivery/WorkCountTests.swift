import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

// These tests count the work of a commit instead of timing it. One after another, because `ID`
// counts for all of them.
@Suite("Work per commit", .serialized)
struct WorkCountTests {
  struct State: Equatable, Sendable {
    var items = [1, 2, 3]
    var limit = 2
    var clicks = 0
  }
  enum Action: Sendable { case click, limit(Int) }

  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .click: state.clicks += 1
    case .limit(let limit): state.limit = limit
    }
  }

  @Test("a selector with declared inputs is not called when none of them changed")
  func selectors() {
    let store = Store(initial: State(), reducer: Self.reducer)
    let (computed, received) = (Tally(), Tally())
    let tokens = (0..<100).map { _ in
      store.subscribe(
        to: StateSelector(\State.items, \.limit) { items, limit in
          computed.add(1)
          return items.prefix(limit).reduce(0, +)
        }
      ) { _ in received.add(1) }
    }
    computed.reset()
    for _ in 0..<10 { store.dispatch(.click) }
    #expect(computed.value == 0)
    // All selectors are under the same two parts.
    #expect(store.deliveryPlan.partCount == 2)
    #expect(store.deliveryPlan.isDecidableUnderLock)
    store.dispatch(.limit(1))
    #expect((computed.value, received.value) == (100, 100))
    withExtendedLifetime(tokens) {}
  }

  @Test("a selector of selectors is registered once under each part that they read")
  func nested() {
    let store = Store(initial: State(), reducer: Self.reducer)
    let sum = StateSelector(\State.items, \.limit) { $0.prefix($1).reduce(0, +) }
    let both = StateSelector(sum, .init(\.limit)) { $0 * $1 }
    let received = Log<Int>()
    let token = store.subscribe(to: both) { received.add($0.new) }
    #expect(store.deliveryPlan.partCount == 2)
    store.dispatch(.click)
    store.dispatch(.limit(1))
    #expect(received.entries == [1])
    withExtendedLifetime(token) {}
  }

  /// An id that counts its lookups.
  struct ID: Hashable, Sendable, CustomStringConvertible {
    static let lookups = Tally()
    let number: Int
    var description: String { "\(number)" }

    func hash(into hasher: inout Hasher) {
      Self.lookups.add(1)
      hasher.combine(number)
    }
  }
  struct Row: Equatable, Identifiable, Sendable {
    let id: ID
    var x = 0
  }
  enum RowAction: Sendable { case load, set(Int) }
  enum ListAction: Sendable {
    case row(ID, RowAction)
    case remove(ID)
    static var rows: CasePath<ListAction, (ID, RowAction)> {
      CasePath(ListAction.row) {
        if case .row(let id, let action) = $0 { (id, action) } else { nil }
      }
    }
  }
  struct Rows: Equatable, Sendable { var rows: IdentifiedList<Row> }

  @Test(
    "a change of one of 1,000 loading rows looks up no other row, and a removed row ends its work",
    arguments: [false, true])
  func removedRow(isInField: Bool) {
    let number = Reducer<Int, RowAction> { number, action -> Command<RowAction> in
      switch action {
      case .load: return .action(.set(1)).delay(for: .seconds(1))
      case .set(let new):
        number = new
        return .none
      }
    }
    let clock = ManualClock()
    let rows = IdentifiedList((0..<1_000).map { Row(id: ID(number: $0)) })
    let store = Store(
      initial: Rows(rows: rows),
      reducer: .combine(
        .scope(
          elements: \.rows, action: ListAction.rows,
          isInField
            ? .scope(state: \.x, action: .itself, number)
            : Reducer { row, action -> Command<RowAction> in number.reduce(&row.x, action) }),
        Reducer { state, action in if case .remove(let id) = action { state.rows.remove(id: id) } }),
      dependencies: Dependencies(clock: clock))
    for id in rows.ids { store.dispatch(.row(id, .load)) }
    #expect(clock.pendingCount == 1_000)
    ID.lookups.reset()
    store.dispatch(.row(ID(number: 500), .set(2)))
    #expect(ID.lookups.value < 20)
    store.dispatch(.remove(ID(number: 500)))
    #expect(clock.pendingCount == 999)
    clock.advance(by: .seconds(1))
    #expect(store.state.rows.allSatisfy { $0.x == 1 })
  }

  @Test("an action that concerns no row looks up none of 1,000 rows that could have sources")
  func rowsWithoutSources() {
    let rows = IdentifiedList((0..<1_000).map { Row(id: ID(number: $0)) })
    let row = Reducer<Row, RowAction> { _, _ in }.sources { row in
      row.x > 0 ? [.timer(id: "tick", every: .seconds(1)) { .set(1) }] : []
    }
    let store = Store(
      initial: Rows(rows: rows),
      reducer: .combine(
        .scope(elements: \.rows, action: ListAction.rows, row),
        Reducer { state, action in if case .remove(let id) = action { state.rows.remove(id: id) } }),
      dependencies: Dependencies(clock: ManualClock()))
    ID.lookups.reset()
    store.dispatch(.remove(ID(number: 2_000)))
    #expect(ID.lookups.value < 100)
  }
}
