import MillraceObservation
import MillraceStore
import MillraceTesting
import Observation
import Testing
import TestSupport

private struct State: Equatable, Sendable {
  var a = 0
  var list: [Int] = []
  var selected = 0
  var text = ""
}

private enum Action: Sendable {
  case a, same, text(String), append
}

private let reducer = Reducer<State, Action> { state, action in
  switch action {
  case .a: state.a += 1
  case .same: break
  case .text(let text): state.text = text
  case .append:
    state.selected = state.list.count
    state.list.append(state.list.count)
  }
}

@MainActor
@Suite("ObservableStore")
struct ObservableStoreTests {
  private let queue = ManualMainQueue()
  private let store = Store<State, Action>(initial: State(), reducer: reducer)
  private let model: ObservableStore<State, Action>

  init() {
    model = ObservableStore(store, runOnMainActor: queue.add)
  }

  @Test("a first read after the store has ended gives the last state")
  func finished() {
    model.dispatch(.a)
    store.finish()
    #expect(model.a == 1)
    #expect(model.state == State(a: 1))
  }

  @Test("an observer of a property is notified once, of a change of that property only")
  func property() {
    let received = track { _ = model.a }
    model.dispatch(.text("elsewhere"))
    model.dispatch(.same)
    #expect(received.count == 0)
    model.dispatch(.a)
    #expect(received.count == 1)
    model.dispatch(.a)
    #expect(received.count == 1, "a notification needs another read")
  }

  @Test("an observer that reads again is notified again")
  func again() {
    for _ in 0..<3 {
      let received = track { _ = model.a }
      model.dispatch(.a)
      #expect(received.count == 1)
    }
  }

  @Test("an observer of two properties is notified of a change of either")
  func two() {
    for action in [Action.a, .text("x")] {
      let received = track { _ = (model.a, model.text) }
      model.dispatch(action)
      #expect(received.count == 1)
    }
  }

  @Test("an observer of a longer path is notified of changes at its end only")
  func longPath() {
    model.dispatch(.append)
    let (list, count, first) = (
      track { _ = model.list.first }, track { _ = model[\.list.count] },
      track { _ = model[\.list.first] }
    )
    model.dispatch(.append)
    #expect((list.count, count.count, first.count) == (1, 1, 0))
  }

  @Test("an observer of the whole state is notified of every action")
  func whole() {
    for action in [Action.a, .text("x"), .same] {
      let received = track { _ = model.state.a }
      model.dispatch(action)
      #expect(received.count == 1)
    }
  }

  @Test("a change is visible to its observer, and after dispatch returns")
  func readsItsOwnWrite() {
    _ = model.a
    let seen = Log<Int>()
    withObservationTracking {
      _ = model.a
    } onChange: {
      MainActor.assumeIsolated { seen.add(store.state.a) }
    }
    model.dispatch(.a)
    #expect(model.a == 1)
    #expect(model.state.a == 1)
    #expect(seen.entries == [1])
  }

  @Test("changes from another thread are merged into one notification on the main actor")
  func otherThread() async {
    let received = track { _ = (model.a, model.text) }
    queue.run()
    await Task.detached { [store] in for _ in 0..<10 { store.dispatch(.a) } }.value
    #expect(received.count == 0)
    #expect(queue.count == 1)
    queue.run()
    #expect(received.count == 1)
    #expect(model.a == 10)
  }

  @Test("all reads in one turn of the main actor come from one snapshot")
  func coherent() async {
    model.dispatch(.append)
    let list = model.list
    _ = await Task.detached { [store] in store.dispatch(.append) }.value
    // A first read after the change: it must not exceed the list's bounds.
    #expect(model.selected == list.indices.last)
    #expect(model.state.list == list)
    queue.run()
    #expect((model.list, model.selected) == ([0, 1], 1))
  }

