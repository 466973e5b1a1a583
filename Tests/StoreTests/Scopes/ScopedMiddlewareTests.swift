import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("Middleware of children")
struct ScopedMiddlewareTests {
  private static let path = CasePath<CounterAction, ChildAction>(CounterAction.child) {
    if case .child(let action) = $0 { action } else { nil }
  }

  private final class Sink: CommitSink {
    typealias State = Counter.Child
    typealias Action = ChildAction
    let log = Log<String>()
    let flushed = Log<UInt64>()

    func interest(in action: ChildAction) -> CommitInterest {
      if case .set = action { .states } else { .none }
    }

    func enqueue(_ commit: Commit<State, Action>) {
      log.add("\(commit.version) \(commit.cause) \(commit.states?.after.value ?? -1)")
    }

    func flush(through version: UInt64) { flushed.add(version) }
  }

  @Test("a child's middleware starts, handles, receives commits and ends as part of its parent")
  func all() {
    let (log, sink) = (Log<String>(), Sink())
    let child = Middleware<Counter.Child, ChildAction>(parts: { store in
      .init(
        start: { initial in
          log.add("start \(initial.value)")
          return Counter.Child(value: 10)
        },
        handle: { action, next in
          log.add("\(action) at \(store.state.value)")
          guard case .set(let value) = action else { return next(action) }
          next(.set(value * 2))
          if value == 1 { store.dispatch(.setGrandchild(5)) }
        },
        sink: sink,
        finish: { log.add("finish \(store.state.value)") },
        service: 7)
    })
    let store = makeStore([.scope(state: \.child, action: Self.path, child)])
    #expect(store.state.child.value == 10)
    #expect(store.service(Int.self) == 7)
    store.dispatch(.add(1))
    store.dispatch(.child(.set(1)))
    store.context.replaceState(reason: .edit) { $0.child.value = 3 }
    store.finish()
    #expect(
      log.entries == [
        "start 0", "set(1) at 10", "setGrandchild(5) at 2", "finish 3",
      ])
    #expect(store.state.child == Counter.Child(value: 3, grandchild: 5))
    #expect(sink.log.entries == ["3 set(2) 2", "5 (edit) 3"])
    #expect(sink.flushed.entries.last == 5)
  }
}
