import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceStore

/// Random programs that mix children of all kinds, waiting and running work under ids, cancellations,
/// sources, held actions, replacements, scoped stores and the store's end, with and without
/// subscribers. The states are those of a plain model.
@Suite("Random programs of children with work")
struct ScopedWorkProgramTests {
  struct Child: Equatable, Identifiable, Sendable {
    let id: Int
    var results: [Int] = []
    var ticks = 0
    var inner: Leaf?
  }

  struct Leaf: Equatable, Sendable { var results: [Int] = [] }

  struct State: Equatable, Sendable {
    var optional: Child?
    var list = IdentifiedList<Child>()

    func hasChild(of action: Action) -> Bool {
      switch action {
      case .optional(.own): optional != nil
      case .optional(.inner): optional?.inner != nil
      case .element(let id, _): list.contains(id: id)
      case .setPresent, .cancelAll, .nothing: true
      }
    }

    mutating func setPresent(_ name: ChildName, _ isPresent: Bool) {
      switch name {
      case .optional where isPresent: optional = optional ?? Child(id: 0)
      case .optional: optional = nil
      case .inner where isPresent: if optional?.inner == nil { optional?.inner = Leaf() }
      case .inner: optional?.inner = nil
      case .first, .second, .third:
        let id = name.id ?? 0
        if !isPresent {
          list.remove(id: id)
        } else if !list.contains(id: id) {
          list.append(Child(id: id))
        }
      }
    }
  }

  enum Step: Equatable, Sendable {
    case start(WorkOrder)
    case result(Int)
    case cancel(Int)
    case tick
  }

  enum ChildAction: Equatable, Sendable {
    case own(Step)
    case inner(Step)

    static let innerPath = CasePath<ChildAction, Step>({ .inner($0) }) {
      if case .inner(let step) = $0 { step } else { nil }
    }
  }

  enum Action: Equatable, Sendable {
    case optional(ChildAction)
    case element(Int, ChildAction)
    case setPresent(ChildName, Bool)
    case cancelAll(ChildName)
    case nothing

    static let optionalPath = CasePath<Action, ChildAction>({ .optional($0) }) {
      if case .optional(let action) = $0 { action } else { nil }
    }
    static let elementPath = CasePath<Action, (Int, ChildAction)>({ .element($0, $1) }) {
      if case .element(let id, let action) = $0 { (id, action) } else { nil }
    }

    static func step(_ name: ChildName, _ step: Step) -> Action {
      switch name {
      case .optional: .optional(.own(step))
      case .inner: .optional(.inner(step))
      case .first, .second, .third: .element(name.id ?? 0, .own(step))
      }
    }

    /// The order of work that this action carries.
    var order: WorkOrder? {
      let action: ChildAction
      switch self {
      case .optional(let it), .element(_, let it): action = it
      case .setPresent, .cancelAll, .nothing: return nil
      }
      switch action {
      case .own(.start(let order)), .inner(.start(let order)): return order
      default: return nil
      }
    }
  }

  private static func work(_ step: Step, _ results: inout [Int]) -> Command<Step> {
    switch step {
    case .start(let order):
      let result = Command.action(Step.result(order.number))
      let work = order.length == 0 ? result : result.delay(for: .seconds(order.length))
      return order.id.map { work.cancellable(id: $0, inFlight: order.inFlight) } ?? work
    case .result(let number): results.append(number)
    case .cancel(let id): return .cancel(id: id)
    case .tick: break
    }
    return .none
  }

  private static let leaf = Reducer<Leaf, Step> { leaf, step -> Command<Step> in
    work(step, &leaf.results)
  }

  private static let child = Reducer<Child, ChildAction>.combine(
    Reducer { child, action -> Command<ChildAction> in
      guard case .own(let step) = action else { return .none }
      if step == .tick { child.ticks += 1 }
      return work(step, &child.results).map { .own($0) }
    }.sources { child in
      child.id == 0
        ? [] : [.timer(id: "tick", every: .seconds(ScopedWorkModel.interval)) { .own(.tick) }]
    },
    .scope(.optional(\.inner), action: ChildAction.innerPath, leaf))

  private static let children = Reducer<State, Action>.combine(
    .scope(.optional(\.optional), action: Action.optionalPath, child),
    .scope(elements: \.list, action: Action.elementPath, child))

  private static let reducer = Reducer<State, Action> { state, action -> Command<Action> in
    let command = children.reduce(&state, action)
    switch action {
    case .setPresent(let name, let isPresent): state.setPresent(name, isPresent)
    case .cancelAll(.optional): return .cancelScope(.optional(\State.optional))
    case .cancelAll(let name):
      return .cancelScope(.element(name.id ?? 0, in: \State.list))
    case .optional, .element:
      // The parent does not wrap the report that the child is absent.
      guard let order = action.order, state.hasChild(of: action) else { return command }
      let wait = Duration.seconds(order.seconds)
      switch order.wait {
      case .none: return command
      case .delay: return command.delay(for: wait)
      case .debounce: return command.debounce(id: "debounce", for: wait)
      case .sequence: return .concatenate(.action(.nothing).delay(for: wait), command)
      case .nested:
        return .merge(.concatenate(.none, .merge(command, .none).delay(for: wait)), .none)
      }
    case .nothing: break
    }
    return command
  }.sources { children.requiredSources($0) }

  private final class Recorder: CommitRecorder {
    func record(_ commit: RecordedCommit) -> Bool { false }
    func retainState(_ state: any RecordedBox, of version: UInt64) -> Bool { false }
    func didHoldAction() {}
  }

