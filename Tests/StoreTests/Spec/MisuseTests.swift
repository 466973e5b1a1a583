import MillraceStore
import Testing

// Each kind of misuse is tried in a process of its own: it ends that.
@Suite("Misuse stops the program, and says what to do instead")
struct MisuseTests {
  final class Owner: Sendable {}

  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("a reducer subscribes")
  func subscribes() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      inReducer { _ = $0.subscribe { _ in } }
    }
    let text = Self.text(result)
    #expect(text.contains("A reducer tried to subscribe to the store that is running it."))
    #expect(text.contains("dispatch from a middleware, a thunk or a subscriber instead"))
  }

  @Test("a reducer subscribes to a key path")
  func subscribesToPart() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      inReducer { _ = $0.subscribe(to: \.description) { _ in } }
    }
    let text = Self.text(result)
    #expect(text.contains("A reducer tried to subscribe to the store that is running it."))
  }

  @Test("a reducer subscribes to a scoped store")
  func subscribesToScope() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      inReducer { _ = stringScope($0).subscribe { _ in } }
    }
    let text = Self.text(result)
    #expect(text.contains("A reducer tried to subscribe to the store that is running it."))
  }

  @Test("a reducer subscribes for an owner")
  func subscribesForOwner() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      inReducer { $0.subscribe(for: Owner()) { _, _ in } }
    }
    let text = Self.text(result)
    #expect(text.contains("A reducer tried to subscribe to the store that is running it."))
  }

  @Test("a reducer begins a sequence of values")
  func values() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      inReducer { _ = $0.values(of: \.self).makeAsyncIterator() }
    }
    let text = Self.text(result)
    #expect(text.contains("A reducer tried to subscribe to the store that is running it."))
  }

  @Test("a reducer dispatches")
  func dispatches() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      inReducer { $0.dispatch(1) }
    }
    let text = Self.text(result)
    #expect(text.contains("A reducer tried to dispatch to the store that is running it."))
  }

  @Test("a reducer observes commits")
  func observes() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      inReducer { _ = $0.observeCommits { _ in } }
    }
    let text = Self.text(result)
    #expect(text.contains("A reducer tried to observe the store that is running it."))
  }

  @Test("a store that has finished is subscribed to")
  func subscribedAfterFinish() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      finished().subscribe { _ in }.cancel()
    }
    let text = Self.text(result)
    #expect(text.contains("A store that has finished was subscribed to."))
    #expect(text.contains("before finish()"))
  }

  @Test("the scope of a store that has finished is subscribed to")
  func scopeSubscribedAfterFinish() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      stringScope(finished()).subscribe { _ in }.cancel()
    }
    let text = Self.text(result)
    #expect(text.contains("A store that has finished was subscribed to."))
    #expect(text.contains("before finish()"))
  }

  @Test("a store that has finished is subscribed to for an owner")
  func subscribedForOwnerAfterFinish() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      finished().subscribe(for: Owner(), to: \.description) { _, _ in }
    }
    let text = Self.text(result)
    #expect(text.contains("A store that has finished was subscribed to."))
    #expect(text.contains("before finish()"))
  }

  @Test("the commits of a store that has finished are observed")
  func observedAfterFinish() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      finished().observeCommits { _ in }.cancel()
    }
    let text = Self.text(result)
    #expect(text.contains("The commits of a store that has finished were observed."))
    #expect(text.contains("before finish()"))
  }

  @Test("an action is dispatched to a store that has finished")
  func dispatchedAfterFinish() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      finished().dispatch(1)
    }
    let text = Self.text(result)
    #expect(text.contains("An action was dispatched to a store that has finished."))
  }

  @Test("what a store that has finished allows: to be read, and to have tokens cancelled")
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

  @Test("a subscriber that ends the store may go on, and what it subscribes hears nothing")
  func insideDelivery() {
    let store = numbers()
    let heard = Log<Int>()
    let later = Slot<Subscription>()
    let token = store.subscribe { _ in
      store.finish()
      later.value = store.subscribe { heard.add($0.new) }
    }
    store.dispatch(1)
    #expect(later.value != nil)
    #expect(heard.entries.isEmpty)
    withExtendedLifetime(token) {}
  }
}

private func numbers() -> Store<Int, Int> {
  Store(initial: 0, reducer: Reducer { $0 += $1 })
}

private func finished() -> Store<Int, Int> {
  let store = numbers()
  store.finish()
  return store
}

private func stringScope(_ store: Store<Int, Int>) -> Store<String, Int> {
  store.scope(state: \.description, action: .itself)
}

/// Does something to a store inside the reducer that it runs.
private func inReducer(_ body: @escaping @Sendable (Store<Int, Int>) -> Void) {
  let slot = Slot<Store<Int, Int>>()
  let store = Store(initial: 0, reducer: Reducer<Int, Int> { _, _ in _ = slot.value.map(body) })
  slot.value = store
  store.dispatch(1)
}
