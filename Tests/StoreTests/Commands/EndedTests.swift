import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("End of a dispatch's effects")
struct EndedTests {
  enum Action: Sendable { case first, second, third, other, done }

  /// Records when an awaited dispatch has ended.
  private func awaiting(_ dispatched: Dispatched) -> (Slot<Bool>, Task<Void, Never>) {
    let ended = Slot<Bool>()
    let task = Task {
      await dispatched.ended()
      ended.value = true
    }
    return (ended, task)
  }

  @Test("a dispatch without effects has ended at once")
  func nothing() async {
    let store = Store(initial: 0, reducer: Reducer<Int, Int> { $0 += $1 })
    await store.dispatch(1).ended()
    await store.scope(state: \.self, action: { (number: Int) in number }).dispatch(1).ended()
    #expect(store.state == 2)
  }

  @Test("a dispatch has ended when its work, and all work that follows from it, has ended")
  func inTurn() async {
    let (gate, seen) = (Gate(), Log<Action>())
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Action> { _, action -> Command<Action> in
        seen.add(action)
        return switch action {
        case .first: .task { .second }
        case .second: .task { .third }
        case .third:
          .run { send in
            await gate.wait()
            send(.done)
          }
        case .other, .done: .none
        }
      })
    let (ended, task) = awaiting(store.dispatch(.first))
    await gate.arrived()
    #expect(ended.value == nil)
    #expect(seen.entries == [.first, .second, .third])
    gate.open()
    await task.value
    #expect(seen.entries == [.first, .second, .third, .done])
  }

  @Test("a dispatch does not wait for the work of other dispatches")
  func others() async {
    let gate = Gate()
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Action> { _, action -> Command<Action> in
        switch action {
        case .other: .run { _ in await gate.wait() }
        case .first: .task { .done }
        default: .none
        }
      })
    let other = store.dispatch(.other)
    await gate.arrived()
    await store.dispatch(.first).ended()
    let (ended, task) = awaiting(other)
    #expect(ended.value == nil)
    gate.open()
    await task.value
  }

  @Test("a dispatch waits for a delayed command, and has ended when that is cancelled")
  func delays() async {
    let clock = ManualClock()
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Action> { _, action -> Command<Action> in
        switch action {
        case .first: .action(.done).delay(for: .seconds(1)).cancellable(id: 1)
        case .second: .cancel(id: 1)
        default: .none
        }
      }, dependencies: Dependencies(clock: clock))
    let (_, late) = awaiting(store.dispatch(.first))
    clock.advance(by: .seconds(1))
    await late.value
    let (_, cancelled) = awaiting(store.dispatch(.first))
    store.dispatch(.second)
    await cancelled.value
    #expect(clock.pendingCount == 0)
  }

  @Test("a dispatch waits for actions that a middleware made of it, and ends with the store")
  func middleware() async {
    let gate = Gate()
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Action> { _, action -> Command<Action> in
        action == .second ? .run { _ in await gate.wait() } : .none
      },
      middleware: [
        Middleware { _, action, next in
          next(.other)
          next(.second)
          next(.other)
        }
      ])
    let (ended, task) = awaiting(store.dispatch(.first))
    await gate.arrived()
    #expect(ended.value == nil)
    store.finish()
    await task.value
    gate.open()
  }

  @Test("each commit names the effect that sent it, by number and by name")
  func effects() async {
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Action> { _, action -> Command<Action> in
        action == .first
          ? .run { send in
            send(.second)
            send(.third)
          }.cancellable(id: "load") : .none
      })
    let commits = Log<(Action?, EffectID?, CallSite?)>()
    let observer = store.observeCommits { commits.add(($0.action, $0.effect, $0.origin)) }
    await store.dispatch(.first).ended()
    let entries = commits.entries
    #expect(entries.map(\.0) == [.first, .second, .third])
    #expect(entries[0].1 == nil)
    #expect(entries[1].1 != nil)
    #expect(entries[1].1 == entries[2].1)
    #expect(entries[1].1?.name == "load")
    #expect(entries[1].2?.line != entries[0].2?.line)
    withExtendedLifetime(observer) {}
  }
}
