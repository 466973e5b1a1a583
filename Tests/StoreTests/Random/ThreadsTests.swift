import MillraceStore
import Synchronization
import Testing
import TestSupport

@Suite("Eight threads")
struct ThreadsTests {
  /// Keeps the same count in many fields, so that a mixed state is detected.
  struct Whole: Equatable, Sendable {
    struct Lane: Identifiable, Equatable, Sendable {
      let id: Int
      var count = 0
    }

    struct Outer: Equatable, Sendable {
      var middle = Middle()
      var other = 0
    }

    struct Middle: Equatable, Sendable {
      var inner = Inner()
      var other = 0
    }

    struct Inner: Equatable, Sendable {
      var total = 0
      var parity = false
    }

    var total = 0
    var quiet = 0
    var outer = Outer()
    var lanes = IdentifiedList<Lane>((0..<8).map { Lane(id: $0) })
    var optional: Lane? = Lane(id: 100)
  }

  enum Action: Sendable {
    case add(lane: Int)
    case hush
  }

  private static let path = CasePath<Action, Action>.itself
  private static let lanePath = CasePath<Action, (Int, Action)>({ $1 }) {
    if case .add(let lane) = $0 { (lane, $0) } else { nil }
  }

  private func makeStore() -> Store<Whole, Action> {
    Store(
      initial: Whole(),
      reducer: Reducer { state, action in
        guard case .add(let lane) = action else { return }
        state.total += 1
        state.outer.middle.inner.total += 1
        state.outer.middle.inner.parity.toggle()
        state.lanes[id: lane]?.count += 1
        // The optional is nil at every third count.
        state.optional = state.total % 3 == 0 ? nil : Whole.Lane(id: 100, count: state.total)
      })
  }

  private func inner(_ store: Store<Whole, Action>) -> Store<Whole.Inner, Action> {
    store.scope(state: \.outer, action: Self.path).scope(state: \.middle, action: Self.path)
      .scope(state: \.inner, action: Self.path)
  }

  private func isOfOnePiece(_ whole: Whole) -> Bool {
    if whole.outer.middle.inner.total != whole.total { return false }
    // Checks the sum only at times, because it is expensive.
    return whole.total % 16 > 0 || whole.lanes.reduce(0) { $0 + $1.count } == whole.total
  }

  @Test(
    "eight threads lose no action, and subscribers of every kind see an unbroken chain to the end")
  func chains() async throws {
    let repetitions = rounds(800, long: 100_000)
    let store = makeStore()
    let inner = inner(store)
    let lane = try #require(
      store.scope(element: 3, in: \.lanes, action: Self.lanePath))
    let optional = try #require(store.scope(.optional(\.optional), action: Self.path))
    let (whole, total, closure, quiet) = (Chain<Whole>(), Chain<Int>(), Chain<Int>(), Chain<Int>())
    let (deep, parity) = (Chain<Whole.Inner>(), Chain<Bool>())
    let (element, scoped, maybe) = (Chain<Whole.Lane?>(), Chain<Whole.Lane>(), Chain<Whole.Lane>())
    let commits = Log<UInt64>()
    let tokens = [
      store.subscribe { change in
        whole.add(change) { $0.new.total == Int($0.version) && isOfOnePiece($0.new) }
      },
      store.subscribe(to: \.total) { total.add($0) { $0.new == Int($0.version) } },
      store.subscribe(
        to: { $0.total / 10 }, { closure.add($0) { $0.new == Int($0.version) / 10 } }),
      store.subscribe(to: \.quiet) { quiet.add($0) },
      inner.subscribe { deep.add($0) { $0.new.total == Int($0.version) } },
      inner.subscribe(to: \.parity) { parity.add($0) },
      store.subscribe(toElement: 3, in: \.lanes) { element.add($0) },
      lane.subscribe { scoped.add($0) },
      optional.subscribe { maybe.add($0) { $0.new.count == Int($0.version) } },
      store.observeCommits { commits.add($0.version) },
    ]
    await onThreads(8) { number in
      for step in 0..<repetitions {
        store.dispatch(.add(lane: number))
        // A thread reads its own write, also in scopes.
        if step % 16 == 0, (lane.state.id != 3 || inner.state.total < 1) {
          Issue.record("a scope reads nonsense")
        }
      }
    }
    store.waitForDelivery()
    let all = 8 * repetitions
    #expect(store.snapshot.version == UInt64(all))
    #expect(store.state.total == all)
    #expect(store.state.lanes.allSatisfy { $0.count == repetitions })
    #expect(commits.entries == Array(1...UInt64(all)))
    #expect(whole.last == store.state)
    #expect(total.last == all)
    #expect(closure.last == all / 10)
    #expect(quiet.count == 0)
    #expect(deep.last == store.state.outer.middle.inner)
    #expect(parity.last ?? false == (all % 2 == 1))
    #expect(element.last == store.state.lanes[id: 3])
    #expect(scoped.last == store.state.lanes[id: 3])
    // The subscriber saw the last state in which the child existed, or an older one.
    #expect(maybe.count > 0)
    if let optional = store.state.optional { #expect(maybe.last == optional) }
    let faults =
      whole.faults + total.faults + closure.faults + quiet.faults + deep.faults + parity.faults
      + element.faults + scoped.faults + maybe.faults
    #expect(faults == [])
    withExtendedLifetime(tokens) {}
  }

