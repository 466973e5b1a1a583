import Foundation
import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

// Behaviour at the boundaries between pull and push, between watched and unwatched stores, and at
// the store's end.
@Suite("Boundaries between parts of the store")
struct SeamTests {
  struct State: Equatable, Sendable {
    struct Child: Equatable, Sendable {
      var text = "a text that is longer than what fits into a String itself: 0"
      var doubled: String { text + text }
    }
    var child = Child()
    var clicks = 0
  }

  @Test("a subscriber to a computed value is called after a subscriber to its parent was cancelled")
  func cancelledParent() {
    let store = Store(
      initial: State(),
      reducer: Reducer<State, Int> {
        $0.child.text = "a text that is longer than what fits into a String itself: \($1)"
      })
    let seen = Log<String>()
    let first = store.subscribe(to: \.child) { _ in }
    let scope = store.scope(state: \.child, action: CasePath<Int, Int>.itself)
    let second = scope.subscribe(to: \.doubled) { seen.add(String($0.new.suffix(1))) }
    store.dispatch(1)
    first.cancel()
    store.dispatch(2)
    store.dispatch(1)
    #expect(seen.entries == ["1", "2", "1"])
    withExtendedLifetime(second) {}
  }

  enum RowAction: Sendable { case work, done }
  enum ListAction: Sendable {
    case row(Int, RowAction)
    case add(Int)
    static var rowPath: CasePath<ListAction, (Int, RowAction)> {
      CasePath(ListAction.row) {
        if case .row(let id, let action) = $0 { (id, action) } else { nil }
      }
    }
  }
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var isDone = false
  }
  struct Rows: Equatable, Sendable { var rows = IdentifiedList<Row>() }

  /// A row starts work, and its parent removes the row in the same action.
  private func removing(
    _ dependencies: Dependencies, work: @escaping @Sendable () -> Command<RowAction>
  ) -> Store<Rows, ListAction> {
    let path = ListAction.rowPath
    return Store(
      initial: Rows(rows: [Row(id: 1)]),
      reducer: .combine(
        .scope(
          elements: \.rows, action: path,
          Reducer<Row, RowAction> { _, _ -> Command<RowAction> in work() }),
        Reducer { state, action in
          if case .row(let id, .work) = action { state.rows.remove(id: id) }
        }), dependencies: dependencies)
  }

  @Test(
    "work of a child that its own action removes does not start, with and without subscribers",
    arguments: [false, true])
  func workOfRemoved(isWatched: Bool) {
    let clock = ManualClock()
    let store = removing(Dependencies(clock: clock)) { .action(.done).delay(for: .seconds(1)) }
    let token = isWatched ? store.subscribe { _ in } : nil
    store.dispatch(.row(1, .work))
    #expect(clock.pendingCount == 0)
    withExtendedLifetime(token) {}
  }

  final class Probe: Sendable {}

  @Test("a delivered commit is released while later commits still wait")
  func deliveredCommits() {
    let store = Store(
      initial: 0, reducer: Reducer<Int, Probe> { state, _ in state += 1 })
    let released = Tally()
    let alive = Slot<@Sendable () -> Bool>()
    let observer = store.observeCommits { commit in
      if commit.version == 1 {
        // These commits wait together, as one batch.
        let probe = Probe()
        alive.value = { [weak probe] in probe != nil }
        store.dispatch(probe)
        for _ in 0..<10 { store.dispatch(Probe()) }
      } else if commit.version == 5 {
        released.add(alive.value?() == false ? 1 : 0)
      }
    }
    store.dispatch(Probe())
    #expect(released.value == 1)
    withExtendedLifetime(observer) {}
  }

  @Test("an action that a context dispatches after finish() is reported")
  func contextAfterEnd() {
    let issues = Log<String>()
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 += $1 }, onIssue: { issues.add("\($0)") })
    let scope = store.scope(state: \.self, action: CasePath<Int, Int>.itself)
    let contexts = [store.context, scope.context]
    store.finish()
    for context in contexts { #expect(!context.dispatch(7)) }
    #expect(issues.entries.count == 2)
    #expect(issues.entries.allSatisfy { $0.contains("The action 7 was dropped") })
  }

  @Test("a subscriber that is added during a delivery gets a change that it has not seen")
  func comesDuringDelivery() {
    let store = Store(initial: 0, reducer: Reducer<Int, Int> { $0 += $1 })
    let (delivering, goOn, delivered) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let first = store.subscribe { _ in
      delivering.signal()
      goOn.wait()
    }
    let (calls, seen) = (Tally(), Log<Int>())
    let late = store.subscribe(
      to: { state -> Int in
        // The subscriber has read the state, and is not in the plan yet.
        if calls.add(1) == 1 {
          Thread.detachNewThread {
            store.dispatch(1)
            delivered.signal()
          }
          delivering.wait()
        }
        return state
      }, { seen.add($0.new) })
    goOn.signal()
    delivered.wait()
    #expect(seen.entries == [1])
    withExtendedLifetime((first, late)) {}
  }
}
