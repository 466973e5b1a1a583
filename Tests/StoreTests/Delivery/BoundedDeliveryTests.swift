import Foundation
import MillraceStore
import Testing
import TestSupport

@Suite("Bounded delivery")
struct BoundedDeliveryTests {
  /// Dispatches on its own thread until it is stopped.
  private final class Producer: Sendable {
    private let (isStopped, ended) = (Slot<Bool>(), Slot<Bool>())

    init(_ store: Store<Int, Int>) {
      Thread.detachNewThread { [isStopped, ended] in
        while isStopped.value == nil { store.dispatch(1) }
        ended.value = true
      }
    }

    func stop() {
      isStopped.value = true
      while ended.value == nil { Thread.sleep(forTimeInterval: 0.001) }
    }
  }

  /// Runs a body on another thread, and returns when it has ended.
  private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = Slot<Bool>()
    Thread.detachNewThread {
      body()
      done.value = true
    }
    while done.value == nil { Thread.sleep(forTimeInterval: 0.001) }
  }

  private func counting() -> Store<Int, Int> {
    Store(initial: 0, reducer: Reducer<Int, Int> { $0 &+= $1 })
  }

  @Test(
    "with an endless producer, a dispatch delivers its own and a bounded number of other commits")
  func oneBesideMany() {
    let store = counting()
    let mine = ObjectIdentifier(Thread.current)
    let (own, most) = (Tally(), Tally())
    let observer = store.observeCommits { commit in
      if ObjectIdentifier(Thread.current) == mine { own.add(1) }
      most.raise(to: Int(store.snapshot.version - commit.version))
    }
    let producer = Producer(store)
    while store.snapshot.version < 1_000 {}
    for _ in 0..<5 {
      own.reset()
      store.dispatch(1)
      // At most 256 waiting commits, its own one, its share of 64, and up to 64 that came during
      // the handover.
      #expect(own.value <= 256 + 1 + 64 + 64)
    }
    producer.stop()
    // The number of commits that wait for observers is bounded.
    #expect(most.value <= 256 + 8)
    observer.cancel()
  }

  @Test("with an endless producer, dispatches return also in a store that has only subscribers")
  func subscribers() {
    let store = counting()
    let mine = ObjectIdentifier(Thread.current)
    let own = Tally()
    let token = store.subscribe { _ in
      if ObjectIdentifier(Thread.current) == mine { own.add(1) }
    }
    let producer = Producer(store)
    while store.snapshot.version < 1_000 {}
    for _ in 0..<5 { store.dispatch(1) }
    producer.stop()
    store.dispatch(1)
    #expect(own.value > 0)
    withExtendedLifetime(token) {}
  }

  @Test("no commit is lost or reordered when a thread hands the delivery to another")
  func order() async {
    let store = counting()
    let log = Log<UInt64>()
    let observer = store.observeCommits { log.add($0.version) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<5_000 { store.dispatch(1) } } }
    }
    store.finish()
    #expect(log.entries == Array(1...20_000))
    withExtendedLifetime(observer) {}
  }

  @Test("a callback may wait for another thread that dispatches")
  func callbackWaits() {
    let store = counting()
    let log = Log<Int>()
    let token = store.subscribe { change in
      log.add(change.new)
      guard change.new == 1 else { return }
      onAnotherThread { store.dispatch(10) }
    }
    store.dispatch(1)
    #expect(log.entries == [1, 11])
    withExtendedLifetime(token) {}
  }

  @Test("a callback that waits for a thread beyond the bound is reported, and nothing hangs")
  func circle() {
    let issues = Log<StoreIssue>()
    var dependencies = Dependencies()
    dependencies.deliveryTimeout = .milliseconds(10)
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 &+= $1 }, dependencies: dependencies,
      onIssue: { if let issue = $0 as? StoreIssue { issues.add(issue) } })
    let log = Log<UInt64>()
    let observer = store.observeCommits { commit in
      log.add(commit.version)
      guard commit.version == 1 else { return }
      onAnotherThread { for _ in 0..<260 { store.dispatch(1) } }
    }
    store.dispatch(1)
    store.finish()
    #expect(log.entries == Array(1...261))
    #expect(issues.entries == [.deliveryTimedOut])
    withExtendedLifetime(observer) {}
  }

  @Test("an observer that dispatches beyond the bound is reported, and does not wait for itself")
  func observerDispatches() {
    let issues = Log<StoreIssue>()
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 &+= $1 },
      onIssue: { if let issue = $0 as? StoreIssue { issues.add(issue) } })
    let count = Tally()
    let observer = store.observeCommits { commit in
      if commit.version == 1 { for _ in 0..<300 { store.dispatch(1) } }
      count.add(1)
    }
    store.dispatch(1)
    store.waitForDelivery()
    #expect(count.value == 301)
    #expect(issues.entries == [.commitLimitExceeded])
    withExtendedLifetime(observer) {}
  }

  @Test("a subscriber added before the handover gets the changes that it has not seen")
  func comesBeforeHandingOn() {
    let store = Store(initial: [0], reducer: Reducer<[Int], Int> { $0[0] = $1 })
    let first = store.subscribe(to: \.first) { _ in }
    store.dispatch(1)
    store.dispatch(0)
    let log = Log<String>()
    let (late, ended) = (Slot<Subscription>(), Slot<Bool>())
    let observer = store.observeCommits { commit in
      switch commit.version {
      case 3: onAnotherThread { for _ in 4...73 { store.dispatch(7) } }
      case 70:
        // The delivering thread has delivered its share, and the store's queue delivers the rest.
        late.value = store.subscribe(to: \.first) { log.add("\($0.old!) → \($0.new!)") }
        Thread.detachNewThread {
          store.dispatch(0)
          ended.value = true
        }
        while store.snapshot.version < 74 { Thread.sleep(forTimeInterval: 0.001) }
      default: break
      }
    }
    store.dispatch(0)
    while ended.value == nil { Thread.sleep(forTimeInterval: 0.001) }
    store.waitForDelivery()
    #expect(log.entries == ["7 → 0"])
    withExtendedLifetime((first, late, observer)) {}
  }

  @Test("a dispatch inside another store's delivery does not wait for this store's observers")
  func otherStore() {
    let (first, second) = (counting(), counting())
    let count = Tally()
    let observer = second.observeCommits { _ in count.add(1) }
    let token = first.subscribe { _ in for _ in 0..<300 { second.dispatch(1) } }
    first.dispatch(1)
    #expect(count.value == 300)
    withExtendedLifetime((observer, token)) {}
  }
}
