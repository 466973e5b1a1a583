import MillraceStore
import MillraceStoreTesting
import Testing

@Suite("Sources of a state")
struct WantedSourcesTests {
  struct Row: Equatable, Identifiable, Sendable { let id: Int }

  struct State: Equatable, Sendable {
    var isOn = false
    var ticks = 0
    var part = Part()
    var rows: IdentifiedList<Row> = [Row(id: 1)]

    struct Part: Equatable, Sendable { var number = 0 }
  }

  enum Action: Sendable {
    case turn(Bool)
    case tick
    case part(Int)
  }

  typealias Clocked = Store<State, Action>

  /// Ways to listen to a store.
  enum Listening: CaseIterable, Sendable {
    case field, fieldOfAField, selection, whole, element, commits, scope, scopeInScope, values

    /// Starts to listen.
    /// - Returns: The tokens and stores whose release ends the listening.
    func begin(_ store: Clocked) -> [any Sendable] {
      switch self {
      case .field: return [store.subscribe(to: \.ticks) { _ in }]
      case .fieldOfAField: return [store.subscribe(to: \.part.number) { _ in }]
      case .selection: return [store.subscribe(to: { $0.ticks + 1 }) { _ in }]
      case .whole: return [store.subscribe { _ in }]
      case .element: return [store.subscribe(toElement: 1, in: \.rows) { _ in }]
      case .commits: return [store.observeCommits { _ in }]
      case .scope, .scopeInScope:
        let part = store.scope(state: \.part, action: { .part($0) })
        if self == .scope { return [part, part.subscribe { _ in }] }
        let number = part.scope(state: \.number, action: { $0 })
        return [number, number.subscribe { _ in }]
      case .values: return [store.values(of: \.ticks)]
      }
    }
  }

  private func makeStore(_ clock: ManualClock) -> Clocked {
    Store(
      initial: State(),
      reducer: Reducer { state, action in
        switch action {
        case .turn(let isOn): state.isOn = isOn
        case .tick: state.ticks += 1
        case .part(let number): state.part.number = number
        }
      }.sources { $0.isOn ? [.timer(id: "tick", every: .seconds(1)) { .tick }] : [] },
      dependencies: Dependencies(clock: clock))
  }

  @Test("a state's wanted sources run with any kind of listener", arguments: Listening.allCases)
  func beside(_ listening: Listening) {
    let clock = ManualClock()
    let store = makeStore(clock)
    let listeners = listening.begin(store)
    store.dispatch(.part(1))
    store.dispatch(.turn(true))
    clock.advance(by: .seconds(2))
    #expect(store.state.ticks == 2)
    store.dispatch(.turn(false))
    clock.advance(by: .seconds(2))
    #expect(store.state.ticks == 2)
    withExtendedLifetime(listeners) {}
  }

  @Test(
    "a state's wanted sources run while listeners are added and removed",
    arguments: 1...20 as ClosedRange<UInt64>)
  func random(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let clock = ManualClock()
    let store = makeStore(clock)
    var listeners: [[any Sendable]] = []
    var (isOn, ticks) = (false, 0)
    for step in 0..<200 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: listeners.append(Listening.allCases.randomElement(using: &random)!.begin(store))
      case 2 where !listeners.isEmpty:
        listeners.remove(at: Int.random(in: listeners.indices, using: &random))
      case 3: store.dispatch(.part(step))
      case 4:
        isOn.toggle()
        store.dispatch(.turn(isOn))
      default:
        clock.advance(by: .seconds(1))
        ticks += isOn ? 1 : 0
      }
      #expect(clock.pendingCount == (isOn ? 1 : 0), "seed \(seed), step \(step)")
      #expect(store.state.ticks == ticks, "seed \(seed), step \(step)")
    }
  }
}
