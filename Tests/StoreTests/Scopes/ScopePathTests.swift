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

  @Test("an effect has its id in its name also in a group, after a wait, and as a source")
  func namesOfParts() {
    let clock = ManualClock()
    let store = Store(
      initial: State(),
      reducer: Reducer<State, Int> { _, action -> Command<Int> in
        switch action {
        case 1: .action(11).debounce(id: "search", for: .seconds(1))
        case 2: .merge(.action(12), .action(13)).cancellable(id: "load")
        case 3: .action(14).throttle(id: "save", for: .seconds(1))
        default: .none
        }
      }.sources { _ in
        [.timer(id: "tick", every: .seconds(10)) { 15 }]
      },
      dependencies: Dependencies(clock: clock))
    let names = Log<String>()
    let token = store.observeCommits { commit in
      if let effect = commit.effect { names.add("\(commit.cause) \(effect.name)") }
    }
    for action in [1, 2, 3, 3] { store.dispatch(action) }
    #expect(names.entries == ["12 load", "13 load", "14 save"])
    clock.advance(by: .seconds(1))
    #expect(Set(names.entries.dropFirst(3)) == ["11 search", "14 save"])
    clock.advance(by: .seconds(9))
    #expect(names.entries.dropFirst(5) == ["15 tick"])
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
