import Testing
import TestSupport

@testable import MillraceStore
import MillraceStoreTesting

@Suite("Commands: cancellation")
struct CommandCancelTests {
  /// Work that waits for a gate, then sends its name.
  private static func work(_ gate: Gate, _ name: String) -> Command<String> {
    .run { send in
      await gate.wait()
      send(name)
    }
  }

  @Test("cancelled work sends no further action, even if it ignores the cancellation")
  func cancel() async {
    let gate = Gate()
    let ended = Feed<Bool>()
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .run { send in
          await gate.wait()
          ended.add(send("late"))
        }.cancellable(id: "work")
      case "stop": .cancel(id: "work")
      default: .none
      }
    }
    store.dispatch("go")
    await gate.arrived()
    #expect(store.runner.runningCount == 1)
    store.dispatch("stop")
    #expect(store.runner.runningCount == 0)
    gate.open()
    #expect(await ended.wait(for: 1) == [false])
    #expect(store.log == ["go", "stop"])
  }

  @Test("a cancel ends all work under its id, and no other work")
  func cancelMany() async {
    let gate = Gate()
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .merge(
          Self.work(gate, "a").cancellable(id: 1), Self.work(gate, "b").cancellable(id: 1),
          Self.work(gate, "c").cancellable(id: 2), Self.work(gate, "d"))
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    await gate.arrived(4)
    store.dispatch("stop")
    #expect(store.runner.runningCount == 2)
    gate.open()
    await store.idle()
    #expect(Set(store.log) == ["go", "stop", "c", "d"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("ids of different types are different ids")
  func types() {
    let store = TinyStore<String> { action in
      switch action {
      case "go": .action("late").delay(for: .seconds(1)).cancellable(id: 1)
      case "stop": .merge(.cancel(id: UInt8(1)), .cancel(id: "1"), .cancel(id: 1.0))
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "stop", "late"])
  }

  @Test("a cancel of an id that has no work does nothing")
  func cancelNothing() {
    let store = TinyStore<String> { _ in .cancel(id: 1) }
    store.dispatch("go")
    #expect(store.runner.tableSize == 0)
  }

  @Test(
    "with inFlight .cancelled, a new command cancels the running work under its id, then starts")
  func inFlight() async {
    let gate = Gate()
    let store = TinyStore<String> { action in
      action.hasPrefix("go")
        ? Self.work(gate, "result of \(action)").cancellable(id: 1, inFlight: .cancelled) : .none
    }
    store.dispatch("go 1")
    store.dispatch("go 2")
    store.dispatch("go 3")
    #expect(store.runner.runningCount == 1)
    gate.open()
    await store.idle()
    #expect(store.log == ["go 1", "go 2", "go 3", "result of go 3"])
  }

  @Test("with the default inFlight, work under one id runs side by side")
  func sideBySide() async {
    let gate = Gate()
    let store = TinyStore<String> { action in
      action.hasPrefix("go") ? Self.work(gate, "done").cancellable(id: 1) : .none
    }
    store.dispatch("go 1")
    store.dispatch("go 2")
    gate.open()
    await store.idle()
    #expect(store.log == ["go 1", "go 2", "done", "done"])
  }

  @Test("a cancel of either of two nested ids ends the work", arguments: ["inner", "outer"])
  func nested(_ id: String) async {
    let gate = Gate()
    let store = TinyStore<String> { action in
      switch action {
      case "go": Self.work(gate, "late").cancellable(id: "inner").cancellable(id: "outer")
      case "stop": .cancel(id: id)
      default: .none
      }
    }
    store.dispatch("go")
    await gate.arrived()
    store.dispatch("stop")
    gate.open()
    await store.idle()
    #expect(store.log == ["go", "stop"])
    #expect(store.runner.tableSize == 0)
  }

  @Test(
    "a cancel of an outer id ends all parts of a merge, and one of an inner id ends its own part")
  func nestedMerge() {
    @Sendable func after(_ name: String) -> Command<String> {
      .action(name).delay(for: .seconds(1))
    }
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .merge(after("a").cancellable(id: "a"), after("b").cancellable(id: "b"))
          .cancellable(id: "both")
      case "stop a": .cancel(id: "a")
      case "stop both": .cancel(id: "both")
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop a")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "stop a", "b"])
    store.dispatch("go")
    store.dispatch("stop both")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "stop a", "b", "go", "stop both"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a command can cancel its own id: merging a delayed cancel limits its time")
  func timeLimit() async {
    let gate = Gate()
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .merge(
        Self.work(gate, "late"), .concatenate(.cancel(id: 1)).delay(for: .seconds(3))
      ).cancellable(id: 1)
    }
    store.dispatch("go")
    await gate.arrived()
    store.clock.advance(by: .seconds(3))
    #expect(store.runner.runningCount == 0)
    gate.open()
    await store.idle()
    #expect(store.log == ["go"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a command inside work of the same id does not end that work")
  func inFlightInside() {
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .concatenate(
        .action("a").delay(for: .seconds(1)),
        .action("b").delay(for: .seconds(1)).cancellable(id: 1, inFlight: .cancelled),
        .action("c").debounce(id: 1, for: .seconds(1))
      ).cancellable(id: 1)
    }
    store.dispatch("go")
    store.clock.advance(by: .seconds(3))
    #expect(store.log == ["go", "a", "b", "c"])
  }

  @Test("a queued action is skipped when an earlier action cancels it")
  func queuedAction() {
    let store = TinyStore<String> { action in
      switch action {
      case "go": .merge(.action("stop"), .action("late").cancellable(id: 1), .action("end"))
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    #expect(store.log == ["go", "stop", "end"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("one id in two stores names two separate effects")
  func twoStores() {
    let clock = ManualClock()
    let make = {
      TinyStore<String>(clock: clock) { action in
        switch action {
        case "go": .action("done").delay(for: .seconds(1)).cancellable(id: 1)
        case "stop": .cancel(id: 1)
        default: .none
        }
      }
    }
    let (first, second) = (make(), make())
    first.dispatch("go")
    second.dispatch("go")
    second.dispatch("stop")
    clock.advance(by: .seconds(1))
    #expect(first.log == ["go", "done"])
    #expect(second.log == ["go", "stop"])
  }

  @Test("work that is cancelled between registration and start never starts")
  func cancelledBeforeStart() async {
    let started = Feed<Int>()
    let runner = EffectRunner<String>(
      clock: ManualClock(), deliver: { _, _, _ in }, report: { _ in })
    let wanted = runner.register(
      .merge(
        .run { _ in started.add(1) }.cancellable(id: 1), .run { _ in started.add(2) },
        .run { _ in started.add(1) }.delay(for: .zero).cancellable(id: 1),
        .action("a").cancellable(id: 1)))
    let cancel = runner.register(.cancel(id: 1))
    #expect(runner.start(cancel).isEmpty)
    #expect(runner.start(wanted).allSatisfy { $0.token.dropsActions })
    #expect(await started.wait(for: 1) == [2])
  }

  @Test("a delay that is cancelled while its timer is set leaves no timer on the clock")
  func cancelledWhileStarting() {
    let clock = HookedClock()
    let runner = EffectRunner<String>(
      clock: clock, deliver: { _, _, _ in Issue.record("delivered") }, report: { _ in })
    clock.onSchedule.value = { [weak runner] in
      guard let runner else { return }
      _ = runner.start(runner.register(.cancel(id: 1)))
    }
    let delayed = Command.action("a").delay(for: .seconds(1)).cancellable(id: 1)
    _ = runner.start(runner.register(delayed))
    #expect(clock.base.pendingCount == 0)
    #expect(runner.tableSize == 0)
  }

  @Test("an action sent after the operation returned is dropped, and reported once")
  func sentTooLate() async {
    let late = Slot<Send<String>>()
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .concatenate(
          .run { send in
            late.value = send
            send("in time")
          }.cancellable(id: 1),
          .action("over"))
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    await store.actions.wait(for: 3)
    #expect(late.value?("late") == false)
    store.dispatch("stop")
    #expect(late.value?("later") == false)
    #expect(store.log == ["go", "in time", "over", "stop"])
    let issues = store.issues.entries
    guard case .sentTooLate(let site) = issues.first else {
      Issue.record("\(issues)")
      return
    }
    #expect("\(site.fileID)".hasSuffix("CommandCancelTests.swift"))
    #expect("\(issues[0])".contains("Await the sending code inside the operation"))
  }

  @Test("a late action of cancelled work is not reported")
  func cancelledAndLate() async {
    let late = Slot<Send<String>>()
    let gate = Gate()
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .run { send in
          late.value = send
          await gate.wait()
        }.cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    await gate.arrived()
    store.dispatch("stop")
    gate.open()
    await store.idle()
    #expect(late.value?("late") == false)
    #expect(store.log == ["go", "stop"])
    #expect(store.issues.entries.isEmpty)
  }
}
