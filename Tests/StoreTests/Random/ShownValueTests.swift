import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

// A view shows the newest state when it is drawn, also inside deliveries. In any order of events,
// when no delivery is running, it shows the current value or knows that its value is out of
// date.
@Suite("Shown values")
struct ShownValueTests {
  struct Inner: Equatable, Sendable {
    var x = 0
    var name = ""
    var sum: Int { x + name.count }
  }
  struct State: Equatable, Sendable {
    var a = 0
    var b = false
    var inner = Inner()
    var maybe: Inner?
    var rows = IdentifiedList<Row>((0..<3).map { Row(id: $0) })
    var twice: Int { a * 2 }
  }
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var x = 0
  }
  enum Action: Sendable {
    case a(Int)
    case b
    case x(Int)
    case name(String)
    case maybe(Int?)
    case row(Int, Int)
    case nothing

    static func random(_ generator: inout SeededGenerator) -> Action {
      let number = Int.random(in: 0..<2, using: &generator)
      return switch Int.random(in: 0..<8, using: &generator) {
      case 0: .a(number)
      case 1, 2: .b
      case 3: .x(number)
      case 4: .name(number == 0 ? "" : "a name that is longer than what fits into a String")
      case 5: .maybe(Bool.random(using: &generator) ? number : nil)
      case 6: .row(Int.random(in: 0..<3, using: &generator), number)
      default: .nothing
      }
    }
  }

  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .a(let number): state.a = number
    case .b: state.b.toggle()
    case .x(let number): state.inner.x = number
    case .name(let name): state.inner.name = name
    case .maybe(let number): state.maybe = number.map { Inner(x: $0) }
    case .row(let id, let number): state.rows[id: id]?.x = number
    case .nothing: break
    }
  }

  /// A view of one value.
  private final class View: Sendable {
    let isNotified = Slot<Bool>()
    let draw: @Sendable () -> Void
    /// Whether the view shows an outdated value and has not been notified.
    let isWrong: @Sendable () -> Bool

    init<Part: Sendable, Value: Equatable & Sendable>(
      _ store: Store<Part, Action>, _ observed: Observed<Part, Value>,
      _ select: @escaping @Sendable (Part) -> Value
    ) {
      let (isNotified, shown) = (isNotified, Slot<Value>())
      isNotified.value = false
      let value = store.follow(observed) { isNotified.value = true }
      draw = {
        let now = store.snapshot
        isNotified.value = false
        shown.value = select(now.state)
        value.show(select(now.state), of: now.version)
      }
      isWrong = { isNotified.value == false && shown.value != select(store.state) }
      draw()
    }
  }

  private static func views(_ store: Store<State, Action>, _ seed: UInt64) -> [View] {
    let embed: @Sendable (Action) -> Action = { $0 }
    let inner = store.scope(state: \.inner, action: embed)
    let again = store.scope(state: \.self, action: embed).scope(state: \.inner, action: embed)
    let sums = StateSelector(\State.a, \.inner.x) { $0 + $1 }
    let both = StateSelector(sums, .init(\.b)) { $1 ? $0 : -1 }
    func path<Part: Sendable, Value: Equatable & Sendable>(
      _ store: Store<Part, Action>, _ path: KeyPath<Part, Value> & Sendable
    ) -> View { View(store, .path(path)) { $0[keyPath: path] } }
    var generator = SeededGenerator(seed: seed)
    return [
      path(store, \.a), path(store, \.b), path(store, \.twice), path(store, \.inner),
      path(inner, \.x), path(again, \.x), path(inner, \.name), path(again, \.sum),
      path(store, \.maybe), path(store, \.rows), path(store, \.self),
      View(store, .selector(sums)) { sums($0) }, View(store, .selector(both)) { both($0) },
      View(store, .function { $0.inner.sum }) { $0.inner.sum },
    ].shuffled(using: &generator)
  }

  @Test("a view is notified of each change that makes it out of date, in random programs")
  func random() {
    for seed in UInt64(0)..<rounds(60, long: 300) {
      var generator = SeededGenerator(seed: seed)
      let store = Store(initial: State(), reducer: Self.reducer)
      let views = Self.views(store, seed)
      // The scripts that run inside the next deliveries.
      let scripts = Slot<[(SeededGenerator, Int)]>()
      scripts.value = []
      let run: @Sendable (inout SeededGenerator, Int) -> Void = { generator, count in
        for _ in 0..<count {
          if Bool.random(using: &generator) {
            store.dispatch(.random(&generator))
          } else {
            views.randomElement(using: &generator)?.draw()
          }
        }
      }
      let listener = store.subscribe { _ in
        guard let script = scripts.value?.popLast() else { return }
        var generator = script.0
        run(&generator, script.1)
      }
      var others: [Subscription] = []
      for step in 0..<60 {
        if Int.random(in: 0..<3, using: &generator) == 0 {
          scripts.value?.append(
            (SeededGenerator(seed: generator.next()), Int.random(in: 1..<6, using: &generator)))
        }
        // Subscribers of `inner` and of `a` come and go.
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: others.append(store.subscribe(to: \.inner) { _ in })
        case 1: others.append(store.subscribe(to: \.a) { _ in })
        case 2: if !others.isEmpty { others.removeFirst().cancel() }
        default: break
        }
        run(&generator, 1)
        let wrong = views.count { $0.isWrong() }
        // The invariants take a third of the time of each step.
        let broken = step % 4 == 3 ? store.deliveryPlan.brokenInvariant : nil
        if wrong > 0 || broken != nil {
          Issue.record("seed \(seed), step \(step): \(wrong) wrong, \(broken ?? "plan intact")")
          return
        }
      }
      withExtendedLifetime(listener) {}
    }
  }

  @Test("no view is out of date without notice after several threads have dispatched")
  func threads() async {
    let store = Store(initial: State(), reducer: Self.reducer)
    let views = Self.views(store, 1)
    let observer = store.observeCommits { _ in }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(number))
          for _ in 0..<2_000 {
            store.dispatch(.random(&generator))
            if number == 0 { views.randomElement(using: &generator)?.draw() }
          }
        }
      }
    }
    store.waitForDelivery()
    #expect(views.allSatisfy { !$0.isWrong() })
    #expect(store.deliveryPlan.brokenInvariant == nil)
    withExtendedLifetime(observer) {}
  }
}
