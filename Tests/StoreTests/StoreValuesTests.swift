import MillraceStore
import Testing
import TestSupport

@Suite("Asynchronous values", .timeLimit(.minutes(20)))
struct StoreValuesTests {
  @Test("values come from whole states, key paths, functions and selectors")
  func kinds() async {
    let store = makeStore()
    let sum = StateSelector(\Counter.count, \.child.value) { $0 + $1 }
    var states = store.values(buffering: .unbounded).makeAsyncIterator()
    var counts = store.values(of: \.count, buffering: .unbounded).makeAsyncIterator()
    var doubled = store.values(of: { $0.count * 2 }, buffering: .unbounded).makeAsyncIterator()
    var sums = store.values(of: sum, buffering: .unbounded).makeAsyncIterator()
    store.dispatch(.child(.set(1)))
    store.dispatch(.add(2))
    store.finish()
    #expect(await collect(&states).map(\.count) == [0, 0, 2])
    #expect(await collect(&counts) == [0, 2])
    #expect(await collect(&doubled) == [0, 4])
    #expect(await collect(&sums) == [0, 1, 3])
  }

  @Test("newest buffering skips values that a slow consumer missed, and ends with the last value")
  func newest() async {
    let store = makeStore()
    var values = store.values(of: \.count).makeAsyncIterator()
    for _ in 0..<5 { store.dispatch(.add(1)) }
    #expect(await values.next() == 5)
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    store.finish()
    #expect(await values.next() == 7)
    #expect(await values.next() == nil)
    #expect(await values.next() == nil)
  }

  @Test("bounded buffering keeps the newest values, up to its bound")
  func bounded() async {
    let store = makeStore()
    var values = store.values(of: \.count, buffering: .bounded(3)).makeAsyncIterator()
    for _ in 0..<5 { store.dispatch(.add(1)) }
    store.finish()
    #expect(await collect(&values) == [3, 4, 5])
  }

