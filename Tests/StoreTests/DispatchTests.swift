import MillraceStore
import Testing
import TestSupport

@Suite("Dispatch")
struct DispatchTests {
  @Test("a store starts with the initial state at version 0")
  func initialState() {
    let store = Store(initial: Counter(count: 7), reducer: counter)
    #expect(store.state == Counter(count: 7))
    #expect(store.snapshot == store.snapshot)
    #expect(store.snapshot.version == 0)
  }

  @Test("a dispatch passes the state and the action to the reducer, and raises the version by one")
  func appliesTheReducer() {
    let store = makeStore()
    store.dispatch(.add(2))
    store.dispatch(.add(3))
    #expect(store.state.count == 5)
    #expect(store.snapshot.version == 2)
    #expect(store.snapshot.state.count == 5)
  }

  @Test("a reducer changes the state in place when nothing else holds it")
  func changesInPlace() {
    struct Numbers: Sendable { var values: [Int] }
    let reducer = Reducer<Numbers, Int> { state, value in state.values[0] = value }
    let store = Store(initial: Numbers(values: Array(0..<1000)), reducer: reducer)
    func buffer() -> UInt {
      store.state.values.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    // A subscriber of a part and an observer of commits hold no old state.
    let part = store.subscribe(to: { $0.values[0] }) { _ in }
    let commits = store.observeCommits { _ in }
    let before = buffer()
    for number in 1...10 { store.dispatch(number) }
    #expect(buffer() == before)

    let held = store.state
    store.dispatch(99)
    #expect(buffer() != before, "the test sees a copy when there is one")
    #expect(held.values[0] == 10)
    withExtendedLifetime((part, commits)) {}
  }

  @Test("a list of reducers runs in order, and an empty list does nothing")
  func combineList() {
    let steps = [2, 3, 5].map { factor in
      Reducer<Int, Int> { state, action in state = state * factor + action }
    }
    var state = 1
    _ = Reducer.combine(steps).reduce(&state, 1)
    #expect(state == ((1 * 2 + 1) * 3 + 1) * 5 + 1)
    _ = Reducer<Int, Int>.combine([]).reduce(&state, 1)
    #expect(state == 51)
  }

  @Test("reducers combine in order, and a child's reducer changes its field")
  func composition() {
    let child = Reducer<Counter.Child, ChildAction> { state, action in
      if case .set(let value) = action { state.value = value * 10 }
    }
    let whole = Reducer<Counter, CounterAction>.combine(
      counter,
      .scope(
        state: \.child,
        action: CasePath(CounterAction.child) {
          if case .child(let action) = $0 { action } else { nil }
        }, child))
    let store = Store(initial: Counter(), reducer: whole)
    store.dispatch(.child(.set(4)))
    store.dispatch(.add(1))
    #expect(store.state == Counter(count: 1, child: .init(value: 40)))
  }

  @Test("a reducer that reads the store stops the program, also with subscribers and middleware")
  func readInReducer() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let store = Slot<Store<Int, Int>>()
      store.value = Store(
        initial: 0, reducer: Reducer { state, _ in state = store.value?.state ?? 0 },
        middleware: [Middleware { _, action, next in next(action) }])
      let token = store.value?.subscribe { _ in }
      store.value?.dispatch(1)
      withExtendedLifetime(token) {}
    }
    let message = text(result?.standardErrorContent)
    #expect(message.contains("tried to read the store"))
  }

  @Test("a reducer may cancel a subscription, which needs no lock of the store")
  func cancelInReducer() {
    let store = Slot<Store<Int, Int>>()
    let token = Slot<Subscription>()
    store.value = Store(
      initial: 0,
      reducer: Reducer { state, action in
        token.value = nil
        state += action
      })
    let log = Log<Int>()
    token.value = store.value?.subscribe { log.add($0.new) }
    store.value?.dispatch(1)
    #expect(store.value?.state == 1)
    #expect(log.entries.isEmpty)
    store.value = nil
  }

  @Test("a dispatch after finish() prints one line with advice to standard error")
  func dispatchAfterFinish() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let store = Store(initial: 0, reducer: Reducer<Int, Int> { $0 += $1 })
      store.finish()
      store.dispatch(1)
    }
    let message = text(result?.standardErrorContent)
    #expect(message.contains("Dispatch before finish()"))
    #expect(message.split(separator: "\n").count == 1)
  }

  private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
}
