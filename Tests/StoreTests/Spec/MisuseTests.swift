import MillraceStore
import Testing
import TestSupport

// Each kind of misuse runs in its own process, because it ends the process.
@Suite("Misuse of a store")
struct MisuseTests {
  /// Uses of a store that are forbidden in its own reducer.
  enum Misuse: String, CaseIterable, Codable, Sendable {
    case subscribe, subscribeToPart, subscribeToScope, values, dispatch, observe, read, finish

    var words: String {
      switch self {
      case .subscribe, .subscribeToPart, .subscribeToScope, .values: "subscribe to"
      case .dispatch: "dispatch to"
      case .observe, .read, .finish: rawValue
      }
    }

    func act(on store: Store<Int, Int>) {
      switch self {
      case .subscribe: _ = store.subscribe { _ in }
      case .subscribeToPart: _ = store.subscribe(to: \.description) { _ in }
      case .subscribeToScope: _ = stringScope(store).subscribe { _ in }
      case .values: _ = store.values(of: \.self).makeAsyncIterator()
      case .dispatch: store.dispatch(1)
      case .observe: _ = store.observeCommits { _ in }
      case .read: _ = store.snapshot
      case .finish: store.finish()
      }
    }
  }

  @Test(
    "a reducer that uses its own store stops the program with a message that says what to do",
    arguments: Misuse.allCases)
  func usedByReducer(misuse: Misuse) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [misuse = misuse as Misuse] in
      let slot = Slot<Store<Int, Int>>()
      let store = Store(
        initial: 0, reducer: Reducer<Int, Int> { _, _ in slot.value.map(misuse.act) })
      slot.value = store
      store.dispatch(1)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A reducer tried to \(misuse.words) the store that runs it."))
    #expect(text.contains("read the state argument"))
    #expect(text.contains("dispatch from a middleware, a thunk or a subscriber instead"))
  }

  @Test("a finished store accepts subscribers and observers, and calls none of them")
  func subscribedAfterFinish() {
    let dropped = Log<StoreIssue>()
    let store = numbers()
    store.finish()
    let reader = store.issues.observe { dropped.add($0) }
    let tokens = [
      store.subscribe { _ in Issue.record("notified") },
      stringScope(store).subscribe { _ in Issue.record("notified") },
      store.observeCommits { _ in Issue.record("notified") },
    ]
    store.dispatch(1)
    #expect(dropped.entries.count == 1)
    withExtendedLifetime((tokens, reader)) {}
  }

  @Test("an action that is dispatched after finish() is dropped and reported with its call site")
  func dispatchedAfterFinish() {
    let dropped = Log<StoreIssue>()
    let store = numbers()
    store.finish()
    let reader = store.issues.observe { dropped.add($0) }
    stringScope(store).dispatch(7, fileID: "Some/File.swift", line: 7, function: "somewhere()")
    #expect(store.snapshot == Snapshot(state: 0, version: 0))
    let text = dropped.entries.first?.description ?? ""
    #expect(text.contains("The action 7 was dropped, because the store has ended"))
    #expect(text.contains("Some/File.swift:7"))
    #expect(text.contains("Dispatch before finish()"))
    reader.cancel()
  }

  @Test("a finished store can be read, and its tokens can be cancelled")
  func allowed() {
    let store = numbers()
    let token = store.subscribe { _ in }
    let observer = store.observeCommits { _ in }
    store.dispatch(1)
    store.finish()
    #expect(store.snapshot == Snapshot(state: 1, version: 1))
    token.cancel()
    observer.cancel()
    store.finish()
  }

  @Test(
    "a subscriber can finish the store and subscribe again, and the new subscriber is not called")
  func insideDelivery() {
    let store = numbers()
    let received = Log<Int>()
    let later = Slot<Subscription>()
    let token = store.subscribe { _ in
      store.finish()
      later.value = store.subscribe { received.add($0.new) }
    }
    store.dispatch(1)
    #expect(later.value != nil)
    #expect(received.entries.isEmpty)
    withExtendedLifetime(token) {}
  }
}

private func numbers() -> Store<Int, Int> {
  Store(initial: 0, reducer: Reducer { $0 += $1 })
}

private func stringScope(_ store: Store<Int, Int>) -> Store<String, Int> {
  store.scope(state: \.description, action: .itself)
}