  /// The ways to watch a store.
  enum Watching: CaseIterable, Sendable {
    case nothing, state, part, commits, recorder

    func begin(_ store: Store<State, Action>) -> (any Sendable)? {
      switch self {
      case .nothing: return nil
      case .state: return store.subscribe { _ in }
      case .part: return store.subscribe(to: \.list.count) { _ in }
      case .commits: return store.observeCommits { _ in }
      case .recorder:
        _ = store.context.record(with: Recorder())
        return nil
      }
    }
  }

  @Test("the states are those of the model", arguments: Watching.allCases)
  func model(watching: Watching) throws {
    for seed in UInt64(0)..<rounds(40, long: 10_000) {
      try run(seed, watching)
    }
  }

  private func run(_ seed: UInt64, _ watching: Watching) throws {
    var random = SeededGenerator(seed: seed)
    let clock = ManualClock()
    var model = ScopedWorkModel()
    var initial = State()
    for name in ChildName.allCases { initial.setPresent(name, true) }
    let store = Store(
      initial: initial, reducer: Self.reducer, dependencies: Dependencies(clock: clock),
      onIssue: { _ in })
    // Without a recorder, the store holds nothing.
    let holds = watching == .recorder
    var watcher = watching.begin(store)
    var log: [String] = []
    for number in 0..<40 {
      // Some children more often than others, so that much happens to one.
      let names: [ChildName] = [.first, .first, .first, .optional, .inner, .inner, .second, .third]
      let name = names.randomElement(using: &random) ?? .first
      let isPresent = Bool.random(using: &random)
      switch Int.random(in: 0..<18, using: &random) {
      case 0...5, 16:
        let wait = WorkOrder.Wait.allCases.randomElement(using: &random) ?? .none
        let order = WorkOrder(
          number: number, wait: wait, seconds: .random(in: 1...4, using: &random),
          length: .random(in: 0...3, using: &random),
          id: Bool.random(using: &random) ? .random(in: 0..<2, using: &random) : nil,
          inFlight: [.joined, .cancelled, .kept].randomElement(using: &random) ?? .joined)
        log.append("start \(name) \(order)")
        start(name, order, store, isScoped: Bool.random(using: &random))
        model.dispatch(.start(name, order))
      case 6, 7:
        let id = Int.random(in: 0..<2, using: &random)
        log.append("cancel \(name) \(id)")
        store.dispatch(.step(name, .cancel(id)))
        model.dispatch(.cancel(name, id))
      case 8 where name != .inner:
        log.append("cancel all \(name)")
        store.dispatch(.cancelAll(name))
        model.dispatch(.cancelAll(name))
      case 9, 10, 17:
        log.append("\(isPresent ? "add" : "remove") \(name)")
        store.dispatch(.setPresent(name, isPresent))
        model.dispatch(.setPresent(name, isPresent))
      case 11:
        log.append("\(isPresent ? "add" : "remove") \(name) by a replacement")
        store.context.replaceState(reason: .edit) { $0.setPresent(name, isPresent) }
        model.replace(name, isPresent: isPresent)
      case 12 where holds:
        log.append(isPresent ? "hold" : "release")
        isPresent ? store.context.hold() : store.context.release()
        isPresent ? model.hold() : model.release()
      case 13 where watcher != nil:
        log.append("watch anew")
        watcher = nil
        watcher = Bool.random(using: &random) ? watching.begin(store) : nil
      case 14 where number > 30:
        log.append("end")
        store.finish()
        model.end()
      default:
        let seconds = Int.random(in: 0...4, using: &random)
        log.append("advance \(seconds)")
        clock.advance(by: .seconds(seconds))
        model.advance(to: Int(clock.elapsed / .seconds(1)))
      }
      if let difference = difference(store.state, model) {
        Issue.record("seed \(seed), \(watching): \(difference)\n\(log.joined(separator: "\n"))")
        throw CancellationError()
      }
    }
    // Nothing is left when the children are gone.
    store.context.release()
    for name in ChildName.allCases { store.dispatch(.setPresent(name, false)) }
    // The parent's own delays, and a sequence's first part.
    clock.advance(by: .seconds(5))
    #expect(store.work == WorkCounts() && clock.pendingCount == 0, "seed \(seed)")
    withExtendedLifetime(watcher) {}
  }

  private func start(
    _ name: ChildName, _ order: WorkOrder, _ store: Store<State, Action>, isScoped: Bool
  ) {
    if isScoped, name == .optional,
      let child = store.scope(.optional(\.optional), action: Action.optionalPath)
    {
      child.dispatch(.own(.start(order)))
    } else if isScoped, let id = name.id,
      let child = store.scope(.element(id, in: \.list), action: Action.elementPath.element(id))
    {
      child.dispatch(.own(.start(order)))
    } else {
      store.dispatch(.step(name, .start(order)))
    }
  }

  private func difference(_ state: State, _ model: ScopedWorkModel) -> String? {
    for name in ChildName.allCases {
      let found: ScopedWorkModel.Child? =
        switch name {
        case .optional: state.optional.map { .init(results: $0.results, ticks: $0.ticks) }
        case .inner: state.optional?.inner.map { .init(results: $0.results) }
        case .first, .second, .third:
          state.list[id: name.id ?? 0].map { .init(results: $0.results, ticks: $0.ticks) }
        }
      if found != model.children[name] {
        return "\(name) is \(found.map { "\($0)" } ?? "absent")"
          + " and not \(model.children[name].map { "\($0)" } ?? "absent")"
      }
    }
    return nil
  }
}
