import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("Views that follow values", .timeLimit(.minutes(20)))
struct FollowingTests {
  struct State: Equatable, Sendable {
    var count = 0
    var title = "a"
  }
  enum Action: Sendable { case count, rename(String), load }

  private enum Titles: DependencyKey {
    static var defaultValue: @Sendable () async -> String { { "live" } }
  }

  private static let reducer = Reducer<State, Action> { state, action -> Command<Action> in
    switch action {
    case .count: state.count += 1
    case .rename(let title): state.title = title
    case .load: return .task { dependencies in .rename(await dependencies[Titles.self]()) }
    }
    return .none
  }

  @Test("a root view that reads no state is rendered once, and each Connect follows its own value")
  func parts() throws {
    let store = Store(initial: State(), reducer: Self.reducer)
    var made = 0
    let length = StateSelector(\State.title) { $0.count }
    let stage = try TestStage(
      TerminalApp(store) {
        let _ = made += 1
        Connect(store, \.count) { count, _ in Text("\(count)") }
        Connect(store, length) { length, _ in Text("\(length) long") }
      }, columns: 20, rows: 3)
    #expect(stage.rows == ["0", "1 long"])
    store.dispatch(.count)
    store.dispatch(.rename("abc"))
    stage.settle()
    #expect(stage.rows == ["1", "3 long"])
    #expect(made == 1)
  }

  @Test("a change of a connected key path is detected under the store's lock")
  func keyPath() throws {
    let store = Store(initial: State(), reducer: Self.reducer)
    let stage = try TestStage(
      TerminalApp(store) { Connect(store, \.count) { count, _ in Text("\(count)") } }, columns: 20,
      rows: 3)
    store.dispatch(.count)
    store.dispatch(.count)
    #expect(store.deliveryPlan.isDecidableUnderLock)
    withExtendedLifetime(stage) {}
  }

  @Test("a feature without sources has no subscriber")
  func feature() {
    enum Plain: Feature {
      enum Action { case go }
      static var initialState: Int { 0 }
      static func update(_ state: inout Int, _ action: Action) -> Command<Action> { .none }
      static func view(_ state: Int, _ dispatch: Dispatcher<Action>) -> String { "" }
    }
    let store = Store(Plain.self)
    #expect(store.deliveryPlan.partCount == 0)
    #expect(store.deliveryPlan.hasNoSubscribers)
  }

  @Test("a stage provides dependencies to effects, and waits for them without sleeping")
  func effects() async throws {
    var store: Store<State, Action>?
    let stage = try TestStage(columns: 20, rows: 3) { dependencies in
      dependencies[Titles.self] = {
        await Task.yield()
        return "test"
      }
      let made = Store(initial: State(), reducer: Self.reducer, dependencies: dependencies)
      store = made
      return TerminalApp(made) { state, _ in Text(state.title) }
    }
    store?.dispatch(.load)
    await stage.settleEffects()
    #expect(stage.rows == ["test"])
  }
}
