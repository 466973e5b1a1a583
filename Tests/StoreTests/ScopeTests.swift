import MillraceStore
import Testing
import TestSupport

@Suite("Scoped stores")
struct ScopeTests {
  @Test("a scope of a scope reads its own part of the state, and dispatches to it")
  func nested() {
    let store = makeStore()
    let child = store.scope(state: \.child, action: { .child($0) })
    let grandchild = child.scope(
      state: \.grandchild, action: { (value: Int) in .setGrandchild(value) })
    let log = Log<Int>()
    let token = grandchild.subscribe { log.add($0.new) }
    grandchild.dispatch(1)
    child.dispatch(.set(9))
    store.dispatch(.child(.setGrandchild(2)))
    #expect(log.entries == [1, 2])
    #expect(grandchild.state == 2)
    withExtendedLifetime(token) {}
  }

  @Test(
    "a subscriber that read an intermediate value is called when the value changes back",
    arguments: [false, true], [false, true])
  func backAndForth(isEarlyFirst: Bool, isNested: Bool) {
    let store = makeStore()
    let child = store.scope(state: \.child, action: { .child($0) })
    let grandchild = child.scope(state: \.grandchild, action: { .setGrandchild($0) })
    let log = Log<Change<Int>>()
    let added = Slot<Subscription>()
    @Sendable func subscribe(_ body: @escaping @Sendable (Change<Int>) -> Void) -> Subscription {
      isNested ? grandchild.subscribe(body) : child.subscribe(to: \.grandchild, body)
    }
    // Among the root's subscribers, the scope has the position of its own first subscriber.
    var early = isEarlyFirst ? subscribe { _ in } : nil
    let trigger = store.subscribe(to: \.count) { _ in
      // The two commits are delivered as one. For the scope nothing changes, but the new
      // subscriber has read the value between them.
      store.dispatch(.child(.setGrandchild(1)))
      added.value = subscribe { log.add($0) }
      store.dispatch(.child(.setGrandchild(0)))
    }
    if early == nil { early = subscribe { _ in } }
    // Delivers a change, so that the subscriptions take effect.
    store.dispatch(.rename("a"))
    store.dispatch(.add(1))
    #expect(log.entries == [Change(old: 1, new: 0, version: 4)])
    withExtendedLifetime((early, trigger)) {}
  }

  @Test("a state that is not Equatable is delivered after every commit")
  func withoutEquality() {
    struct Opaque: Sendable { var number = 0 }
    struct Whole: Sendable { var opaque = Opaque() }
    let store = Store(
      initial: Whole(), reducer: Reducer<Whole, Int> { $0.opaque.number += $1 })
    let child = store.scope(state: \.opaque, action: { (number: Int) in number })
    let log = Log<Int>()
    let token = child.subscribe { log.add($0.new.number) }
    store.dispatch(0)
    child.dispatch(2)
    #expect(log.entries == [0, 2])
    withExtendedLifetime(token) {}
  }

  @Test("a scope that can extract its own actions observes its commits")
  func commits() {
    let store = makeStore()
    let child = store.scope(
      state: \.child, action: { .child($0) },
      extract: { if case .child(let action) = $0 { action } else { nil } })
    let log = Log<String>()
    let token = child.observeCommits(keepingStates: true) { commit in
      log.add("\(commit.version) \(commit.cause) \(commit.states?.after.value ?? -1)")
    }
    store.dispatch(.add(1))
    child.dispatch(.set(3))
    #expect(log.entries == ["2 set(3) 3"])
    withExtendedLifetime(token) {}
  }

  @Test("observing commits stops the program in a scope that cannot extract its actions")
  func commitsWithoutExtract() async {
    await #expect(processExitsWith: .failure) {
      let child = makeStore().scope(
        state: \.child, action: { (action: ChildAction) in .child(action) })
      _ = child.observeCommits { _ in }
    }
  }

  @Test("finishing a scope finishes its root")
  func finishes() {
    let log = Log<String>()
    let store = makeStore([Middleware(parts: { _ in .init(finish: { log.add("finished") }) })])
    store.scope(state: \.child, action: { (action: ChildAction) in .child(action) }).finish()
    #expect(log.entries == ["finished"])
    #expect(!store.context.dispatch(.add(1)))
  }
}
