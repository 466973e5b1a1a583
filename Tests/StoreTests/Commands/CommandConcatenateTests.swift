import Testing
import TestSupport

@testable import MillraceStore

@Suite("Commands: concatenation")
struct CommandConcatenateTests {
  private static func after(_ seconds: Int, _ name: String) -> Command<String> {
    .action(name).delay(for: .seconds(seconds))
  }

  @Test("each part of a concatenation starts when the part before it has ended")
  func sequence() {
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .concatenate(
        Self.after(2, "a"), .action("b"), .merge(Self.after(3, "c"), Self.after(1, "d")),
        Self.after(1, "e"))
    }
    store.dispatch("go")
    #expect(store.log == ["go"])
    store.clock.advance(by: .seconds(2))
    #expect(store.log == ["go", "a", "b"])
    store.clock.advance(by: .seconds(3))
    #expect(store.log == ["go", "a", "b", "d", "c"], "a dispatch waits for all parts of a merge")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "a", "b", "d", "c", "e"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a part that runs work ends when the work returns, not with its last action")
  func work() async {
    let gate = Gate()
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .concatenate(
        .run { send in
          send("a")
          await gate.wait()
        },
        .task { "b" }, .task { "c" })
    }
    store.dispatch("go")
    await gate.arrived()
    #expect(store.log == ["go", "a"])
    gate.open()
    #expect(await store.actions.wait(for: 4) == ["go", "a", "b", "c"])
  }

  @Test("a part ends when its action is committed, without waiting for the effects of that action")
  func actions() {
    let store = TinyStore<String> { action in
      switch action {
      case "go": .concatenate(.action("a"), .action("b"))
      case "a": .merge(Self.after(1, "a later"), .action("a next"))
      default: .none
      }
    }
    store.dispatch("go")
    #expect(store.log == ["go", "a", "a next", "b"])
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "a", "a next", "b", "a later"])
  }

  @Test("a cancel in a concatenation takes effect when its turn comes")
  func cancelInside() {
    let store = TinyStore<String> { action in
      switch action {
      case "go": .concatenate(Self.after(2, "a"), .cancel(id: 1), .cancel(id: 2), .action("b"))
      case "work": .merge((1...3).map { Self.after($0, "work \($0)").cancellable(id: 1) })
      default: .none
      }
    }
    store.dispatch("work")
    store.dispatch("go")
    store.clock.advance(by: .seconds(5))
    // At second 2 "work 2" runs first, because it was scheduled first.
    #expect(store.log == ["work", "go", "work 1", "work 2", "a", "b"])
  }

  @Test("a concatenation that cancels an id and then starts under that id runs the new work")
  func cancelThenBegin() {
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .concatenate(.cancel(id: 1), Self.after(1, "done").cancellable(id: 1))
    }
    store.dispatch("go")
    store.dispatch("go")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "go", "done"])
  }

  @Test("the next part starts when a part is cancelled")
  func cancelPart() {
    let store = TinyStore<String> { action in
      switch action {
      case "go": .concatenate(Self.after(5, "a").cancellable(id: 1), Self.after(1, "b"))
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    store.clock.advance(by: .seconds(1))
    store.dispatch("stop")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "stop", "b"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("the part after cancelled work starts when that work has returned")
  func cancelledWorkUnwinds() async {
    let gate = Gate()
    let order = Feed<String>()
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .concatenate(
          .run { _ in
            await gate.wait()
            order.add("unwound \(Task.isCancelled)")
          }.cancellable(id: 1),
          .run { _ in order.add("next") })
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    await gate.arrived()
    store.dispatch("stop")
    #expect(store.runner.runningCount == 1, "the next part waits for it")
    gate.open()
    #expect(await order.wait(for: 2) == ["unwound true", "next"])
    await store.idle()
    #expect(store.runner.tableSize == 0)
  }

  @Test("cancelled parts send no action while they unwind, and start no further part")
  func cancelledPartsUnwind() async {
    let gate = Gate()
    let sent = Feed<Bool>()
    let store = TinyStore<String> { action in
      let work = Command<String>.run { send in
        await gate.wait()
        sent.add(send("late") || !Task.isCancelled)
      }
      switch action {
      case "go":
        return .concatenate(
          .merge(work, .concatenate(work, .action("late, too"))).cancellable(id: 1),
          .action("next"))
      case "stop": return .cancel(id: 1)
      default: return .none
      }
    }
    store.dispatch("go")
    await gate.arrived(2)
    store.dispatch("stop")
    #expect(store.log == ["go", "stop"])
    gate.open()
    #expect(await sent.wait(for: 2) == [false, false])
    #expect(await store.actions.wait(for: 3) == ["go", "stop", "next"])
    await store.idle()
    #expect(store.runner.tableSize == 0)
  }

  @Test(
    "a cancel of the whole concatenation prevents every part that has not started",
    arguments: [0, 1, 2])
  func cancelWhole(_ seconds: Int) {
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .concatenate(Self.after(1, "a"), Self.after(1, "b"), Self.after(1, "c"))
          .cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    store.clock.advance(by: .seconds(seconds))
    store.dispatch("stop")
    store.clock.advance(by: .seconds(5))
    #expect(store.log == ["go"] + ["a", "b"].prefix(seconds) + ["stop"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a concatenation can be cancelled while a cancelled part of it still unwinds")
  func cancelWholeWhileUnwinding() async {
    let gate = Gate()
    let ended = Feed<Bool>()
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .concatenate(
          .run { _ in
            await gate.wait()
            ended.add(true)
          }.cancellable(id: 1),
          .action("late")
        ).cancellable(id: 2)
      case "stop 1": .cancel(id: 1)
      case "stop 2": .cancel(id: 2)
      default: .none
      }
    }
    store.dispatch("go")
    await gate.arrived()
    store.dispatch("stop 1")
    store.dispatch("stop 2")
    #expect(store.runner.runningCount == 0)
    #expect(store.runner.tableSize == 0)
    gate.open()
    await ended.wait(for: 1)
    #expect(store.log == ["go", "stop 1", "stop 2"])
  }

  @Test("an action in the middle can cancel the parts after it")
  func selfCancel() {
    let store = TinyStore<String> { action in
      switch action {
      case "go": .concatenate(.action("a"), .action("stop"), .action("b")).cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    #expect(store.log == ["go", "a", "stop"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("joins of instant commands do not start the next part too early")
  func instantParts() {
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .concatenate(
        .merge(
          .concatenate(.cancel(id: 8), .cancel(id: 9)),
          .merge(.cancel(id: 8), .cancel(id: 9)).cancellable(id: 7),
          Self.after(1, "a")),
        .concatenate(.cancel(id: 8), .cancel(id: 9)).cancellable(id: 7),
        .action("b"))
    }
    store.dispatch("go")
    #expect(store.log == ["go"])
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "a", "b"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a part that its throttle replaces or drops has ended")
  func throttledParts() {
    let store = TinyStore<String> { action in
      switch action {
      case "go 1", "go 2", "go 3":
        .concatenate(
          .action("ran \(action)").throttle(id: 1, for: .seconds(1)), .action("after \(action)"))
      default: .none
      }
    }
    for action in ["go 1", "go 2", "go 3"] { store.dispatch(action) }
    #expect(
      store.log == ["go 1", "ran go 1", "after go 1", "go 2", "go 3", "after go 2"])
    store.clock.advance(by: .seconds(1))
    #expect(store.log.suffix(2) == ["ran go 3", "after go 3"])
    store.clock.advance(by: .seconds(1))
    #expect(store.runner.tableSize == 0)
  }

  @Test(
    "thousands of parts run in order, on the dispatching thread and on a timer",
    arguments: [true, false])
  func long(_ isDelayed: Bool) {
    let count = rounds(10_000, long: 100_000)
    let all = Command<Int>.concatenate((1...count).map { .action($0) })
    let store = TinyStore<Int> { number in
      number == 0 ? (isDelayed ? all.delay(for: .zero) : all) : .none
    }
    store.dispatch(0)
    store.clock.advance(by: .zero)
    #expect(store.log == Array(0...count))
    #expect(store.runner.tableSize == 0)
  }

  @Test("tens of thousands of parts that end at once do not overflow the stack")
  func longInstant() {
    let count = rounds(40_000, long: 100_000)
    let store = TinyStore<Int> { number in
      number == 0
        ? .concatenate((1...count).map { .cancel(id: $0) } + [.action(1)]) : .none
    }
    store.dispatch(0)
    #expect(store.log == [0, 1])
  }
}
