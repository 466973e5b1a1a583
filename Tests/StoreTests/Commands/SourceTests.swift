import Testing
import TestSupport

@testable import MillraceStore
import MillraceStoreTesting

@Suite("Sources of actions")
struct SourceTests {
  /// A runner with its recorded actions and issues.
  private struct Stage {
    let clock = ManualClock()
    let actions = Feed<String>()
    let issues = Feed<StoreIssue>()
    let runner: EffectRunner<String>

    init() {
      let (actions, issues) = (actions, issues)
      runner = EffectRunner(
        clock: clock,
        deliver: { action, token, _ in if !token.dropsActions { actions.add(action) } },
        report: { issues.add($0) })
    }
  }

  private func ticks(_ id: String, every seconds: Int = 1) -> ActionSource<String> {
    .timer(id: id, every: .seconds(seconds)) { id }
  }

  @Test("an update starts new sources, stops removed ones and leaves the others running")
  func update() async {
    let stage = Stage()
    let started = Feed<String>()
    let ended = Feed<String>()
    func source(_ id: String) -> ActionSource<String> {
      .run(id: id) { _ in
        started.add(id)
        let (never, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        continuation.finish()
        ended.add(id)
      }
    }
    stage.runner.update([source("a"), source("b")])
    #expect(Set(await started.wait(for: 2)) == ["a", "b"])
    stage.runner.update([source("b"), source("c")])
    #expect(await ended.wait(for: 1) == ["a"])
    #expect(await started.wait(for: 3).last == "c")
    stage.runner.update([source("c"), source("b")])
    stage.runner.update([source("a"), source("c"), source("b")])
    #expect(await started.wait(for: 4).last == "a", "a removed child can be restored")
    stage.runner.update([])
    await ended.wait(for: 4)
    #expect(stage.runner.counts.sources == 0)
    #expect(started.entries.count == 4, "no work started twice")
  }

  @Test("a source with the same id keeps running, whatever its new closure")
  func sameID() {
    let stage = Stage()
    stage.runner.update([.timer(id: 1, every: .seconds(1)) { "first" }])
    stage.runner.update([.timer(id: 1, every: .seconds(5)) { "second" }])
    stage.clock.advance(by: .seconds(2))
    #expect(stage.actions.entries == ["first", "first"])
  }

  @Test("ids of different types are different ids")
  func idTypes() {
    let stage = Stage()
    stage.runner.update([
      .timer(id: 1, every: .seconds(1)) { "Int" },
      .timer(id: UInt8(1), every: .seconds(1)) { "UInt8" },
    ])
    stage.clock.advance(by: .seconds(1))
    #expect(stage.actions.entries == ["Int", "UInt8"])
    #expect(stage.issues.entries.isEmpty)
  }

  @Test("the first of two sources with one id runs, and the duplicate is reported once")
  func duplicates() {
    let stage = Stage()
    let pair: [ActionSource<String>] = [
      .timer(id: "x", every: .seconds(1)) { "first" },
      .timer(id: "x", every: .seconds(1)) { "second" },
    ]
    stage.runner.update(pair)
    stage.runner.update(pair + [ticks("y")])
    stage.runner.update(pair + pair)
    stage.clock.advance(by: .seconds(1))
    #expect(stage.actions.entries == ["first"])
    #expect(stage.issues.entries == [.duplicateSource(id: "x")])
  }

  @Test("a source that has ended starts again only after it was removed")
  func endedByItself() async {
    let stage = Stage()
    func wanted(_ more: String) -> [ActionSource<String>] {
      [
        .stream(
          id: 1,
          AsyncStream {
            $0.yield("once"); $0.finish()
          }), ticks(more),
      ]
    }
    stage.runner.update(wanted("a"))
    await stage.actions.wait(for: 1)
    stage.runner.update(wanted("b"))
    stage.runner.update(wanted("c"))
    stage.runner.update([ticks("c")])
    stage.runner.update(wanted("c"))
    await stage.actions.wait(for: 2)
    #expect(stage.actions.entries == ["once", "once"])
  }

  @Test("a stopped source sends no further action, even if it ignores the cancellation")
  func stop() async {
    let stage = Stage()
    let gate = Gate()
    let sent = Feed<Bool>()
    stage.runner.update([
      .run(id: 1) { send in
        await gate.wait()
        sent.add(send("late"))
      }
    ])
    await gate.arrived()
    stage.runner.update([])
    gate.open()
    #expect(await sent.wait(for: 1) == [false])
    #expect(stage.actions.entries.isEmpty)
  }

  @Test("a timer ticks after each interval, inside advance")
  func timer() {
    let stage = Stage()
    stage.runner.update([ticks("a", every: 2), ticks("b", every: 3)])
    #expect(stage.actions.entries.isEmpty, "the first tick comes after one interval")
    stage.clock.advance(by: .seconds(6))
    #expect(stage.actions.entries == ["a", "b", "a", "b", "a"])
    stage.runner.update([ticks("b", every: 3)])
    #expect(stage.clock.pendingCount == 1)
    stage.clock.advance(by: .seconds(3))
    #expect(stage.actions.entries.count == 6)
  }

  @Test("ticks do not drift, and missed ticks are skipped")
  func drift() {
    let clock = ManualClock()
    let times = Feed<Int>()
    let runner = EffectRunner<Int>(
      clock: clock,
      deliver: { _, _, _ in
        times.add(Int(clock.elapsed / .milliseconds(100)))
        // Each tick takes a while, the fourth one very long.
        clock.advance(by: .milliseconds(times.entries.count == 4 ? 3300 : 300))
      }, report: { _ in })
    runner.update([.timer(id: 1, every: .seconds(1)) { 1 }])
    clock.advance(by: .seconds(10))
    #expect(times.entries == [10, 20, 30, 40, 80, 90, 100])
  }

  @Test("a timer survives more missed ticks than an Int can count")
  func endlessDrift() {
    let clock = ManualClock()
    let ticks = Feed<Int>()
    let runner = EffectRunner<Int>(
      clock: clock,
      deliver: { action, _, _ in
        ticks.add(action)
        if ticks.entries.count == 1 { clock.advance(by: .seconds(20_000_000_000)) }
      }, report: { _ in })
    runner.update([.timer(id: 1, every: .nanoseconds(1)) { 1 }])
    clock.advance(by: .nanoseconds(1))
    #expect(!ticks.entries.isEmpty)
    runner.close()
  }

  @Test("a tick can stop its own timer")
  func lastTick() {
    let clock = ManualClock()
    let runner = Slot<EffectRunner<Int>>()
    let count = Feed<Int>()
    let source = ActionSource<Int>.timer(id: 1, every: .seconds(1)) { 1 }
    runner.value = EffectRunner(
      clock: clock,
      deliver: { action, _, _ in
        count.add(action)
        runner.value?.update(count.entries.count < 3 ? [source] : [])
      }, report: { _ in })
    runner.value?.update([source])
    clock.advance(by: .seconds(10))
    #expect(count.entries.count == 3)
    #expect(clock.pendingCount == 0)
    runner.value = nil
  }

  @Test("an interval of zero or less stops the program", arguments: [0, -1])
  func zeroInterval(_ seconds: Int) async {
    await #expect(processExitsWith: .failure) { [seconds = seconds as Int] in
      _ = ActionSource.timer(id: 1, every: .seconds(seconds)) { 1 }
    }
  }

