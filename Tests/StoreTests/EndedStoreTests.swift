import MillraceStore
import Synchronization
import Testing

/// Operations while a store ends, and after it has ended.
@Suite("A store that ends")
struct EndedStoreTests {
  private let store = Store(initial: 0, reducer: Reducer<Int, Int> { $0 += $1 })

  @Test("a replacement in the delivery that ends the store is refused")
  func replacement() {
    let store = store
    let answer = Atomic(true)
    let token = store.subscribe(to: { $0 }) { _ in
      store.finish()
      let isReplaced = store.context.replaceState(reason: .edit) { $0 = 9 }
      answer.store(isReplaced, ordering: .relaxed)
    }
    store.dispatch(3)
    let isReplaced = answer.load(ordering: .relaxed)
    #expect(!isReplaced)
    #expect(store.state == 3)
    withExtendedLifetime(token) {}
  }

  @Test("the context keeps the last state after the store is released")
  func context() {
    var released: Store<Int, Int>? = Store(initial: 0, reducer: Reducer<Int, Int> { $0 += $1 })
    let context = released!.context
    released?.dispatch(3)
    released = nil
    #expect(context.state == 3)
    #expect(context.snapshot.version == 1)
    #expect(!context.replaceState(reason: .edit) { $0 = 9 })
  }
}