  @Test("a change between a turn's snapshot and the first read of a path is not missed")
  func notMissed() async {
    _ = model.text
    _ = await Task.detached { [store] in store.dispatch(.a) }.value
    let (received, whole) = (track { #expect(model.a == 0) }, track { #expect(model.state.a == 0) })
    queue.run()
    #expect((received.count, whole.count) == (1, 1))
    #expect(model.a == 1)
  }

  @Test("an observer of an unchanged path is not notified")
  func notifiedOnlyIfChanged() async {
    _ = model.text
    _ = await Task.detached { [store] in store.dispatch(.a) }.value
    let received = track { _ = model.selected }
    queue.run()
    #expect(received.count == 0)
  }

  @Test("a turn of the main actor schedules one other turn, for any number of reads")
  func oneTurn() {
    for _ in 0..<5 { _ = (model.a, model.text, model.state) }
    #expect(queue.count == 1)
    for _ in 0..<5 {
      model.dispatch(.a)
      _ = model.a
    }
    #expect(queue.count == 1)
    queue.run()
    model.dispatch(.a)
    #expect(queue.count == 0)
  }

  @Test("after a turn the model retains no state, so the reducer changes the state in place")
  func inPlace() {
    struct Big: Equatable, Sendable {
      var numbers = Array(0..<1000)
      var flag = false
    }
    let store = Store(
      initial: Big(), reducer: Reducer<Big, Int> { $0.numbers[0] = $1 })
    let model = ObservableStore(store, runOnMainActor: queue.add)
    func address() -> UInt {
      store.state.numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    _ = (model.flag, model.state.flag)
    let before = address()
    store.dispatch(7)
    #expect(address() != before, "the test sees a copy when there is one")
    queue.run()
    let after = address()
    for number in 0..<3 { store.dispatch(number) }
    #expect(address() == after)
  }

  @Test("an observer may dispatch and read when it is notified")
  func nested() {
    let model = model
    withObservationTracking {
      _ = model.a
    } onChange: {
      MainActor.assumeIsolated { model.dispatch(.text("notified of \(model.a)")) }
    }
    let received = track { _ = model.text }
    model.dispatch(.a)
    #expect(model.text == "notified of 1")
    #expect(received.count == 1)
  }

  @Test("a binding reads, is observed, and sets by an action with its own call site")
  func binding() {
    let commits = Log<String>()
    let token = store.observeCommits { commits.add($0.origin?.function.description ?? "") }
    let text = model.binding(\.text) { .text($0.uppercased()) }
    let received = track { _ = text.wrappedValue }
    text.wrappedValue = "hello"
    #expect(text.wrappedValue == "HELLO")
    #expect(received.count == 1)
    #expect(commits.entries == ["binding()"])
    withExtendedLifetime(token) {}
  }

  @Test("a commit names the call site of the model's dispatch")
  func origin() {
    let commits = Log<String>()
    let token = store.observeCommits { commits.add($0.origin?.function.description ?? "") }
    model.dispatch(.a)
    #expect(commits.entries == ["origin()"])
    withExtendedLifetime(token) {}
  }

  @Test("a scope is observed as a store is")
  func scope() {
    let scope = store.scope(state: \.list, action: { (_: Int) in Action.append })
    let model = ObservableStore(scope, runOnMainActor: queue.add)
    let received = track { _ = model.count }
    self.model.dispatch(.a)
    queue.run()
    #expect(received.count == 0)
    model.dispatch(0)
    #expect(received.count == 1)
    #expect(model[\.self] == [0])
  }

  @Test("a released model releases its subscriptions and its store")
  func release() {
    weak var released: Store<State, Action>?
    weak var gone: ObservableStore<State, Action>?
    let store = store
    do {
      let own = Store<State, Action>(initial: State(), reducer: reducer)
      released = own
      for store in [own, store] {
        let model = ObservableStore(store, runOnMainActor: queue.add)
        _ = (model.a, model.state, model[\.list.count])
        gone = model
      }
    }
    #expect(released == nil)
    #expect(gone == nil)
    queue.run()
    store.dispatch(.append)
    #expect(queue.count == 0)
  }

  @Test("without a runOnMainActor function the model uses the main actor's queue")
  func mainQueue() async {
    let model = ObservableStore(store)
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking {
      _ = model.a
    } onChange: {
      change.finish()
    }
    _ = await Task.detached { [store] in store.dispatch(.a) }.value
    for await _ in changes {}
    #expect(model.a == 1)
  }

  @Test(
    "an observer made by a subscriber is notified even if the value it read changes back")
  func backInsideDelivery() {
    let inner = Inner()
    let first = track { _ = model.text }
    queue.run()
    let inside = store.subscribe(to: \.a) { [store, model] _ in
      MainActor.assumeIsolated {
        store.dispatch(.text("on"))
        inner.count = track { #expect(model.text == "on") }
        store.dispatch(.text(""))
      }
    }
    store.dispatch(.a)
    queue.run()
    #expect(first.count + (inner.count?.count ?? 0) > 0, "a value that no longer exists is shown")
    #expect(model.text == "")
    withExtendedLifetime(inside) {}
  }

  @MainActor
  private final class Inner { var count: Count? }

  /// Reads under observation, and counts the notifications.
  private func track(_ read: () -> Void) -> Count {
    let count = Count()
    withObservationTracking(read) { MainActor.assumeIsolated { count.count += 1 } }
    return count
  }
}

/// The number of notifications of an observer.
@MainActor
private final class Count { var count = 0 }
