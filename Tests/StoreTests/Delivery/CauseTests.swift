import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("A commit's cause")
struct CauseTests {
  private struct Entry: Equatable, Sendable {
    let version: UInt64
    let cause: String
    let parent: UInt64?
  }

  private func log<State, Action>(
    _ store: Store<State, Action>
  ) -> (log: Log<Entry>, token: Subscription) {
    let log = Log<Entry>()
    let token = store.observeCommits {
      log.add(Entry(version: $0.version, cause: "\($0.cause)", parent: $0.parent))
    }
    return (log, token)
  }

  @Test("the commits of a command and of a delayed command name their parent commit")
  func chain() async {
    let clock = ManualClock()
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Int> { state, action -> Command<Int> in
        state = action
        switch action {
        case 1: return .action(2)
        case 2: return .action(3).delay(for: .seconds(1))
        default: return .none
        }
      }, dependencies: Dependencies(clock: clock))
    let (log, token) = log(store)
    store.dispatch(0)
    store.dispatch(1)
    clock.advance(by: .seconds(1))
    #expect(
      log.entries == [
        Entry(version: 1, cause: "0", parent: nil), Entry(version: 2, cause: "1", parent: nil),
        Entry(version: 3, cause: "2", parent: 2), Entry(version: 4, cause: "3", parent: 3),
      ])
    withExtendedLifetime(token) {}
  }

  @Test(
    "an action that a subscriber, observer or middleware dispatches names the commit it reacts to")
  func reactions() {
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 = $1 },
      middleware: [
        Middleware { store, action, next in
          next(action)
          if action == 7 { store.dispatch(8) }
        }
      ])
    let (log, token) = log(store)
    let subscriber = store.subscribe { if $0.new == 1 { store.dispatch(2) } }
    let observer = store.observeCommits { if $0.action == 2 { store.dispatch(3) } }
    store.dispatch(1)
    store.dispatch(7)
    #expect(
      log.entries == [
        Entry(version: 1, cause: "1", parent: nil), Entry(version: 2, cause: "2", parent: 1),
        Entry(version: 3, cause: "3", parent: 2), Entry(version: 4, cause: "7", parent: nil),
        Entry(version: 5, cause: "8", parent: 4),
      ])
    withExtendedLifetime((token, subscriber, observer)) {}
  }

  @Test("an action of a source names the commit that started the source; the first state has none")
  func sources() {
    let clock = ManualClock()
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Int> { $0 = $1 }.sources { number in
        [.timer(id: number, every: .seconds(1)) { number + 1 }]
      },
      dependencies: Dependencies(clock: clock))
    let (log, token) = log(store)
    for _ in 0..<2 { clock.advance(by: .seconds(1)) }
    #expect(
      log.entries == [
        Entry(version: 1, cause: "1", parent: nil), Entry(version: 2, cause: "2", parent: 1),
      ])
    withExtendedLifetime(token) {}
  }

  @Test(
    "replacing the state is a commit without effects that sources, subscribers and scopes follow")
  func replacement() {
    struct State: Equatable, Sendable {
      var isOn = false
      var child = 0
    }
    let clock = ManualClock()
    let effects = Tally()
    let store = Store(
      initial: State(),
      reducer: Reducer<State, Int> { _, _ -> Command<Int> in
        effects.add(1)
        return .none
      }.sources { $0.isOn ? [.timer(id: 1, every: .seconds(1)) { 1 }] : [] },
      middleware: [Middleware { _, _, _ in Issue.record("a replacement is no action") }],
      dependencies: Dependencies(clock: clock))
    let (log, token) = log(store)
    let seen = Log<Int>()
    let scope = store.scope(state: \.child, action: CasePath<Int, Int>.itself)
    let subscriber = scope.subscribe { seen.add($0.new) }
    #expect(store.context.replaceState(reason: .timeTravel) { $0 = State(isOn: true, child: 5) })
    #expect(log.entries == [Entry(version: 1, cause: "(timeTravel)", parent: nil)])
    #expect(seen.entries == [5])
    #expect(clock.pendingCount == 1)
    #expect(effects.value == 0)
    store.finish()
    #expect(!store.context.replaceState(reason: .liveReload) { $0 = State() })
    withExtendedLifetime((token, subscriber)) {}
  }
}

@Suite("A commit sink")
struct CommitSinkTests {
  private final class Journal: CommitSink {
    let enqueued = Log<UInt64>()
    let flushed = Log<UInt64>()
    let onFlush = Slot<@Sendable (UInt64) -> Void>()

    func interest(in action: Int) -> CommitInterest { action == 0 ? .none : .commit }

    func enqueue(_ commit: Commit<Int, Int>) { enqueued.add(commit.version) }

    func flush(through version: UInt64) {
      flushed.add(version)
      onFlush.value?(version)
    }
  }

  private func store(_ journal: Journal) -> Store<Int, Int> {
    Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 += $1 },
      middleware: [Middleware(parts: { _ in .init(sink: journal) })])
  }

  @Test("a sink has flushed a commit before dispatch returns and before subscribers see it")
  func order() {
    let journal = Journal()
    let store = store(journal)
    store.dispatch(1)
    #expect(journal.flushed.entries.last == 1)
    let seen = Log<UInt64>()
    let token = store.subscribe { change in
      #expect(journal.flushed.entries.contains { $0 >= change.version })
      if change.version == 2 {
        store.dispatch(1)
        #expect(journal.flushed.entries.last == 3, "a nested dispatch flushes, too")
      }
      seen.add(change.version)
    }
    let observer = store.observeCommits { commit in
      #expect(journal.flushed.entries.contains { $0 >= commit.version })
    }
    store.dispatch(1)
    #expect(seen.entries == [2, 3])
    #expect(journal.enqueued.entries == [1, 2, 3])
    withExtendedLifetime((token, observer)) {}
  }

  @Test("a sink that dispatches is flushed through the new version, and not recursively")
  func dispatchesInside() {
    let journal = Journal()
    let store = store(journal)
    let depth = Tally()
    journal.onFlush.value = { version in
      #expect(depth.add(1) == 1)
      if version < 3 { store.dispatch(1) }
      depth.add(-1)
    }
    store.dispatch(1)
    #expect(journal.flushed.entries == [1, 2, 3])
    journal.onFlush.value = nil
  }

  @Test("a commit that no sink wants counts as flushed when the commits before it are")
  func unwanted() {
    let journal = Journal()
    let store = store(journal)
    journal.onFlush.value = { _ in
      store.dispatch(0)
      #expect(!store.isFlushed(through: 2))
    }
    store.dispatch(1)
    #expect(store.snapshot.version == 2)
    #expect(store.isFlushed(through: 2))
    #expect(journal.enqueued.entries == [1])
    #expect(journal.flushed.entries == [1])
    journal.onFlush.value = nil
  }

  @Test("a sink gets every commit once, in order, from several threads")
  func threads() async {
    let journal = Journal()
    let store = store(journal)
    let token = store.subscribe { _ in }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<1_000 { store.dispatch(1) } } }
    }
    store.finish()
    #expect(journal.enqueued.entries == Array(1...4_000))
    #expect(journal.flushed.entries.max() == 4_000)
    withExtendedLifetime(token) {}
  }
}
