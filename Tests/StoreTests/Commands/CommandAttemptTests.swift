import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceStore

@Suite("Commands: retries, timeouts, cancelled dispatches and dependencies")
struct CommandAttemptTests {
  private struct Failure: Error, CustomStringConvertible { var description: String { "failure" } }

  enum Action: Equatable, Sendable { case go, part(Int), done(Int), failed(String), stop }

  private let clock = ManualClock()

  private func makeStore(
    dependencies setDependencies: (inout Dependencies) -> Void = { _ in },
    _ command: @escaping @Sendable () -> Command<Action>
  ) -> Store<[Action], Action> {
    var dependencies = Dependencies(clock: clock)
    setDependencies(&dependencies)
    return Store(
      initial: [],
      reducer: Reducer<[Action], Action> { log, action -> Command<Action> in
        log.append(action)
        switch action {
        case .go: return command()
        case .stop: return .cancel(id: "work")
        default: return .none
        }
      }, dependencies: dependencies)
  }

  /// Fails a number of times, then succeeds.
  private func flaky(failures: Int, _ count: Tally) -> Command<Action> {
    .run { send in
      count.add(1)
      send(.part(count.value))
      if count.value <= failures { throw Failure() }
      send(.done(count.value))
    }
  }

  @Test("without a delay, the next attempt needs no advance of the clock")
  func noDelay() async {
    let count = Tally()
    let store = makeStore { [self] in
      flaky(failures: 2, count).retry(.backOff(attempts: 3, delay: .zero))
    }
    await store.dispatch(.go).ended()
    #expect(store.state.last == .done(3))
  }

  @Test("work that is cancelled between two attempts runs until its successor has run")
  func cancelledBetweenAttempts() async {
    for _ in 0..<50 {
      let store = makeStore {
        .concatenate(
          Command<Action>.run { _ in throw Failure() }.retry(.backOff(attempts: 3))
            .cancellable(id: "work"), .action(.done(0)))
      }
      store.dispatch(.go)
      await store.waitForEffects()
      #expect(store.state == [.go])
      store.dispatch(.stop)
      await store.waitForEffects()
      #expect(store.state == [.go, .stop, .done(0)])
    }
  }

  @Test("failed work is tried again after each delay, and its last error is caught")
  func retry() async {
    let count = Tally()
    let store = makeStore { [self] in
      flaky(failures: 2, count).retry(.backOff(attempts: 3)).catch { .failed("\($0)") }
    }
    store.dispatch(.go)
    await clock.waitUntilPending()
    clock.advance(by: .milliseconds(999))
    #expect(store.state == [.go, .part(1)])
    clock.advance(by: .milliseconds(1))
    await clock.waitUntilPending()
    let work = store.dispatch(.part(0))
    clock.advance(by: .seconds(2))
    await work.ended()
    await store.waitForEffects()
    #expect(store.state == [.go, .part(1), .part(2), .part(0), .part(3), .done(3)])
  }

  @Test("the error of the last attempt is handled, once", arguments: [0, 1, 2])
  func giveUp(attempts: Int) async {
    let count = Tally()
    let store = makeStore { [self] in
      flaky(failures: 9, count)
        .retry(.backOff(attempts: attempts)).catch { .failed("\($0)") }
    }
    let work = store.dispatch(.go)
    if attempts == 2 {
      await clock.waitUntilPending()
      clock.advance(by: .seconds(1))
    }
    await work.ended()
    #expect(count.value == max(1, attempts))
    #expect(store.state.last == .failed("failure"))
  }

  @Test("a cancel ends work that waits for its next attempt")
  func cancelled() async {
    let count = Tally()
    let store = makeStore { [self] in
      flaky(failures: 9, count).retry(.backOff(attempts: 5)).cancellable(id: "work")
    }
    store.dispatch(.go)
    await clock.waitUntilPending()
    store.dispatch(.stop)
    await store.waitForEffects()
    #expect(store.state == [.go, .part(1), .stop])
    #expect(store.issues.recorded.isEmpty)
  }

  @Test("work that takes too long fails, is not waited for, and sends nothing later")
  func timeout() async {
    let (gate, sent) = (Gate(), Feed<Bool>())
    let store = makeStore {
      .run { send in
        await gate.wait()
        sent.add(send(.done(1)))
      }
      .timeout(after: .seconds(2)).catch { .failed("\($0)") }
    }
    let work = store.dispatch(.go)
    await gate.arrived()
    clock.advance(by: .seconds(2))
    await work.ended()
    let error = EffectTimeout(after: .seconds(2))
    #expect(store.state == [.go, .failed("\(error)")])
    gate.open()
    #expect(await sent.wait(for: 1) == [false])
    #expect(clock.pendingCount == 0)
  }

  @Test("a timeout is the time of each attempt, in either order", arguments: [false, true])
  func both(isRetryFirst: Bool) async {
    let (count, gate) = (Tally(), Gate())
    let store = makeStore {
      let work = Command<Action>.task {
        count.add(1)
        if count.value == 1 { await gate.wait() }
        return .done(count.value)
      }
      let retry = Retry.backOff(attempts: 3)
      return isRetryFirst
        ? work.retry(retry).timeout(after: .seconds(5))
        : work.timeout(after: .seconds(5)).retry(retry)
    }
    let work = store.dispatch(.go)
    await gate.arrived()
    await clock.waitUntilPending()
    clock.advance(by: .seconds(5))
    // The delay before the second attempt.
    await clock.waitUntilPending()
    clock.advance(by: .seconds(1))
    await work.ended()
    #expect(store.state == [.go, .done(2)])
    gate.open()
  }

