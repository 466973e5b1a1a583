import Testing
import TestSupport

@testable import MillraceStore
import MillraceStoreTesting

/// Properties that hold for every interleaving. There are many rounds, because a race is rare.
@Suite("Commands: races", .timeLimit(.minutes(20)))
struct CommandRaceTests {
  private enum Step: Hashable, Sendable { case begin, late, cancel }

  @Test("no action of cancelled work follows the commit that cancelled it", arguments: 1...4)
  func lateActions(_ run: Int) async {
    for round in 1...rounds(150, long: 250) {
      let store = TinyStore<Step> { step in
        switch step {
        case .begin:
          .merge(
            .run { send in while send(.late) { await Task.yield() } }.cancellable(id: 1),
            .run { send in while send(.late) { await Task.yield() } }.cancellable(id: 2)
              .cancellable(id: 1),
            .concatenate(
              .task { .late }, .task { .late },
              .run { send in while send(.late) { await Task.yield() } }
            )
            .cancellable(id: 1))
        case .cancel: .cancel(id: 1)
        case .late: .none
        }
      }
      await withTaskGroup { group in
        group.addTask { store.dispatch(.begin) }
        group.addTask {
          await store.actions.wait(for: round % 20 + 1)
          store.dispatch(.cancel)
        }
      }
      await store.idle()
      let log = store.log
      #expect(log.last == .cancel, "run \(run), round \(round)")
      #expect(store.runner.tableSize == 0, "run \(run), round \(round)")
    }
  }

  @Test("work that several threads start and cancel ends completely")
  func beginAndCancel() async {
    let store = TinyStore<Int> { number in
      switch number % 4 {
      case 0: .run { send in while send(-3) { await Task.yield() } }.cancellable(id: number % 5)
      case 1: .cancel(id: number % 5)
      case 2:
        .concatenate(
          .task { -3 }.cancellable(id: number % 5), .task { -3 }.cancellable(id: number % 3))
      default: .none
      }
    }
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<300 { store.dispatch(round * 4 + (thread * 7 + round) % 4) }
        }
      }
    }
    for id in 0..<5 { store.dispatch(id * 4 + 1) }
    for number in 0..<5 { store.dispatch(20 + (number * 4 + 1) % 20) }
    let cancelAll = Command<Int>.merge((0..<5).map { .cancel(id: $0) })
    _ = store.runner.start(store.runner.register(cancelAll))
    await store.idle()
    #expect(store.runner.tableSize == 0)
  }

  @Test("a task that is cancelled while it starts ends")
  func cancelWhileStarting() async {
    let (started, ended) = (Feed<Void>(), Feed<Void>())
    let runner = EffectRunner<Int>(
      clock: ManualClock(), deliver: { _, _, _ in }, report: { _ in })
    let command = Command<Int>.run { _ in
      started.add(())
      // Only the cancellation of its task ends this loop.
      let (never, continuation) = AsyncStream.makeStream(of: Void.self)
      for await _ in never {}
      continuation.finish()
      ended.add(())
    }.cancellable(id: 1)
    for _ in 1...1_000 {
      let registered = runner.register(command)
      await withTaskGroup { group in
        group.addTask { _ = runner.start(registered) }
        group.addTask { _ = runner.start(runner.register(.cancel(id: 1))) }
      }
    }
    await ended.wait(for: started.entries.count)
    #expect(runner.tableSize == 0)
  }

  @Test("close on another thread ends all work, in every state of that work")
  func close() async {
    for round in 1...200 {
      let clock = ManualClock()
      let late = Slot<Bool>()
      let closed = Slot<Bool>()
      let runner = EffectRunner<Int>(
        clock: clock,
        deliver: { _, token, _ in
          // Checks the token when the action is applied, as a store does.
          if closed.value == true, !token.dropsActions { late.value = true }
        },
        report: { _ in })
      let command = Command<Int>.merge(
        .run { send in while send(1) { await Task.yield() } },
        .concatenate(.task { 2 }, .task { 3 }, .task { 4 }),
        .action(5).delay(for: .zero), .action(6).throttle(id: 1, for: .zero))
      await withTaskGroup { group in
        group.addTask { for _ in 1...5 { _ = runner.start(runner.register(command)) } }
        group.addTask { for _ in 1...5 { clock.advance(by: .zero) } }
        group.addTask {
          runner.close()
          closed.value = true
        }
      }
      #expect(late.value == nil, "round \(round)")
      #expect(runner.tableSize == 0, "round \(round)")
      #expect(clock.pendingCount == 0, "round \(round)")
    }
  }
}
