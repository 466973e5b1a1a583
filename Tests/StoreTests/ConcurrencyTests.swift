import MillraceStore
import Synchronization
import Testing
import TestSupport

@Suite("Many threads")
struct ConcurrencyTests {
  @Test(
    "8 threads lose no action: observers see each once in order, subscribers see no older state")
  func eightThreads() async {
    let store = makeStore()
    let (threads, each) = (8, 2_000)
    let versions = Log<UInt64>()
    let changes = Log<Change<Int>>()
    let isInside = Atomic(false)
    let observer = store.observeCommits { commit in
      let overlaps = isInside.exchange(true, ordering: .acquiringAndReleasing)
      #expect(!overlaps)
      versions.add(commit.version)
      isInside.store(false, ordering: .releasing)
    }
    let subscriber = store.subscribe(to: \.count) { change in
      let overlaps = isInside.exchange(true, ordering: .acquiringAndReleasing)
      #expect(!overlaps)
      changes.add(change)
      isInside.store(false, ordering: .releasing)
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<threads {
        group.addTask {
          for _ in 0..<each {
            let before = store.state.count
            store.dispatch(.add(1))
            // A thread reads its own write.
            #expect(store.state.count > before)
          }
        }
      }
    }
    store.waitForDelivery()
    let total = threads * each
    #expect(store.state.count == total)
    #expect(versions.entries == Array(1...UInt64(total)))
    let seen = changes.entries
    #expect(seen.first?.old == 0)
    #expect(seen.last?.new == total)
    for (one, next) in zip(seen, seen.dropFirst()) {
      #expect(one.new == next.old)
      #expect(one.version < next.version)
    }
    // The state only counts, so a coherent pair has a state equal to its version.
    #expect(seen.allSatisfy { $0.new == Int($0.version) })
    withExtendedLifetime((observer, subscriber)) {}
  }

  @Test("a subscription added and cancelled under load sees an unbroken chain of changes")
  func subscribersUnderLoad() async {
    let store = makeStore()
    let scope = store.scope(state: \.child, action: { .child($0) })
    let last = Log<Int>()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          for step in 0..<500 {
            store.dispatch(.add(1))
            scope.dispatch(.set(number * 1000 + step))
          }
        }
        group.addTask {
          for _ in 0..<50 {
            let previous = Slot<Int>()
            let token = store.subscribe(to: \.count) { change in
              if let previous = previous.value { #expect(previous == change.old) }
              #expect(change.new > change.old)
              previous.value = change.new
            }
            let child = scope.subscribe(to: \.value) { #expect($0.old != $0.new) }
            store.dispatch(.add(1))
            token.cancel()
            child.cancel()
          }
        }
      }
    }
    // A subscription that is added last still sees the next change.
    store.waitForDelivery()
    let token = store.subscribe(to: \.count) { last.add($0.new) }
    store.dispatch(.add(1))
    #expect(last.entries == [4 * 500 + 4 * 50 + 1])
    withExtendedLifetime(token) {}
  }

  @Test("a subscription that is added under load ends with the newest state")
  func lateSubscribersCatchUp() async {
    let store = makeStore()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<3_000 { store.dispatch(.add(1)) } }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<100 {
            let seen = Slot<Int>()
            let token = store.subscribe(to: \.count) { seen.value = $0.new }
            store.dispatch(.rename(""))
            withExtendedLifetime(token) {}
          }
        }
      }
    }
    let tokens = Log<Subscription>()
    let seen = (0..<8).map { _ in Slot<Int>() }
    await withTaskGroup(of: Void.self) { group in
      for slot in seen {
        group.addTask {
          tokens.add(store.subscribe(to: \.count) { slot.value = $0.new })
          for _ in 0..<200 { store.dispatch(.add(1)) }
        }
      }
    }
    store.waitForDelivery()
    for slot in seen { #expect(slot.value == store.state.count) }
    withExtendedLifetime(tokens) {}
  }
}
