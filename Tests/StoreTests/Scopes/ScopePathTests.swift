import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@Suite("Paths of scopes")
struct ScopePathTests {
  struct Inner: Equatable, Sendable { var number = 0 }
  struct Outer: Equatable, Sendable { var (before, inner) = (0, Inner()) }
  struct Item: Equatable, Identifiable, Sendable {
    let id: Int
    var number = 0
  }
  struct State: Equatable, Sendable {
    var (before, outer) = (0, Outer())
    var items = IdentifiedList([Item(id: 5)])
  }

  @Test("nested scopes and one scope of the same field have one source")
  func nested() {
    let store = Store(initial: State(), reducer: Reducer<State, Int> { _, _ in })
    let nested = store.scope(state: \.outer, action: .itself).scope(state: \.inner, action: .itself)
    #expect(nested.source == store.scope(state: \.outer.inner, action: .itself).source)
    #expect(nested.source != store.scope(state: \.outer, action: .itself).source)
  }

  @Test("the name of an effect is its list, its element and its id")
  func names() {
    let clock = ManualClock()
    let store = Store(
      initial: State(),
      reducer: Reducer<State, Int>.scope(
        elements: \.items,
        action: CasePath({ (_: Int, action: Int) in action }, { (5, $0) }),
        Reducer { item, action -> Command<Int> in
          item.number = action
          return action == 1 ? .action(2).cancellable(id: "load").delay(for: .seconds(1)) : .none
        }),
      dependencies: Dependencies(clock: clock))
    let names = Log<String>()
    let token = store.observeCommits { commit in commit.effect.map { names.add($0.name) } }
    store.dispatch(1)
    clock.advance(by: .seconds(1))
    #expect(names.entries.count == 1)
    #expect(names.entries.first?.hasSuffix("items/5/load") == true, "\(names.entries)")
    token.cancel()
  }

  @Test("a replacement has no duration")
  func replacement() {
    let store = Store(initial: State(), reducer: Reducer<State, Int> { _, _ in })
    let durations = Log<Bool>()
    let token = store.observeCommits(keepingStates: true) { durations.add($0.duration == nil) }
    store.context.replaceState(reason: .edit) { $0.before = 1 }
    store.dispatch(1)
    #expect(durations.entries == [true, false])
    token.cancel()
  }
}
