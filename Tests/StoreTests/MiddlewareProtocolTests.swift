import Foundation
import MillraceStore
import MillraceStoreTesting
import Synchronization
import Testing
import TestSupport

@Suite("Middleware in a store")
struct MiddlewareProtocolTests {
  struct Failure: Error, Equatable { let number: Int }

  @Test("middleware handles an action from the outermost inwards, and returns in reverse order")
  func order() {
    let log = Log<String>()
    func named(_ name: String) -> Middleware<Counter, CounterAction> {
      Middleware { _, action, next in
        log.add("\(name) before")
        next(action)
        log.add("\(name) after")
      }
    }
    let store = makeStore([named("outer"), named("inner")])
    let token = store.subscribe { _ in log.add("delivered") }
    store.dispatch(.add(1))
    #expect(
      log.entries == ["outer before", "inner before", "delivered", "inner after", "outer after"])
    withExtendedLifetime(token) {}
  }

  @Test("middleware may swallow an action, change it, and forward several")
  func changes() {
    let store = makeStore([
      Middleware { _, action, next in
        switch action {
        case .rename: break
        case .add(let number):
          next(.add(number * 10))
          next(.add(1))
        default: next(action)
        }
      }
    ])
    store.dispatch(.rename("x"))
    store.dispatch(.add(2))
    #expect(store.state == Counter(count: 21))
    #expect(store.snapshot.version == 2)
  }

  @Test("an action is dropped when middleware cancels its effect before forwarding it")
  func cancelsOnTheWay() {
    let clock = ManualClock()
    let store = Store(
      initial: [String](),
      reducer: Reducer<[String], String> { log, action -> Command<String> in
        log.append(action)
        return switch action {
        case "begin": .action("late").delay(for: .seconds(1)).cancellable(id: 1)
        case "cancel": .cancel(id: 1)
        default: .none
        }
      },
      middleware: [
        Middleware { store, action, next in
          if action == "late" { store.dispatch("cancel") }
          next(action)
        }
      ], dependencies: Dependencies(clock: clock))
    store.dispatch("begin")
    clock.advance(by: .seconds(1))
    #expect(store.state == ["begin", "cancel"])
  }

  @Test(
    "each middleware may replace the initial state, and the next one starts with the replacement")
  func restores() {
    let seen = Log<Int>()
    func starting(with count: Int?) -> Middleware<Counter, CounterAction> {
      Middleware(parts: { _ in
        .init(start: { initial in
          seen.add(initial.count)
          return count.map { Counter(count: $0) }
        })
      })
    }
    let store = makeStore([starting(with: 5), starting(with: nil), starting(with: 6)])
    #expect(seen.entries == [0, 5, 5])
    #expect(store.snapshot.state.count == 6)
    #expect(store.snapshot.version == 2)
  }

  @Test("an action that middleware dispatches while starting is applied when all have started")
  func dispatchesWhileStarting() {
    let log = Log<String>()
    let store = makeStore([
      Middleware(parts: { context in
        .init(start: { _ in
          context.dispatch(.add(1))
          context.dispatch(.rename("a"))
          return nil
        })
      }),
      Middleware { _, action, next in
        log.add("\(action)")
        next(action)
      },
    ])
    #expect(log.entries == ["add(1)", "rename(\"a\")"])
    #expect(store.state == Counter(count: 1, name: "a"))
  }

  @Test("middleware that fails to start gets no actions, and the store reports the error")
  func startupFailures() {
    let log = Log<String>()
    let store = makeStore([
      Middleware(parts: { _ in
        .init(
          start: { _ in throw Failure(number: 3) },
          handle: { _, _ in log.add("handled") },
          finish: { log.add("finished") },
          service: 7)
      })
    ])
    store.dispatch(.add(1))
    #expect(store.startupFailures.map { $0 as? Failure } == [Failure(number: 3)])
    #expect(store.service(Int.self) == nil)
    #expect(store.state.count == 1)
    store.finish()
    #expect(log.entries.isEmpty)
  }

  @Test("one middleware value in two stores has separate parts")
  func separateParts() {
    let counting = Middleware<Counter, CounterAction>(parts: { _ in
      let log = Log<CounterAction>()
      return .init(
        handle: { action, next in
          log.add(action)
          next(.add(log.entries.count))
        })
    })
    let (one, two) = (makeStore([counting]), makeStore([counting]))
    one.dispatch(.add(0))
    one.dispatch(.add(0))
    two.dispatch(.add(0))
    #expect(one.state.count == 3)
    #expect(two.state.count == 1)
  }

  @Test("middleware offers services by type, also to scopes")
  func services() {
    let store = makeStore([
      Middleware(parts: { _ in .init(service: "text") }),
      Middleware(parts: { _ in .init(service: 7) }),
    ])
    #expect(store.service(Int.self) == 7)
    #expect(store.service(String.self) == "text")
    #expect(store.service(Bool.self) == nil)
    let child = store.scope(state: \.child, action: { (action: ChildAction) in .child(action) })
    #expect(child.service(Int.self) == 7)
  }

  @Test("middleware finishes once: when the store finishes or is released")
  func finishes() {
    let log = Log<String>()
    let finishing = Middleware<Counter, CounterAction>(parts: { _ in
      .init(finish: { log.add("finished") })
    })
    do {
      let store = makeStore([finishing])
      store.finish()
      store.finish()
      #expect(log.entries.count == 1)
    }
    #expect(log.entries.count == 1)
    // With a manual clock, blocking work runs at once.
    do { _ = makeStore([finishing], clock: ManualClock()) }
    #expect(log.entries.count == 2)
  }

  @Test(
    "middleware finishes on another thread after a release, and the store takes no action meanwhile"
  )
  func finishesElsewhere() {
    let (threads, isReleased) = (Log<ObjectIdentifier>(), DispatchSemaphore(value: 0))
    let finished = DispatchSemaphore(value: 0)
    let releasing = ObjectIdentifier(Thread.current)
    var context: StoreContext<Counter, CounterAction>?
    do {
      let store = makeStore([
        Middleware(parts: { _ in
          .init(finish: {
            if ObjectIdentifier(Thread.current) != releasing { isReleased.wait() }
            threads.add(ObjectIdentifier(Thread.current))
            finished.signal()
          })
        })
      ])
      context = store.context
    }
    #expect(context?.dispatch(.add(1)) == false)
    isReleased.signal()
    finished.wait()
    #expect(threads.entries.count == 1 && threads.entries != [releasing])
    #expect(context?.state.count == 0)
  }

  @Test("actions dispatched while the store starts are applied before later ones")
  func startInOrder() {
    let context = Slot<StoreContext<Counter, CounterAction>>()
    let log = Log<CounterAction>()
    let isOpening = DispatchSemaphore(value: 0)
    let isLateOneComing = DispatchSemaphore(value: 0)
    let isLateOneDone = DispatchSemaphore(value: 0)
    Thread {
      isOpening.wait()
      isLateOneComing.signal()
      context.value?.dispatch(.add(9))
      isLateOneDone.signal()
    }.start()
    let store = makeStore([
      Middleware(parts: { given in
        .init(
          start: { _ in
            context.value = given
            for number in 0..<3 { given.dispatch(.add(number)) }
            return nil
          },
          handle: { action, next in
            if action == .add(0) {
              isOpening.signal()
              isLateOneComing.wait()
              // Gives the late action time to overtake, in case it could.
              for _ in 0..<10_000 where log.entries.isEmpty { sched_yield() }
            }
            log.add(action)
            next(action)
          })
      })
    ])
    isLateOneDone.wait()
    #expect(log.entries == [.add(0), .add(1), .add(2), .add(9)])
    #expect(store.state.count == 12)
  }
}