  @Test("map, catch and scoped work on sources as on commands")
  func operators() async {
    let stage = Stage()
    let failing = ActionSource<Int>.run(id: 1) { send in
      send(1)
      throw Failure()
    }
    stage.runner.update([
      failing.catch { _ in 2 }.catch { _ in 3 }.map { "mapped \($0)" },
      failing.map { "bare \($0)" }.scoped(by: "child"),
      ActionSource<Int>.timer(id: 1, every: .seconds(1)) { 4 }.map { "tick \($0)" }
        .scoped(by: "other child"),
    ])
    await stage.issues.wait(for: 1)
    await stage.actions.wait(for: 3)
    stage.clock.advance(by: .seconds(1))
    #expect(
      Set(stage.actions.entries) == ["mapped 1", "mapped 2", "bare 1", "tick 4"])
    guard case .effectFailed("it broke", _) = stage.issues.entries[0] else {
      Issue.record("another issue was reported")
      return
    }
  }

  @Test("close stops all sources, and no source starts afterwards")
  func close() async {
    let stage = Stage()
    let gate = Gate()
    let ended = Feed<Bool>()
    stage.runner.update([
      ticks("a"),
      .run(id: 1) { _ in
        try? await gate.waitOrThrow()
        ended.add(Task.isCancelled)
      },
    ])
    await gate.arrived()
    stage.runner.close()
    #expect(await ended.wait(for: 1) == [true])
    stage.runner.update([ticks("b")])
    stage.clock.advance(by: .seconds(5))
    #expect(stage.actions.entries.isEmpty)
    #expect(stage.clock.pendingCount == 0)
  }

  @Test("a source that is stopped while its timer is set leaves no timer on the clock")
  func stopWhileStarting() {
    let clock = HookedClock()
    let runner = EffectRunner<String>(
      clock: clock, deliver: { _, _, _ in Issue.record("delivered") }, report: { _ in })
    clock.onSchedule.value = { [weak runner] in runner?.close() }
    runner.update([ticks("a")])
    #expect(clock.base.pendingCount == 0)
  }

  @Test("a runner can be released while its sources run, and the sources end")
  func release() async {
    let gate = Gate()
    let ended = Feed<Bool>()
    let clock = ManualClock()
    weak var released: EffectRunner<String>?
    do {
      let runner = EffectRunner<String>(
        clock: clock, deliver: { _, _, _ in Issue.record("delivered") }, report: { _ in })
      released = runner
      runner.update([
        ticks("a"),
        .run(id: 1) { _ in
          try? await gate.waitOrThrow()
          ended.add(Task.isCancelled)
        },
      ])
      await gate.arrived()
    }
    #expect(released == nil)
    #expect(clock.pendingCount == 0)
    #expect(await ended.wait(for: 1) == [true])
  }

  @Test(
    "the running sources match the wanted ones in random lists",
    arguments: 1...rounds(12, long: 20) as ClosedRange<UInt64>)
  func random(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stage = Stage()
    var since: [String: Int] = [:]
    var expected: [String] = []
    for second in 0..<100 {
      let wanted = (0..<8).map(String.init).filter { _ in Bool.random(using: &random) }
      stage.runner.update(wanted.shuffled(using: &random).map { ticks($0) })
      since = since.filter { wanted.contains($0.key) }
      for id in wanted where since[id] == nil { since[id] = second }
      stage.clock.advance(by: .seconds(1))
      expected += wanted.sorted()
      #expect(stage.clock.pendingCount == wanted.count, "seed \(seed), second \(second)")
      #expect(
        stage.actions.entries.suffix(wanted.count).sorted() == wanted.sorted(),
        "seed \(seed), second \(second)")
    }
    #expect(stage.actions.entries.count == expected.count, "seed \(seed)")
  }
}
