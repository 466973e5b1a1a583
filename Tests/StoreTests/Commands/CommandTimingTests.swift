import Testing
import TestSupport

@testable import MillraceStore

@Suite("Commands: time")
struct CommandTimingTests {
  /// A store whose reducer answers the action "a 1" with a command that sends "1", "a 2" with one
  /// that sends "2", and so on. `operation` wraps each of these commands.
  private func store(
    _ operation: @escaping @Sendable (Command<String>) -> Command<String>
  ) -> TinyStore<String> {
    TinyStore<String> { action in
      if action == "stop" { return .cancel(id: "id") }
      guard action.hasPrefix("a ") else { return .none }
      return operation(.action(String(action.dropFirst(2))))
    }
  }

  /// The resulting actions, as "<milliseconds>: <action>".
  private func results(
    _ store: TinyStore<String>, _ program: [(at: Int, action: String)], until end: Int
  ) -> [String] {
    var results: [String] = []
    var seen = 0
    var program = program[...]
    for time in 0...end {
      if time > 0 { store.clock.advance(by: .milliseconds(1)) }
      while let step = program.first, step.at == time {
        program.removeFirst()
        store.dispatch(step.action)
      }
      let news = store.log.dropFirst(seen)
      seen += news.count
      results += news.filter { Int($0) != nil }.map { "\(time): \($0)" }
    }
    return results
  }

  @Test("a delayed command starts when the clock reaches its time")
  func delay() {
    let store = store { $0.delay(for: .seconds(2)) }
    store.dispatch("a 1")
    store.clock.advance(by: .milliseconds(1999))
    #expect(store.log == ["a 1"])
    #expect(store.runner.runningCount == 1)
    store.clock.advance(by: .milliseconds(1))
    #expect(store.log == ["a 1", "1"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a delay of zero or less starts when the clock next advances", arguments: [0, -5])
  func zeroDelay(_ seconds: Int) {
    let store = store { $0.delay(for: .seconds(seconds)) }
    store.dispatch("a 1")
    #expect(store.log == ["a 1"], "not within the dispatch")
    store.clock.advance(by: .zero)
    #expect(store.log == ["a 1", "1"])
  }

  @Test("nested delays add up")
  func nestedDelay() {
    let store = store { $0.delay(for: .seconds(1)).delay(for: .seconds(2)) }
    store.dispatch("a 1")
    store.clock.advance(by: .milliseconds(2999))
    #expect(store.log == ["a 1"])
    store.clock.advance(by: .milliseconds(1))
    #expect(store.log == ["a 1", "1"])
  }

  @Test("a cancelled delay leaves no timer on the clock")
  func cancelDelay() {
    let store = store { $0.delay(for: .seconds(1)).cancellable(id: "id") }
    store.dispatch("a 1")
    store.dispatch("stop")
    #expect(store.clock.pendingCount == 0)
    #expect(store.runner.tableSize == 0)
  }

  @Test("a debounce runs the last command after a quiet interval")
  func debounce() {
    let store = store { $0.debounce(id: "id", for: .milliseconds(10)) }
    let program = [(0, "a 1"), (5, "a 2"), (14, "a 3"), (40, "a 4"), (50, "a 5")]
    #expect(results(store, program, until: 100) == ["24: 3", "50: 4", "60: 5"])
    #expect(store.runner.tableSize == 0)
    #expect(store.clock.pendingCount == 0)
  }

  @Test("debounces under different ids are separate")
  func debounceIDs() {
    let store = TinyStore<String> { action in
      action.count == 1 ? .action("late \(action)").debounce(id: action, for: .seconds(1)) : .none
    }
    for action in ["a", "b", "a"] { store.dispatch(action) }
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["a", "b", "a", "late b", "late a"])
  }

  @Test("a debounced command replaces a running one")
  func debounceRunning() async {
    let gate = Gate()
    let ended = Feed<Bool>()
    let store = TinyStore<String> { action in
      guard action.hasPrefix("go") else { return .none }
      return .run { send in
        await gate.wait()
        ended.add(send("result of \(action)"))
      }.debounce(id: 1, for: .seconds(1))
    }
    store.dispatch("go 1")
    store.clock.advance(by: .seconds(1))
    await gate.arrived()
    store.dispatch("go 2")
    store.clock.advance(by: .seconds(1))
    gate.open()
    await ended.wait(for: 2)
    #expect(store.log == ["go 1", "go 2", "result of go 2"])
  }

