import Testing
import TestSupport

@testable import MillraceStore

@Suite("Commands: actions and work")
struct CommandWorkTests {
  @Test("an action command is dispatched within the same dispatch")
  func action() {
    let store = TinyStore<String> { $0 == "go" ? .action("next") : .none }
    store.dispatch("go")
    #expect(store.log == ["go", "next"])
  }

  @Test("actions of commands are dispatched in the order in which they were returned")
  func actionsInOrder() {
    let store = TinyStore<String> { action in
      switch action {
      case "go": .merge(.action("a"), .action("b"))
      case "a": .action("a1")
      case "b": .merge(.action("b1"), .action("b2"))
      default: .none
      }
    }
    store.dispatch("go")
    #expect(store.log == ["go", "a", "b", "a1", "b1", "b2"])
  }

  @Test("a chain of tens of thousands of actions does not overflow the stack")
  func longChain() {
    let last = rounds(40_000, long: 100_000)
    let count = Feed<Int>()
    let store = TinyStore<Int> { number in
      if number == last { count.add(number) }
      return number < last ? .action(number + 1) : .none
    }
    store.dispatch(1)
    #expect(count.entries == [last])
    #expect(store.runner.tableSize == 0)
  }

  @Test("work can send several actions")
  func run() async {
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .run { send in for word in ["a", "b", "c"] { send(word) } }
    }
    store.dispatch("go")
    #expect(await store.actions.wait(for: 4) == ["go", "a", "b", "c"])
  }

  @Test("a task sends one action")
  func task() async {
    let store = TinyStore<String> { $0 == "go" ? .task { "done" } : .none }
    store.dispatch("go")
    await store.idle()
    #expect(store.log == ["go", "done"])
  }

  @Test("a stream sends each element")
  func stream() async {
    let (words, more) = AsyncStream.makeStream(of: String.self)
    let store = TinyStore<String> { $0 == "go" ? .stream(words) : .none }
    store.dispatch("go")
    more.yield("a")
    await store.actions.wait(for: 2)
    more.yield("b")
    await store.actions.wait(for: 3)
    #expect(store.runner.runningCount == 1, "it runs until the sequence ends")
    more.finish()
    await store.idle()
    #expect(store.log == ["go", "a", "b"])
  }

  @Test("a cancelled stream is terminated")
  func cancelledStream() async {
    let ended = Feed<Bool>()
    let (words, more) = AsyncStream.makeStream(of: String.self)
    more.onTermination = { _ in ended.add(true) }
    let store = TinyStore<String> { action in
      switch action {
      case "go": .stream(words).cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    more.yield("a")
    await store.actions.wait(for: 2)
    store.dispatch("stop")
    await ended.wait(for: 1)
    #expect(store.log == ["go", "a", "stop"])
  }

  @Test("send returns false once the work is cancelled")
  func sendResult() async {
    let results = Feed<Bool>()
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .run { send in
          results.add(send("a"))
          results.add(send("stop"))
          results.add(send("late"))
        }.cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    #expect(await results.wait(for: 3) == [true, false, false])
    #expect(store.log == ["go", "a", "stop"])
  }

  @Test("work does not run on the caller's actor")
  @MainActor
  func detached() async {
    // Waiting without suspending would hang if the work needed this actor.
    let arrived = Feed<Bool>()
    let store = TinyStore<String> { _ in
      .run { _ in
        arrived.add(#isolation == nil)
      }
    }
    store.dispatch("go")
    #expect(await arrived.wait(for: 1) == [true])
  }

  @Test("work runs with the priority that its command names")
  func priority() async {
    let seen = Feed<TaskPriority>()
    let store = TinyStore<String> { _ in
      .run(priority: .background) { _ in seen.add(Task.basePriority ?? .high) }
    }
    store.dispatch("go")
    #expect(await seen.wait(for: 1) == [.background])
  }

  @Test("map transforms every action of a command")
  func map() async {
    let words: Command<String> = .concatenate(
      .action("action"),
      .merge(
        .task { "task" }.catch { "\($0)" },
        .task { throw Failure() }.catch { "\($0)" }),
      .stream(
        AsyncStream {
          $0.yield("stream"); $0.finish()
        }
      ).cancellable(id: 1),
      .action("delayed").delay(for: .zero),
      .action("debounced").debounce(id: 2, for: .zero),
      .action("throttled").throttle(id: 3, for: .zero),
      .action("scoped").scoped(by: 4),
      .cancel(id: 1), .cancelScope(by: 4), .issue(.duplicateSource(id: "5")))
    let store = TinyStore<[String]> { action in
      action == [] ? words.map { [$0] }.map { $0 + ["mapped"] } : .none
    }
    store.dispatch([])
    await store.actions.wait(for: 5)
    await store.clock.waitUntilPending()
    store.clock.advance(by: .zero)
    await store.issues.wait(for: 1)
    let log = store.log
    #expect(Set(log[2...3]) == [["task", "mapped"], ["it broke", "mapped"]])
    #expect(
      log.dropFirst(4).map(\.first) == ["stream", "delayed", "debounced", "throttled", "scoped"])
    #expect(log.dropFirst().allSatisfy { $0.last == "mapped" })
  }
}
