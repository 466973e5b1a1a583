import Testing
import TestSupport

@testable import MillraceStore
import MillraceStoreTesting

@Suite("Commands: the runner")
struct CommandRunnerTests {
  @Test("registering a command starts nothing")
  func registerStartsNothing() {
    let clock = ManualClock()
    let runner = EffectRunner<String>(
      clock: clock, deliver: { _, _, _ in Issue.record("delivered") },
      report: { _ in Issue.record("reported") })
    let registered = runner.register(
      .merge(
        .run { _ in Issue.record("ran") }, .action("a").delay(for: .zero), .action("b"),
        .issue(.duplicateSource(id: "1"))))
    #expect(runner.runningCount == 2)
    #expect(clock.pendingCount == 0)
    runner.close()
    withExtendedLifetime(registered) {}
  }

  @Test("the runner releases thousands of effects that have ended")
  func noGrowth() async {
    let count = rounds(800, long: 2_000)
    let store = TinyStore<Int> { number in
      guard number > 0 else { return .none }
      return .merge(
        .run { send in send(-1) }.cancellable(id: number).scoped(by: number % 10),
        .action(-2).delay(for: .seconds(1)).cancellable(id: "same"),
        .action(-3).debounce(id: "debounce", for: .seconds(1)),
        .action(-4).throttle(id: number, for: .seconds(1)),
        .concatenate(.task { -5 }, .action(-6)))
    }
    for number in 1...count { store.dispatch(number) }
    store.clock.advance(by: .seconds(2))
    await store.idle()
    #expect(store.runner.tableSize == 0)
    #expect(store.clock.pendingCount == 0)
    var counts: [Int: Int] = [:]
    for action in store.log where action < 0 { counts[action, default: 0] += 1 }
    #expect(counts == [-1: count, -2: count, -3: 1, -4: count, -5: count, -6: count])
  }

  @Test("the runner releases thousands of effects that were cancelled")
  func noGrowthByCancelling() async {
    let gate = Gate()
    let store = TinyStore<Int> { number in
      switch number {
      case 1...:
        .merge(
          .run { _ in await gate.wait() }.cancellable(id: 1, inFlight: .cancelled),
          .concatenate(.run { _ in await gate.wait() }.cancellable(id: 2), .action(0))
            .cancellable(id: 3))
      case -1: .merge(.cancel(id: 1), .cancel(id: 2), .cancel(id: 3))
      default: .none
      }
    }
    for number in 1...rounds(2_000, long: 5_000) { store.dispatch(number) }
    store.dispatch(-1)
    #expect(store.runner.runningCount == 0)
    gate.open()
    await store.idle()
    #expect(store.runner.tableSize == 0)
  }