  @Test("a cancel of a debounce's id ends it both while it waits and while it runs")
  func cancelDebounced() {
    let store = store { $0.delay(for: .seconds(1)).debounce(id: "id", for: .seconds(1)) }
    store.dispatch("a 1")
    store.dispatch("stop")
    store.clock.advance(by: .seconds(2))
    store.dispatch("a 2")
    store.clock.advance(by: .milliseconds(1500))
    store.dispatch("stop")
    store.clock.advance(by: .seconds(2))
    #expect(store.log == ["a 1", "stop", "a 2", "stop"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a throttle with both edges runs the first command at once and the last at the end")
  func throttle() {
    let store = store { $0.throttle(id: "id", for: .milliseconds(10)) }
    let program = [
      (0, "a 1"), (3, "a 2"), (6, "a 3"), (12, "a 4"), (50, "a 5"), (75, "a 6"), (76, "a 7"),
    ]
    #expect(
      results(store, program, until: 100) == [
        "0: 1", "10: 3", "20: 4", "50: 5", "75: 6", "85: 7",
      ])
    #expect(store.runner.tableSize == 0)
    #expect(store.clock.pendingCount == 0)
  }

  @Test("a throttle with only the leading edge drops all other commands")
  func throttleLeading() {
    let store = store { $0.throttle(id: "id", for: .milliseconds(10), trailing: false) }
    let program = [(0, "a 1"), (3, "a 2"), (9, "a 3"), (10, "a 4"), (15, "a 5"), (30, "a 6")]
    #expect(results(store, program, until: 60) == ["0: 1", "10: 4", "30: 6"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a throttle with only the trailing edge runs the last command at the end")
  func throttleTrailing() {
    let store = store { $0.throttle(id: "id", for: .milliseconds(10), leading: false) }
    let program = [(0, "a 1"), (3, "a 2"), (12, "a 3"), (40, "a 4")]
    #expect(results(store, program, until: 60) == ["10: 2", "20: 3", "50: 4"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("an interval that a trailing command opens has the length of that command")
  func throttleLengths() {
    let store = TinyStore<String> { action in
      guard let length = Int(action.dropFirst(2)), action.hasPrefix("a ") else { return .none }
      return .action("\(length)").throttle(id: 1, for: .milliseconds(length))
    }
    let program = [(0, "a 10"), (5, "a 20"), (11, "a 7")]
    #expect(results(store, program, until: 60) == ["0: 10", "10: 20", "30: 7"])
  }

  @Test("a throttle interval of zero ends when the clock next advances")
  func throttleZero() {
    let store = store { $0.throttle(id: "id", for: .zero) }
    for action in ["a 1", "a 2", "a 3"] { store.dispatch(action) }
    #expect(store.log.filter { Int($0) != nil } == ["1"])
    store.clock.advance(by: .zero)
    #expect(store.log.filter { Int($0) != nil } == ["1", "3"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a cancel of a throttle's id drops the waiting command and closes the interval")
  func cancelThrottled() {
    let store = store { $0.throttle(id: "id", for: .milliseconds(10)) }
    let program = [(0, "a 1"), (3, "a 2"), (5, "stop"), (6, "a 3"), (7, "a 4")]
    #expect(results(store, program, until: 40) == ["0: 1", "6: 3", "16: 4"])
    #expect(store.runner.tableSize == 0)
    #expect(store.clock.pendingCount == 0)
  }

  @Test("a throttled command keeps running when the next one starts")
  func throttleOverlap() {
    let store = store {
      $0.delay(for: .milliseconds(25)).throttle(id: "id", for: .milliseconds(10))
    }
    let program = [(0, "a 1"), (5, "a 2")]
    #expect(results(store, program, until: 60) == ["25: 1", "35: 2"])
  }

  @Test("an open throttle interval without a waiting command does not count as work")
  func intervalIsNoWork() {
    let store = store { $0.throttle(id: "id", for: .seconds(1)) }
    store.dispatch("a 1")
    #expect(store.runner.runningCount == 0)
    store.dispatch("a 2")
    #expect(store.runner.runningCount == 1, "this action is held")
    store.clock.advance(by: .seconds(1))
    #expect(store.runner.runningCount == 0)
  }

  @Test("a cancel by another id drops the waiting command and leaves the throttle interval open")
  func cancelHeldOnly() {
    let store = TinyStore<String> { action in
      switch action {
      case "stop": .cancel(id: "outer")
      case "a", "b", "c":
        .action("result \(action)").throttle(id: 1, for: .seconds(1)).cancellable(id: "outer")
      default: .none
      }
    }
    for action in ["a", "b", "stop", "c"] { store.dispatch(action) }
    #expect(store.log == ["a", "result a", "b", "stop", "c"])
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["a", "result a", "b", "stop", "c", "result c"])
    store.dispatch("a")
    store.dispatch("stop")
    store.clock.advance(by: .seconds(1))
    #expect(store.runner.tableSize == 0)
  }

  @Test("a delayed command waits on a real clock")
  func realClock() async {
    let delivered = Feed<String>()
    let runner = EffectRunner<String>(
      clock: ContinuousClock(), deliver: { action, _, _ in delivered.add(action) },
      report: { _ in })
    let start = ContinuousClock.now
    _ = runner.start(runner.register(.action("late").delay(for: .milliseconds(2))))
    #expect(await delivered.wait(for: 1) == ["late"])
    #expect(ContinuousClock.now - start >= .milliseconds(2))
  }
}
