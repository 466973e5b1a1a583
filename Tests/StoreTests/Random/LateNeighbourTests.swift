import MillraceStore
import Testing
import TestSupport

// A store groups its subscribers by the parts of the state that they share. A subscriber of a whole
// must also be called if the store delivered to subscribers of its parts before.
@Suite("A subscriber of a whole, after subscribers of its parts")
struct LateNeighbourTests {
  @Test(
    "a subscriber with a closure is called, also if subscribers with key paths were called before",
    arguments: 1...10)
  func isNotified(branches: Int) {
    let store = makeStore()
    let child = store.scope(state: \.child, action: { .child($0) })
    let log = Log<Int>()
    var tokens = (0..<branches).map { number in
      switch number % 4 {
      case 0: store.subscribe(to: \.count) { _ in }
      case 1: store.subscribe(to: \.name) { _ in }
      case 2: child.subscribe(to: \.value) { _ in }
      default: store.subscribe(to: \.child.grandchild) { _ in }
      }
    }
    // Delivers to the subscribers of parts before the late subscriber is added.
    store.dispatch(.add(1))
    tokens.append(store.subscribe(to: { $0.count }, { log.add($0.new) }))
    store.dispatch(.add(1))
    #expect(log.entries == [2])
    withExtendedLifetime(tokens) {}
  }

  @Test("a late subscriber in a scope is called, also after the earlier ones were removed")
  func inScope() {
    let store = makeStore()
    let child = store.scope(state: \.child, action: { .child($0) })
    let log = Log<Int>()
    var tokens = [
      child.subscribe(to: \.value) { _ in }, child.subscribe(to: \.grandchild) { _ in },
    ]
    child.dispatch(.set(1))
    let late = child.subscribe { log.add($0.new.value) }
    child.dispatch(.set(2))
    tokens.removeFirst()
    child.dispatch(.set(3))
    tokens = []
    child.dispatch(.set(4))
    #expect(log.entries == [2, 3, 4])
    withExtendedLifetime(late) {}
  }
}