  @Test("a buffer of size zero stops the program")
  func emptyBuffer() async {
    await #expect(processExitsWith: .failure) {
      _ = makeStore().values(of: \.count, buffering: .bounded(0)).makeAsyncIterator()
    }
  }

  @Test("two iterators of one sequence are independent")
  func independent() async {
    let store = makeStore()
    let values = store.values(of: \.count, buffering: .unbounded)
    var first = values.makeAsyncIterator()
    store.dispatch(.add(1))
    var second = values.makeAsyncIterator()
    #expect(await first.next() == 0)
    store.dispatch(.add(1))
    store.finish()
    #expect(await collect(&second) == [1, 2])
    #expect(await collect(&first) == [1, 2])
  }

  @Test("the sequence of a finished store has only its last value")
  func afterFinish() async {
    let store = makeStore()
    store.dispatch(.add(1))
    store.finish()
    var values = store.values(of: \.count, buffering: .unbounded).makeAsyncIterator()
    #expect(await collect(&values) == [1])
    var states = store.values().makeAsyncIterator()
    #expect(await collect(&states).map(\.count) == [1])
  }

  @Test("neither a sequence nor a waiting loop retains the store, and the loop ends with the store")
  func release() async {
    weak var released: Store<Counter, CounterAction>?
    let values: StoreValues<Int>
    let waiting: Task<[Int], Never>
    do {
      let store = makeStore()
      released = store
      values = store.values(of: \.count, buffering: .unbounded)
      let (firsts, first) = AsyncStream.makeStream(of: Void.self)
      waiting = Task { [values] in
        var seen: [Int] = []
        for await value in values {
          seen.append(value)
          first.finish()
        }
        return seen
      }
      for await _ in firsts {}
      store.dispatch(.add(1))
    }
    #expect(released == nil)
    #expect(await waiting.value == [0, 1])
    var late = values.makeAsyncIterator()
    #expect(await collect(&late) == [1])
  }

  @Test("a waiting loop continues when another thread makes a change")
  func waits() async {
    let store = makeStore()
    let (arrivals, arrival) = AsyncStream.makeStream(of: Int.self)
    let loop = Task {
      for await value in store.values(of: \.count) { arrival.yield(value) }
      arrival.finish()
    }
    var seen = arrivals.makeAsyncIterator()
    #expect(await seen.next() == 0)
    for number in 1...20 {
      _ = await Task.detached { store.dispatch(.add(1)) }.value
      #expect(await seen.next() == number)
    }
    store.finish()
    #expect(await seen.next() == nil)
    await loop.value
  }

  @Test("a cancelled task ends the loop and its subscription")
  func cancellation() async {
    let store = makeStore()
    let runs = Log<Int>()
    let (firsts, first) = AsyncStream.makeStream(of: Void.self)
    let loop = Task {
      let values = store.values(of: { state in
        runs.add(state.count)
        return state.count
      })
      for await _ in values { first.finish() }
      return Task.isCancelled
    }
    for await _ in firsts {}
    store.dispatch(.add(1))
    let before = runs.entries.count
    loop.cancel()
    #expect(await loop.value)
    store.dispatch(.add(1))
    #expect(before > 1)
    #expect(runs.entries.count == before)
  }

  @Test("the captures of an iterator are released with it, while the store lives")
  func nothingHeld() async {
    let store = makeStore()
    weak var held: ReleaseTests.Probe?
    do {
      let probe = ReleaseTests.Probe()
      held = probe
      var iterator = store.values(of: { state in withExtendedLifetime(probe) { state.count } })
        .makeAsyncIterator()
      _ = await iterator.next()
      store.dispatch(.add(1))
      #expect(held != nil)
    }
    #expect(held == nil)
    store.dispatch(.add(1))
  }

  @Test("an iterator may be released inside a reducer")
  func releasedInReducer() {
    // Safe: used by one thread.
    final class Holder: @unchecked Sendable { var iterator: StoreValues<Int>.Iterator? }
    let holder = Holder()
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Int> { state, number in
        state += number
        holder.iterator = nil
      })
    holder.iterator = store.values(of: \.self).makeAsyncIterator()
    store.dispatch(1)
    #expect(store.state == 1)
  }

  @Test("values of a scoped store are its own part of the state")
  func scoped() async {
    let store = makeStore()
    let child = store.scope(state: \.child, action: { (action: ChildAction) in .child(action) })
    var whole = child.values(buffering: .unbounded).makeAsyncIterator()
    var values = child.values(of: \.value, buffering: .unbounded).makeAsyncIterator()
    child.dispatch(.setGrandchild(1))
    store.dispatch(.add(1))
    child.dispatch(.set(2))
    #expect(await values.next() == 0)
    #expect(await values.next() == 2)
    for expected in [(0, 0), (0, 1), (2, 1)] {
      let state = await whole.next()
      #expect(state == Counter.Child(value: expected.0, grandchild: expected.1))
    }
  }

  @Test("values of a scoped store end when its root finishes", arguments: ScopeKind.allCases)
  func scopedEnd(kind: ScopeKind) async throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let sequence = scope.scope(state: \.name, action: .itself).values(buffering: .unbounded)
    var nested = sequence.makeAsyncIterator()
    var names = scope.values(of: \.name, buffering: .unbounded).makeAsyncIterator()
    scope.dispatch(.rename("Ada"))
    store.finish()
    #expect(await collect(&nested) == ["", "Ada"])
    #expect(await collect(&names) == ["", "Ada"])
    var late = sequence.makeAsyncIterator()
    #expect(await collect(&late) == ["Ada"])
  }

  @Test(
    "values of a scoped store end when the stores are released, and retain neither store",
    arguments: ScopeKind.allCases)
  func scopedRelease(kind: ScopeKind) async throws {
    weak var released: Store<Family, FamilyAction>?
    var names: StoreValues<String>.Iterator
    do {
      let store = Store(initial: Family(), reducer: family)
      released = store
      let scope = try #require(kind.scope(store))
      names = scope.values(of: \.name, buffering: .unbounded).makeAsyncIterator()
      scope.dispatch(.rename("Ada"))
    }
    #expect(released == nil)
    #expect(await collect(&names) == ["", "Ada"])
  }

  @Test("values of a removed child end with its last value", arguments: ScopeKind.thatMayGo)
  func goneChild(kind: ScopeKind) async throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    var whole = scope.values(buffering: .unbounded).makeAsyncIterator()
    var names = scope.values(of: \.name, buffering: .unbounded).makeAsyncIterator()
    var lengths = scope.values(of: { $0.name.count }, buffering: .unbounded).makeAsyncIterator()
    store.dispatch(kind.action(.rename("Ada")))
    store.dispatch(kind.replacement(nil))
    store.finish()
    #expect(await collect(&whole).map(\.name) == ["", "Ada"])
    #expect(await collect(&names) == ["", "Ada"])
    #expect(await collect(&lengths) == [0, 3])
  }

  @Test("newest and bounded buffering skip a value that changed back before it was read")
  func thereAndBack() async {
    for buffering in [ValueBuffering.newest, .bounded(1)] {
      let store = makeStore()
      var values = store.values(of: \.count, buffering: buffering).makeAsyncIterator()
      #expect(await values.next() == 0)
      store.dispatch(.add(1))
      store.dispatch(.add(-1))
      store.finish()
      #expect(await values.next() == nil)
    }
    let store = makeStore()
    var values = store.values(of: \.count, buffering: .unbounded).makeAsyncIterator()
    for step in [1, -1] { store.dispatch(.add(step)) }
    store.finish()
    #expect(await collect(&values) == [0, 1, 0])
  }

  @Test("values come in order and end with the last one when several threads dispatch")
  func threads() async {
    for _ in 0..<20 {
      let store = Store(initial: 0, reducer: Reducer<Int, Int> { $0 += $1 })
      let loops = [ValueBuffering.newest, .bounded(2), .unbounded].map { buffering in
        Task {
          var seen: [Int] = []
          for await value in store.values(of: \.self, buffering: buffering) { seen.append(value) }
          return seen
        }
      }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { for _ in 0..<100 { store.dispatch(1) } } }
      }
      store.finish()
      for loop in loops {
        let seen = await loop.value
        #expect(seen.last == 400)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
      }
    }
  }

  private func collect<Value>(_ values: inout StoreValues<Value>.Iterator) async -> [Value] {
    var all: [Value] = []
    while let value = await values.next() { all.append(value) }
    return all
  }
}