  @Test("a cancelled dispatch ends its work, and the work that followed from it, and no other")
  func cancelDispatch() async {
    let store = makeStore {
      .merge(
        .action(.done(1)).delay(for: .seconds(1)),
        .concatenate(.action(.part(1)), .action(.done(2)).delay(for: .seconds(1))))
    }
    let (first, second) = (store.dispatch(.go), store.dispatch(.go))
    #expect(clock.pendingCount == 4)
    first.cancel()
    #expect(clock.pendingCount == 2)
    await first.ended()
    clock.advance(by: .seconds(1))
    await second.ended()
    second.cancel()
    #expect(store.state == [.go, .part(1), .go, .part(1), .done(1), .done(2)])
    #expect(store.work == WorkCounts())
  }

  @Test("a cancelled dispatch starts no later part of a sequence", arguments: [false, true])
  func cancelSequence(isNamed: Bool) async {
    let gate = Gate()
    let store = makeStore {
      let sequence = Command<Action>.concatenate(
        .run { _ in await gate.wait() }, .action(.done(1)),
        .action(.done(2)).delay(for: .seconds(1)))
      return isNamed ? sequence.cancellable(id: "work") : sequence
    }
    let work = store.dispatch(.go)
    await gate.arrived()
    work.cancel()
    await work.ended()
    gate.open()
    await store.waitForEffects()
    clock.advance(by: .seconds(2))
    #expect(store.state == [.go])
    #expect(store.work == WorkCounts())
  }

  @Test("the wait for a dispatch's end ends with its task, and the work continues")
  func endedEnds() async {
    let gate = Gate()
    let store = makeStore {
      .run { send in
        await gate.wait()
        send(.done(1))
      }
    }
    let work = store.dispatch(.go)
    await gate.arrived()
    let waiting = Task { await work.ended() }
    waiting.cancel()
    await waiting.value
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await work.ended()
    }
    await early.value
    #expect(store.state == [.go])
    gate.open()
    await work.ended()
    #expect(store.state == [.go, .done(1)])
  }

  @Test("many waits for many dispatches all end")
  func manyWaits() async {
    let gates = (0..<500).map { _ in Gate() }
    let next = Tally()
    let store = makeStore {
      let gate = gates[next.value]
      next.add(1)
      return .run { _ in await gate.wait() }
    }
    let dispatched = gates.map { _ in store.dispatch(.go) }
    await withTaskGroup(of: Void.self) { group in
      for work in dispatched { for _ in 0..<2 { group.addTask { await work.ended() } } }
      for gate in gates.shuffled() { gate.open() }
    }
    #expect(store.work == WorkCounts())
  }

  enum Label: DependencyKey { static var defaultValue: String { "store" } }

  @Test("a child's dependencies reach its work and its sources, and the innermost change counts")
  func childDependencies() async {
    let heard = Feed<String>()
    func child(_ name: String) -> Reducer<Int, Int> {
      Reducer<Int, Int> { _, _ -> Command<Int> in
        .run { heard.add("\(name) work \($0.dependencies[Label.self])") }
      }.sources { _ in
        [
          .timer(id: "tick", every: .seconds(1)) { dependencies in
            heard.add("\(name) timer \(dependencies[Label.self])")
            return 0
          }
        ]
      }
    }
    struct Pair: Equatable, Sendable { var first = 0, second = 0 }
    let store = Store(
      initial: Pair(),
      reducer: Reducer<Pair, Int>.combine(
        .scope(
          state: \.first, action: .itself,
          child("first").dependencies { $0[Label.self] = "inner" }
            .dependencies { $0[Label.self] = "outer" }),
        .scope(state: \.second, action: .itself, child("second"))),
      dependencies: Dependencies(clock: clock))
    await store.dispatch(1).ended()
    #expect(Set(heard.entries) == ["first work inner", "second work store"])
    clock.advance(by: .seconds(1))
    #expect(heard.entries.contains("first timer inner"))
    #expect(heard.entries.contains("second timer store"))
    store.finish()
  }

  @Test("the date follows a test's clock, and is the system's with any other clock")
  func date() {
    let dependencies = Dependencies(clock: clock)
    #expect(dependencies.date() == .zero)
    clock.advance(by: .seconds(90))
    #expect(dependencies.date() == .seconds(90))
    let year = Duration.seconds(365 * 24 * 60 * 60)
    #expect(Dependencies().date() > year * 50)
  }

  @Test("commits are a sequence, each once, until the store ends")
  func commits() async {
    let store = Store(initial: 0, reducer: Reducer<Int, Int> { $0 += $1 })
    let commits = store.commits(keepingStates: true)
    let cancelled = store.commits()
    for number in 1...3 { store.dispatch(number) }
    store.context.replaceState(reason: .edit) { $0 = 0 }
    store.finish()
    var seen: [String] = []
    for await commit in commits {
      seen.append("\(commit.version) \(commit.cause) \(commit.states?.after ?? -1)")
    }
    #expect(seen == ["1 1 1", "2 2 3", "3 3 6", "4 (edit) 0"])
    var count = 0
    for await _ in cancelled { count += 1 }
    #expect(count == 4)
  }
}
