import MillraceStore
import MillraceStoreTesting
import Synchronization
import TestSupport
import Testing

@Suite("A store that a tool holds", .timeLimit(.minutes(20)))
struct HoldTests {
  private enum Action: Equatable, Sendable {
    case log(Int)
    /// Logs a number, and returns a command that logs the next one.
    case logTwo(Int)
    /// Starts an effect, in the stores that have one.
    case fetch(Int)
    case cancel
  }

  private static let reducer = Reducer<[Int], Action> { log, action -> Command<Action> in
    switch action {
    case .log(let number): log.append(number)
    case .logTwo(let number):
      log.append(number)
      return .action(.log(number + 1))
    case .fetch, .cancel: break
    }
    return .none
  }

  /// Notes versions, and holds all actions after version `last`.
  private final class Recorder: CommitRecorder {
    let last: UInt64?
    let held = Atomic(0)
    private let versions = Guarded<[UInt64]>([])

    init(holdingAfter last: UInt64? = nil) { self.last = last }

    var recorded: [UInt64] { versions.withLock { $0 } }

    func record(_ commit: RecordedCommit) -> Bool {
      versions.withLock { $0.append(commit.version) }
      return commit.version == last
    }

    func retainState(_ state: any RecordedBox, of version: UInt64) -> Bool { version == last }
    func didHoldAction() { held.add(1, ordering: .relaxed) }
  }

  private let recorder = Recorder()

  private func store(
    _ middleware: [Middleware<[Int], Action>] = [], recorder: Recorder? = nil
  ) -> Store<[Int], Action> {
    let store = Store(initial: [], reducer: Self.reducer, middleware: middleware)
    _ = store.context.record(with: recorder ?? self.recorder)
    return store
  }

  @Test("a held action of work that then fails is applied", arguments: [1, 2])
  func failedWork(attempts: Int) async {
    struct Failure: Error {}
    let (gate, recorder) = (Gate(), recorder)
    let store = Store(
      initial: [],
      reducer: Reducer<[Int], Action> { log, action -> Command<Action> in
        guard case .fetch(let number) = action else {
          if case .log(let number) = action { log.append(number) }
          return .none
        }
        return Command.run { send in
          await gate.wait()
          send(.log(number))
          throw Failure()
        }.retry(.backOff(attempts: attempts, delay: .milliseconds(1))).catch { _ in .log(-1) }
      })
    _ = store.context.record(with: recorder)
    let work = store.dispatch(.fetch(7))
    await gate.arrived()
    store.context.hold()
    gate.open()
    await work.ended()
    store.context.release()
    #expect(store.state == Array(repeating: 7, count: attempts) + [-1])
  }

  @Test("held actions are applied in dispatch order when the tool releases them")
  func order() async {
    let store = store()
    store.context.hold()
    for number in 1...3 { await store.dispatch(.log(number)).ended() }
    #expect(store.state.isEmpty)
    #expect(store.snapshot.version == 0)
    #expect(store.context.heldCount == 3)
    #expect(recorder.held.load(ordering: .relaxed) == 3)
    store.context.release()
    #expect(store.state == [1, 2, 3])
    #expect(recorder.recorded == [1, 2, 3])
    #expect(store.context.heldCount == nil)
    store.dispatch(.log(4))
    #expect(store.state == [1, 2, 3, 4])
  }

  @Test("held actions are dropped if the tool says so, and later ones are applied")
  func drop() {
    let store = store()
    store.context.hold()
    store.dispatch(.log(1))
    store.context.release(dropping: true)
    store.dispatch(.log(2))
    #expect(store.state == [2])
  }

  @Test("the middleware handles a held action once, when it is dispatched")
  func middleware() {
    let log = Log<Action>()
    let store = store([
      Middleware { _, action, next in
        log.add(action)
        next(action)
      }
    ])
    store.context.hold()
    store.dispatch(.log(1))
    #expect(log.entries == [.log(1)])
    store.context.release()
    #expect(log.entries == [.log(1)])
    #expect(store.state == [1])
  }

  @Test("actions of a command or subscriber are applied before the remaining held actions")
  func nested() {
    let store = store()
    let token = store.subscribe { change in
      if change.new.last == 1 { store.dispatch(.log(10)) }
    }
    store.context.hold()
    store.dispatch(.log(1))
    store.dispatch(.logTwo(2))
    store.dispatch(.log(4))
    store.context.release()
    #expect(store.state == [1, 10, 2, 3, 4])
    withExtendedLifetime(token) {}
  }

