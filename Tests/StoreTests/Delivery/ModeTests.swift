import Foundation
import MillraceStoreTesting
import Synchronization
import Testing
import TestSupport

@testable import MillraceStore

/// Behaviour that is the same in every mode of a store: starting, held, observed or not, ending.
@Suite("Modes of a store", .timeLimit(.minutes(20)))
struct ModeTests {
  private static let add = Reducer<Int, Int> { $0 &+= $1 }

  /// Runs a body on another thread, and returns when it has ended.
  private static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }

  @Test("a store starts although another thread keeps dispatching to it")
  func start() {
    let (context, count, isMade) = (Slot<StoreContext<Int, Int>>(), Tally(), Slot<Bool>())
    let store = Store(
      initial: 0, reducer: Self.add,
      middleware: [
        Middleware(parts: { store in
          context.value = store
          return .init(
            start: { _ in
              store.dispatch(1)
              return nil
            },
            handle: { action, next in
              next(action)
              if isMade.value == nil, count.value < 2_000 {
                count.add(1)
                Self.onAnotherThread { context.value?.dispatch(1) }
              }
            })
        })
      ])
    isMade.value = true
    #expect(count.value < 1_000)
    store.waitForDelivery()
    #expect(store.state > 0)
  }

  @Test("a store has started when other threads queued many actions and then stop")
  func startAfterMany() {
    let store = Store(
      initial: 0, reducer: Self.add,
      middleware: [
        Middleware(parts: { store in
          .init(
            start: { _ in
              store.dispatch(1_000)
              return nil
            },
            handle: { action, next in
              next(action)
              guard action == 1_000 else { return }
              Self.onAnotherThread { for _ in 0..<100 { store.dispatch(1) } }
            })
        })
      ])
    #expect(store.context.isRunning())
    store.context.dispatch(1)
    #expect(store.state == 1_101)
  }

  @Test("an action of a source that ends while the store starts is applied")
  func shortSource() {
    let store = Store(
      initial: 0,
      reducer: Self.add.sources { _ in
        [.run(id: 1) { $0(1) }]
      },
      middleware: [
        Middleware(parts: { store in
          .init(start: { _ in
            let sent = DispatchSemaphore(value: 0)
            store.perform(
              .run { send in
                send(10)
                sent.signal()
              })
            sent.wait()
            // The work has ended before the store has started.
            while (store.scope.root?.core?.work.effects ?? 0) != 0 {}
            return nil
          })
        })
      ])
    while store.work.sources > 0 {}
    #expect(store.state == 11)
  }

  private final class Recorder: CommitRecorder {
    func record(_ commit: RecordedCommit) -> Bool { false }
    func retainState(_ state: any RecordedBox, of version: UInt64) -> Bool { false }
    func didHoldAction() {}
  }

  @Test("a release of held actions ends although another thread keeps dispatching")
  func release() {
    let (count, isDone) = (Tally(), Slot<Bool>())
    let store = Store(initial: 0, reducer: Self.add)
    let recorder = Recorder()
    _ = store.context.record(with: recorder)
    let token = store.observeCommits { _ in
      if isDone.value == nil, count.value < 2_000 {
        count.add(1)
        Self.onAnotherThread { store.dispatch(1) }
      }
    }
    store.context.hold()
    for _ in 0..<3 { store.dispatch(1) }
    store.context.release()
    isDone.value = true
    #expect(count.value < 1_000)
    store.waitForDelivery()
    #expect(store.context.heldCount == nil)
    #expect(store.state == 3 + count.value)
    withExtendedLifetime(token) {}
  }

  @Test("replacements wait for slow observers, as actions do")
  func replacements() {
    var dependencies = Dependencies()
    dependencies.deliveryTimeout = .milliseconds(10)
    let issues = Log<StoreIssue>()
    let store = Store(
      initial: 0, reducer: Self.add, dependencies: dependencies,
      onIssue: { if let issue = $0 as? StoreIssue { issues.add(issue) } })
    let most = Tally()
    let observer = store.observeCommits { commit in
      most.raise(to: Int(store.snapshot.version - commit.version))
      guard commit.version == 1 else { return }
      Self.onAnotherThread {
        for _ in 0..<257 { store.context.replaceState(reason: .edit) { $0 += 1 } }
      }
    }
    store.dispatch(1)
    #expect(issues.entries == [.deliveryTimedOut])
    #expect(store.state == 258)
    withExtendedLifetime(observer) {}
  }

  @Test("two stores end each other from their deliveries")
  func mutualEnds() {
    let (first, second) = (
      Store(initial: 0, reducer: Self.add), Store(initial: 0, reducer: Self.add)
    )
    let (firstIsIn, secondIsIn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let one = first.subscribe { _ in
      firstIsIn.signal()
      secondIsIn.wait()
      second.finish()
    }
    let other = second.subscribe { _ in
      secondIsIn.signal()
      firstIsIn.wait()
      first.finish()
    }
    let ended = DispatchSemaphore(value: 0)
    for store in [first, second] {
      Thread.detachNewThread {
        store.dispatch(1)
        ended.signal()
      }
    }
    ended.wait()
    ended.wait()
    first.finish()
    second.finish()
    #expect(first.state == 1)
    #expect(second.state == 1)
    withExtendedLifetime((one, other)) {}
  }

  @Test("a source sends nothing after the commit that stops it, even while another thread delivers")
  func stoppedSource() async {
    enum Action: Sendable { case add, stop, slow }
    let send = Feed<Send<Action>>()
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Action> { state, action in
        switch action {
        case .add: state += 1
        case .stop: state = -1
        case .slow: break
        }
      }.sources { state in
        let source = ActionSource<Action>.run(id: 1) {
          send.add($0)
          try await Task.sleep(for: .seconds(1_000))
        }
        return state < 0 ? [] : [source]
      })
    let sender = await send.wait(for: 1)[0]
    let results = Log<Bool>()
    let token = store.observeCommits { commit in
      guard commit.version == 1 else { return }
      Self.onAnotherThread {
        store.dispatch(.stop)
        for _ in 0..<3 { results.add(sender(.add)) }
      }
    }
    store.dispatch(.slow)
    #expect(store.state == -1)
    #expect(results.entries == [false, false, false])
    withExtendedLifetime(token) {}
  }

  @Test("a source that a replacement stops sends nothing afterwards")
  func replacedSource() async {
    let send = Feed<Send<Int>>()
    let store = Store(
      initial: 0,
      reducer: Self.add.sources { state in
        let source = ActionSource<Int>.run(id: 1) {
          send.add($0)
          try await Task.sleep(for: .seconds(1_000))
        }
        return state < 0 ? [] : [source]
      })
    let sender = await send.wait(for: 1)[0]
    let token = store.observeCommits { commit in
      guard commit.version == 1 else { return }
      Self.onAnotherThread {
        store.context.replaceState(reason: .edit) { $0 = -1 }
        #expect(!sender(1))
      }
    }
    store.dispatch(1)
    #expect(store.state == -1)
    withExtendedLifetime(token) {}
  }

  @Test("a reader releases what a subscriber captured that was cancelled while it held the lock")
  func cancelledWhileReading() throws {
    let store = Store(initial: 0, reducer: Self.add)
    let core = try #require(store.rootCore?.takeUnretainedValue())
    weak var released: Canary?
    do {
      let canary = Canary()
      released = canary
      let token = store.subscribe { _ in withExtendedLifetime(canary) {} }
      // As `Store.state` does.
      core.withCell { _ in token.cancel() }
    }
    #expect(released == nil)
  }

  @Test("what cancelled subscribers captured is released while another thread only reads")
  func cancelledBesideReader() async {
    let store = Store(initial: 0, reducer: Self.add)
    let isDone = Slot<Bool>()
    async let reader: Void = onThreads(1) { _ in
      while isDone.value == nil { _ = store.state }
    }
    final class Captured: Sendable {
      static let count = Atomic(0)
      init() { Self.count.add(1, ordering: .relaxed) }
      deinit { Self.count.subtract(1, ordering: .relaxed) }
    }
    for _ in 0..<rounds(5_000, long: 100_000) {
      let captured = Captured()
      store.subscribe { _ in withExtendedLifetime(captured) {} }.cancel()
    }
    isDone.value = true
    await reader
    #expect(Captured.count.load(ordering: .sequentiallyConsistent) == 0)
  }

  @Test("two neighbouring children that are empty values have two paths")
  func emptyChildren() {
    struct Empty: Equatable, Sendable {}
    struct Pair: Equatable, Sendable {
      var first = Empty()
      var results: [Side] = []
      var second = Empty()
      var third = Empty()
    }
    enum Side: Equatable, Sendable { case second, third }
    enum Action: Equatable, Sendable {
      case start(Side), result(Side), cancel
      static func path(_ side: Side) -> CasePath<Action, Int> {
        CasePath(id: side, { $0 == 0 ? .start(side) : .result(side) }) {
          switch $0 {
          case .start(side): 0
          case .result(side): 1
          default: nil
          }
        }
      }
    }
    let child = Reducer<Empty, Int> { _, step -> Command<Int> in
      step == 0
        ? .action(1).delay(for: .seconds(1)).cancellable(id: "work", inFlight: .cancelled) : .none
    }
    let clock = ManualClock()
    let third = StatePath<Pair, Empty>.field(\.third)
    let store = Store(
      initial: Pair(),
      reducer: .combine(
        Reducer<Pair, Action> { state, action -> Command<Action> in
          switch action {
          case .result(let side): state.results.append(side)
          case .cancel: return .cancelScope(third)
          case .start: break
          }
          return .none
        },
        .scope(state: \.second, action: Action.path(.second), child),
        .scope(third, action: Action.path(.third), child)),
      dependencies: Dependencies(clock: clock))
    store.dispatch(.start(.second))
    store.dispatch(.start(.third))
    clock.advance(by: .seconds(1))
    #expect(store.state.results == [.second, .third])
    store.dispatch(.start(.second))
    store.dispatch(.start(.third))
    store.dispatch(.cancel)
    clock.advance(by: .seconds(1))
    #expect(store.state.results == [.second, .third, .second])
  }

  @Test("an observer of a child's commits receives replacements")
  func scopedReplacement() {
    let store = makeStore()
    let child = store.scope(
      state: \.child,
      action: CasePath<CounterAction, ChildAction>(CounterAction.child) {
        if case .child(let action) = $0 { action } else { nil }
      })
    let seen = Log<String>()
    let token = child.observeCommits(keepingStates: true) {
      seen.add("\($0.version) \($0.cause) \($0.states?.after.value ?? -1)")
    }
    store.dispatch(.child(.set(5)))
    store.context.replaceState(reason: .edit) { $0.child.value = 6 }
    store.dispatch(.child(.set(7)))
    store.dispatch(.add(1))
    #expect(seen.entries == ["1 set(5) 5", "2 (edit) 6", "3 set(7) 7"])
    withExtendedLifetime(token) {}
  }

  @Test("a subscriber to the whole state is not called for an action that leaves it equal")
  func equalState() {
    let store = makeStore()
    let seen = Log<Int>()
    let token = store.subscribe { seen.add($0.new.count) }
    store.dispatch(.add(0))
    store.dispatch(.add(1))
    store.dispatch(.rename(""))
    #expect(seen.entries == [1])
    withExtendedLifetime(token) {}
  }
}
