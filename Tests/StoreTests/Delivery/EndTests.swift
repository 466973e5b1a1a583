import Foundation
import MillraceStore
import Testing
import TestSupport

@Suite("The end of a store", .timeLimit(.minutes(20)))
struct EndTests {
  private func store(
    _ ended: Log<Int>, reducer: Reducer<Int, Int> = Reducer { $0 &+= $1 },
    sink: (any CommitSink<Int, Int>)? = nil
  ) -> Store<Int, Int> {
    let context = Slot<StoreContext<Int, Int>>()
    return Store(
      initial: 0, reducer: reducer,
      middleware: [
        Middleware(parts: { store in
          context.value = store
          return .init(sink: sink, finish: { ended.add(store.state) })
        })
      ],
      onIssue: { _ in })
  }

  @Test("finish ends a store while threads keep dispatching")
  func producers() {
    let ended = Log<Int>()
    let store = store(ended)
    let seen = Tally()
    let observer = store.observeCommits { _ in seen.add(1) }
    let isStopped = Slot<Bool>()
    let running = Log<Int>()
    for number in 0..<2 {
      Thread.detachNewThread {
        while isStopped.value == nil { store.dispatch(1) }
        running.add(number)
      }
    }
    while store.state < 1_000 {}
    store.finish()
    let last = store.state
    #expect(ended.entries == [last], "finish() saves the last state")
    #expect(seen.value == last, "every commit has reached the observer")
    store.dispatch(1)
    #expect(store.state == last)
    isStopped.value = true
    while running.entries.count < 2 { Thread.sleep(forTimeInterval: 0.001) }
    withExtendedLifetime(observer) {}
  }

  @Test("finish inside a delivery is completed by that delivery")
  func insideDelivery() {
    let ended = Log<Int>()
    let store = store(ended)
    let token = store.subscribe { _ in
      store.dispatch(10)
      store.finish()
      store.dispatch(100)
      #expect(ended.entries == [])
    }
    store.dispatch(1)
    #expect(ended.entries == [11])
    withExtendedLifetime(token) {}
  }

  @Test("finish inside an effect is completed by another thread")
  func insideEffect() async {
    let slot = Slot<Store<Int, Int>>()
    let ended = Log<Int>()
    let store = store(
      ended,
      reducer: Reducer { state, action -> Command<Int> in
        state += action
        return action == 1 ? .run { _ in slot.value?.finish() } : .none
      })
    slot.value = store
    store.dispatch(1)
    while ended.entries.isEmpty { await Task.yield() }
    #expect(ended.entries == [1])
    store.finish()
    slot.value = nil
  }

  @Test("finish inside a sink is completed by another thread")
  func insideSink() async {
    let slot = Slot<Store<Int, Int>>()
    let ended = Log<Int>()
    let store = store(ended, sink: CallingSink { _ in slot.value?.finish() })
    slot.value = store
    store.dispatch(1)
    while ended.entries.isEmpty { await Task.yield() }
    #expect(ended.entries == [1])
    slot.value = nil
  }

  @Test("a second finish waits for the first, and a finish inside the first returns at once")
  func twice() async {
    let slot = Slot<Store<Int, Int>>()
    let ended = Log<String>()
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 += $1 },
      middleware: [
        Middleware(parts: { _ in
          .init(finish: {
            slot.value?.finish()
            Thread.sleep(forTimeInterval: 0.02)
            ended.add("saved")
          })
        })
      ])
    slot.value = store
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          store.finish()
          #expect(ended.entries == ["saved"])
        }
      }
    }
    slot.value = nil
  }
}

/// Calls a body at each flush.
struct CallingSink: CommitSink {
  typealias State = Int
  typealias Action = Int
  let body: @Sendable (UInt64) -> Void

  init(_ body: @escaping @Sendable (UInt64) -> Void) { self.body = body }

  func enqueue(_ commit: Commit<Int, Int>) {}
  func flush(through version: UInt64) { body(version) }
}