  /// A store whose effect waits at a gate, sends an action, and waits at another gate.
  private func storeWithEffect(_ first: Gate, _ second: Gate) -> Store<[Int], Action> {
    let store = Store<[Int], Action>(
      initial: [],
      reducer: Reducer { log, action -> Command<Action> in
        switch action {
        case .log(let number): log.append(number)
        case .cancel: return .cancel(id: "fetch")
        case .fetch(let number):
          return .run { send in
            await first.wait()
            send(.log(number))
            await second.wait()
          }.cancellable(id: "fetch")
        default: break
        }
        return .none
      })
    _ = store.context.record(with: recorder)
    return store
  }

  @Test("the held action of an effect is applied even if the effect has ended")
  func ended() async {
    let (first, second) = (Gate(), Gate())
    let store = storeWithEffect(first, second)
    store.dispatch(.fetch(7))
    store.context.hold()
    first.open()
    second.open()
    await store.waitForEffects()
    #expect(store.context.heldCount == 1)
    #expect(store.state.isEmpty)
    store.context.release()
    #expect(store.state == [7])
  }

  @Test("the held action of an effect is dropped if an earlier action cancels the effect")
  func cancelled() async {
    let (first, second) = (Gate(), Gate())
    let store = storeWithEffect(first, second)
    store.dispatch(.fetch(7))
    store.context.hold()
    store.dispatch(.cancel)
    first.open()
    await second.arrived()
    #expect(store.context.heldCount == 2)
    store.context.release()
    #expect(store.state.isEmpty)
    #expect(store.context.heldCount == nil)
    second.open()
  }

  @Test("a store that no tool records holds nothing; held actions are released when recording ends")
  func recording() {
    let plain = Store(initial: [], reducer: Self.reducer)
    plain.context.hold()
    plain.dispatch(.log(1))
    #expect(plain.state == [1])
    let store = store()
    store.context.hold()
    store.dispatch(.log(1))
    store.context.endRecording(with: recorder)
    store.dispatch(.log(2))
    #expect(store.state == [1, 2])
    #expect(store.context.heldCount == nil)
  }

  @Test("the state can be replaced while actions are held; finish() drops held actions")
  func end() {
    let store = store()
    store.context.hold()
    store.dispatch(.log(1))
    store.context.replaceState(reason: .edit) { $0 = [5] }
    #expect(store.state == [5])
    store.finish()
    store.context.release()
    #expect(store.state == [5])
  }

  @Test("actions after the commit that a recorder chooses are held, from any thread")
  func exact() async {
    let recorder = Recorder(holdingAfter: 500)
    let store = store(recorder: recorder)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask { for number in 0..<500 { store.dispatch(.log(task * 1_000 + number)) } }
      }
    }
    #expect(store.snapshot.version == 500)
    #expect(store.context.heldCount == 1_500)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { store.context.release() }
      group.addTask { store.context.release() }
      group.addTask { for number in 500..<600 { store.dispatch(.log(number)) } }
    }
    store.context.release()
    store.waitForDelivery()
    #expect(store.context.heldCount == nil)
    #expect(store.state.count == 2_100)
    // The actions of each thread keep their order.
    for task in 0..<4 {
      let numbers = store.state.filter { $0 / 1_000 == task && (task > 0 || $0 < 500) }
      #expect(numbers == Array(task * 1_000..<task * 1_000 + 500))
    }
  }

  @Test(
    "in random sessions, held actions behave like a list", arguments: 0..<rounds(50, long: 2_000))
  func model(seed: UInt64) {
    let note = Comment(rawValue: "seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let store = store()
    var (log, waiting): ([Int], [[Int]]?) = ([], nil)
    for number in 0..<100 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        store.context.hold()
        waiting = waiting ?? []
      case 1:
        store.context.release()
        log += (waiting ?? []).flatMap(\.self)
        waiting = nil
      case 2 where random.chance(50):
        store.context.release(dropping: true)
        waiting = nil
      case let choice:
        store.dispatch(choice < 5 ? .log(number * 10) : .logTwo(number * 10))
        let numbers = choice < 5 ? [number * 10] : [number * 10, number * 10 + 1]
        if waiting == nil { log += numbers } else { waiting?.append(numbers) }
      }
      #expect(store.state == log, note)
      #expect(store.context.heldCount == waiting?.count, note)
    }
  }
}
