import Testing
import TestSupport

@testable import MillraceStore
import MillraceStoreTesting

@Suite("Sources that listen from their start")
struct ListeningTests {
  /// An event source outside the store.
  private final class Outside: Sendable {
    let opened = Feed<AsyncThrowingStream<Int, any Error>.Continuation>()
    let stopped = Feed<Void>()

    func open() -> EventSubscription<Int> {
      let (events, continuation) = AsyncThrowingStream.makeStream(
        of: Int.self, throwing: (any Error).self)
      opened.add(continuation)
      return (events: events, stop: { [stopped] in stopped.add(()) })
    }
  }

  private struct Stage {
    let outside = Outside()
    let actions = Feed<String>()
    let issues = Feed<StoreIssue>()
    let runner: EffectRunner<String>

    init() {
      let (actions, issues) = (actions, issues)
      runner = EffectRunner(
        clock: ManualClock(),
        deliver: { action, token, _ in if !token.dropsActions { actions.add(action) } },
        report: { issues.add($0) })
    }

    func source(id: Int = 1) -> ActionSource<String> {
      .listening(id: id, to: { [outside] in outside.open() }, { "\($0)" })
    }
  }

  @Test(
    "a source is open when its update returns, and stopped when the update that removes it returns")
  func immediate() async throws {
    let stage = Stage()
    stage.runner.update([stage.source()])
    let outside = try #require(stage.outside.opened.entries.first)
    outside.yield(1)
    outside.yield(2)
    #expect(await stage.actions.wait(for: 2) == ["1", "2"])
    #expect(stage.outside.stopped.entries.isEmpty)
    stage.runner.update([])
    #expect(!stage.outside.stopped.entries.isEmpty)
    outside.yield(3)
    stage.runner.update([stage.source()])
    stage.outside.opened.entries[1].yield(4)
    #expect(await stage.actions.wait(for: 3) == ["1", "2", "4"])
  }

  @Test("a source is stopped when it ends, when its runner closes, and when its runner is released")
  func ends() async throws {
    let stage = Stage()
    stage.runner.update([stage.source()])
    stage.outside.opened.entries[0].finish()
    await stage.outside.stopped.wait(for: 1)

    let outside = Outside()
    do {
      let runner = EffectRunner<String>(
        clock: ManualClock(), deliver: { _, _, _ in }, report: { _ in })
      runner.update([.listening(id: 1, to: { outside.open() }, { "\($0)" })])
    }
    #expect(!outside.stopped.entries.isEmpty)

    stage.runner.update([stage.source(id: 2)])
    let before = stage.outside.stopped.entries.count
    stage.runner.close()
    #expect(stage.outside.stopped.entries.count > before)
  }

  @Test("an error while a source opens is handled like an error of its events")
  func errors() async {
    let stage = Stage()
    let failing = ActionSource<Int>.listening(
      id: 1, to: { () throws -> EventSubscription<Int> in throw Failure() }, { $0 })
    let broken = ActionSource<Int>.listening(
      id: 2,
      to: {
        let (events, continuation) = AsyncThrowingStream.makeStream(
          of: Int.self, throwing: (any Error).self)
        continuation.finish(throwing: Failure())
        return (events: events, stop: {})
      }, { $0 })
    stage.runner.update([
      failing.catch { _ in 1 }.map { "opening \($0)" },
      broken.map { "event \($0)" }.catch { _ in "event 2" }.catch { _ in "never" },
      failing.map { "bare \($0)" }.scoped(by: "child"),
    ])
    #expect(Set(await stage.actions.wait(for: 2)) == ["opening 1", "event 2"])
    guard case .effectFailed("it broke", _) = await stage.issues.wait(for: 1)[0] else {
      Issue.record("another issue was reported")
      return
    }
  }

  @Test("a source that is stopped while it opens is stopped at once")
  func stoppedWhileOpening() {
    let stage = Stage()
    let runner = stage.runner
    runner.update([
      .listening(
        id: 1,
        to: { [outside = stage.outside, weak runner] in
          runner?.close()
          return outside.open()
        }, { "\($0)" })
    ])
    #expect(!stage.outside.stopped.entries.isEmpty)
    #expect(runner.counts.sources == 0)
  }
}