  @Test("an idle observer is called when all work has ended and its actions have been applied")
  func idle() async {
    let gate = Gate()
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .concatenate(
          .run { send in
            await gate.wait()
            send("a")
          },
          .action("b"))
      case "b": .task { "c" }
      default: .none
      }
    }
    let seen = Feed<[String]>()
    let token = store.runner.observeIdle { seen.add(store.log) }
    store.dispatch("go")
    await gate.arrived()
    #expect(seen.entries.isEmpty)
    gate.open()
    #expect(await seen.wait(for: 1) == [["go", "a", "b", "c"]])
    token.cancel()
    store.dispatch("go")
    await store.idle()
    #expect(seen.entries.count == 1, "a released observer is not notified")
  }

  @Test("an idle observer is called when a cancel ends the last work")
  func idleByCancelling() {
    let store = TinyStore<String> { action in
      action == "go" ? .action("late").delay(for: .seconds(1)).cancellable(id: 1) : .cancel(id: 1)
    }
    let received = Feed<Bool>()
    let token = store.runner.observeIdle {
      if store.runner.runningCount == 0 { received.add(true) }
    }
    defer { token.cancel() }
    store.dispatch("stop")
    #expect(received.entries.isEmpty, "nothing ran")
    store.dispatch("go")
    #expect(received.entries.isEmpty)
    store.dispatch("stop")
    #expect(received.entries.count == 1)
  }

  @Test("close ends all work, and no action is delivered afterwards")
  func close() async {
    let gate = Gate()
    let sent = Feed<Bool>()
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .merge(
        .run { send in
          await gate.wait()
          sent.add(send("late") || !Task.isCancelled)
        },
        .action("delayed").delay(for: .seconds(1)),
        .action("debounced")
          .debounce(id: 1, for: .seconds(1)),
        .action("throttled").throttle(id: 2, for: .seconds(1), leading: false),
        .concatenate(.run { _ in await gate.wait() }, .action("next")))
    }
    store.dispatch("go")
    await gate.arrived(2)
    store.runner.close()
    #expect(store.clock.pendingCount == 0)
    #expect(store.runner.runningCount == 0)
    #expect(store.runner.tableSize == 0)
    gate.open()
    #expect(await sent.wait(for: 1) == [false])
    store.clock.advance(by: .seconds(5))
    #expect(store.log == ["go"])
  }

  @Test("a command that is registered before or after close does not start")
  func closeRaces() {
    let runner = EffectRunner<String>(
      clock: ManualClock(), deliver: { _, _, _ in Issue.record("delivered") },
      report: { _ in Issue.record("reported") })
    let command = Command<String>.merge(
      .run { _ in Issue.record("ran") }, .action("a").delay(for: .zero), .action("b"))
    let before = runner.register(command)
    runner.close()
    #expect(runner.start(before).allSatisfy { $0.token.dropsActions })
    #expect(runner.start(runner.register(command)).allSatisfy { $0.token.dropsActions })
    runner.close()
    #expect(runner.tableSize == 0)
  }

  @Test("a runner can be released while its work runs, and the work is cancelled")
  func release() async {
    let gate = Gate()
    let sent = Feed<Bool>()
    let clock = ManualClock()
    weak var released: EffectRunner<String>?
    do {
      let runner = EffectRunner<String>(
        clock: clock, deliver: { _, _, _ in Issue.record("delivered") },
        report: { _ in Issue.record("reported") })
      released = runner
      let command = Command<String>.merge(
        .run { send in
          await gate.wait()
          sent.add(send("late"))
        },
        .action("late").delay(for: .seconds(1)))
      _ = runner.start(runner.register(command))
      await gate.arrived()
    }
    #expect(released == nil)
    #expect(clock.pendingCount == 0)
    gate.open()
    #expect(await sent.wait(for: 1) == [false])
  }

  @Test("a store can be released while its work runs, and the task is cancelled")
  func releaseStore() async throws {
    let gate = Gate()
    weak var released: TinyStore<String>?
    let ended = Feed<Bool>()
    do {
      let store = TinyStore<String> { _ in
        .run { _ in
          try? await gate.waitOrThrow()
          ended.add(Task.isCancelled)
        }
      }
      released = store
      store.dispatch("go")
      await gate.arrived()
    }
    #expect(released == nil)
    #expect(await ended.wait(for: 1) == [true], "its task was cancelled")
  }

  @Test("a command's closures are released when it has ended, was replaced or was dropped")
  func releaseClosures() async {
    let counts = Feed<Int>()
    struct Weak: Sendable { weak var runner: EffectRunner<String>? }
    let weak = Slot<Weak>()
    final class Counted: Sendable {
      let onRelease: @Sendable () -> Void
      init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }
    let store = TinyStore<String> { action in
      let counted = Counted {
        // This would deadlock under the runner's lock.
        _ = weak.value?.runner?.tableSize
        counts.add(1)
      }
      let work = Command<String>.run { _ in withExtendedLifetime(counted) {} }
      switch action {
      case "ended": return work
      case "cancelled": return .concatenate(work.delay(for: .seconds(1)), work).cancellable(id: 1)
      case "debounced": return work.debounce(id: 1, for: .seconds(1))
      case "throttled": return work.throttle(id: 2, for: .seconds(1), trailing: false)
      case "dropped":
        return .concatenate(
          .action("other"), work.throttle(id: 2, for: .seconds(1), trailing: false))
      case "held": return work.throttle(id: 3, for: .seconds(1), leading: false)
      case "stop": return .merge(.cancel(id: 1), .cancel(id: 2), .cancel(id: 3))
      default: return .none
      }
    }
    weak.value = Weak(runner: store.runner)
    let program = [
      "ended", "cancelled", "stop", "debounced", "debounced", "throttled", "throttled", "dropped",
      "held",
      "held", "stop",
    ]
    for action in program { store.dispatch(action) }
    await store.idle()
    #expect(store.log.count == program.count + 1, "\"dropped\" asks for another action")
    await counts.wait(for: store.log.count)
    #expect(counts.entries.count == store.log.count)
    #expect(store.runner.tableSize == 0)
  }

  @Test("each action carries the call site of its command")
  func callSites() async {
    let lines = Feed<UInt>()
    let runner = EffectRunner<String>(
      clock: ManualClock(), deliver: { _, _, site in lines.add(site?.line ?? 0) },
      report: { _ in })
    let command = Command<String>.concatenate(
      .task(line: 1) { "a" },
      .run(line: 2) { send in send("b") }.map { $0 + "!" },
      .stream(AsyncStream { $0.finish() }, line: 3),
      .task(line: 4) { throw Failure() }.catch { "\($0)" },
      .action("d", line: 5))
    _ = runner.start(runner.register(command))
    #expect(await lines.wait(for: 4) == [1, 2, 4, 5])
    let own: UInt = #line + 1
    let here = runner.start(runner.register(.action("e")))
    #expect(here.map { $0.site?.line } == [own])
  }

  @Test("a timer's work runs on the thread that advances the clock, outside all locks")
  func reentrantTimers() {
    let store = TinyStore<Int> { number in
      number < 100 ? .action(number + 1).delay(for: .seconds(1)) : .none
    }
    store.dispatch(1)
    store.clock.advance(by: .seconds(99))
    #expect(store.log == Array(1...100))
  }
}