  @Test("steady subscribers see every change while four threads subscribe, read and cancel")
  func comingAndGoing() async {
    let repetitions = rounds(1_200, long: 100_000)
    let store = makeStore()
    let inner = inner(store)
    let (total, deep) = (Chain<Int>(), Chain<Int>())
    let stay = [
      store.subscribe(to: \.total) { total.add($0) { $0.new == Int($0.version) } },
      inner.subscribe(to: \.total) { deep.add($0) { $0.new == Int($0.version) } },
    ]
    await onThreads(8) { number in
      if number < 4 {
        for _ in 0..<repetitions { store.dispatch(.add(lane: number)) }
        return
      }
      for step in 0..<repetitions / 10 {
        let faults = comeAndGo(store, kind: step % 6)
        if !faults.isEmpty { Issue.record("kind \(step % 6): \(faults)") }
      }
    }
    store.waitForDelivery()
    let all = 4 * repetitions + 4 * (repetitions / 10)
    #expect(store.state.total == all)
    #expect(total.last == all)
    #expect(deep.last == all)
    #expect(total.faults + deep.faults == [])
    withExtendedLifetime(stay) {}
  }

  /// Subscribes, dispatches, reads and cancels.
  private func comeAndGo(_ store: Store<Whole, Action>, kind: Int) -> [String] {
    let inner = inner(store)
    let (numbers, lanes) = (Chain<Int>(), Chain<Whole.Lane?>())
    let token =
      switch kind {
      case 0: store.subscribe(to: \.total) { numbers.add($0) { $0.old < $0.new } }
      case 1:
        inner.subscribe { change in
          numbers.add(
            Change(old: change.old.total, new: change.new.total, version: change.version)
          ) { $0.new == Int($0.version) }
        }
      case 2: inner.subscribe(to: \.total) { numbers.add($0) { $0.new == Int($0.version) } }
      case 3:
        store.scope(state: \.outer, action: Self.path)
          .subscribe(
            to: { $0.middle.inner.total }, { numbers.add($0) { $0.new == Int($0.version) } })
      case 4: store.subscribe(toElement: 2, in: \.lanes) { lanes.add($0) }
      default: store.subscribe(to: { $0.total }, { numbers.add($0) { $0.new == Int($0.version) } })
      }
    store.dispatch(.add(lane: 7))
    var faults = numbers.faults + lanes.faults
    if inner.state.total < 1 { faults.append("a scope reads nonsense") }
    token.cancel()
    return faults
  }

  @Test("subscribers of a value that changes back and forth do not miss the last change")
  func seldom() async {
    for round in 0..<repetitions / 100 {
      let store = Store(
        initial: Whole(),
        reducer: Reducer<Whole, Int> { state, value in
          // Changes the value back and forth, so that the same bits return.
          if value < 0 { state.total += 1 } else { state.outer.middle.inner.total = value }
        })
      let path = CasePath<Int, Int>.itself
      let outer = store.scope(state: \.outer, action: path)
      let inner = outer.scope(state: \.middle, action: path).scope(state: \.inner, action: path)
      let chains = (0..<4).map { _ in Chain<Int>() }
      let tokens = Log<Subscription>()
      await onThreads(4) { number in
        let chain = chains[number]
        if number < 2 {
          for step in 0..<20 { inner.dispatch((step + number) % 2) }
        }
        tokens.add(
          number % 2 == 0
            ? inner.subscribe(to: \.total) { chain.add($0) { $0.old != $0.new } }
            : store.subscribe(to: \.outer.middle.inner.total) { chain.add($0) { $0.old != $0.new } }
        )
        for step in 0..<20 {
          inner.dispatch((step + number) % 2)
          store.dispatch(-1)
        }
      }
      store.waitForDelivery()
      let last = inner.state.total
      #expect(chains.allSatisfy { $0.last ?? last == last }, "round \(round)")
      // Makes one more change, for which the other subscribers must still be called.
      inner.dispatch(2)
      #expect(chains.allSatisfy { $0.last == 2 }, "round \(round)")
      #expect(chains.flatMap(\.faults) == [], "round \(round)")
    }
  }
}
