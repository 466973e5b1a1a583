import MillraceStore
import Testing
import TestSupport

@Suite("Observers of commits")
struct CommitTests {
  @Test("an observer sees every later action once, with its version")
  func everyAction() {
    let store = makeStore()
    store.dispatch(.add(1))
    let log = Log<String>()
    let token = store.observeCommits { commit in
      #expect(commit.states == nil)
      log.add("\(commit.version) \(commit.cause)")
    }
    store.dispatch(.add(2))
    store.dispatch(.rename("a"))
    #expect(log.entries == ["2 add(2)", "3 rename(\"a\")"])
    withExtendedLifetime(token) {}
  }

  @Test("only an observer that keeps states sees the states before and after")
  func states() {
    let store = makeStore()
    let log = Log<String>()
    let plain = store.observeCommits { #expect($0.states == nil) }
    let keeping = store.observeCommits(keepingStates: true) { commit in
      log.add("\(commit.states?.before.count ?? -1) \(commit.states?.after.count ?? -1)")
    }
    store.dispatch(.add(2))
    store.dispatch(.add(3))
    #expect(log.entries == ["0 2", "2 5"])
    keeping.cancel()
    store.dispatch(.add(3))
    #expect(log.entries.count == 2)
    withExtendedLifetime(plain) {}
  }

  @Test("an observer misses no commit when subscribers dispatch")
  func nestedDispatch() {
    let store = makeStore()
    let log = Log<UInt64>()
    let observer = store.observeCommits { log.add($0.version) }
    let subscriber = store.subscribe(to: \.count) { change in
      if change.new < 20 {
        store.dispatch(.add(1))
        store.dispatch(.add(1))
      }
    }
    store.dispatch(.add(1))
    #expect(log.entries == Array(1...UInt64(log.entries.count)))
    #expect(log.entries.count == Int(store.snapshot.version))
    withExtendedLifetime((observer, subscriber)) {}
  }

  @Test("an observer that another observer adds sees later actions, not those already waiting")
  func addedInside() {
    let store = makeStore()
    let log = Log<UInt64>()
    let added = Slot<Subscription>()
    let observer = store.observeCommits { commit in
      guard commit.version == 1 else { return }
      store.dispatch(.add(1))
      added.value = store.observeCommits { log.add($0.version) }
      store.dispatch(.add(1))
    }
    store.dispatch(.add(1))
    #expect(log.entries == [3])
    withExtendedLifetime(observer) {}
  }
}
