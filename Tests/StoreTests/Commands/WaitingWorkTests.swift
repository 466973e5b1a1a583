import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceStore

/// A command names its work, and belongs to its children, from the commit that returned it: also
/// the parts that wait in a delay, a debounce, a throttle or a sequence.
@Suite("Commands: work that waits")
struct WaitingWorkTests {
  /// The ways in which a part of a command waits for a second.
  enum Wait: CaseIterable, Sendable {
    case delay, debounce, throttle, sequence, nested

    func wrap<Action>(_ command: Command<Action>, _ nothing: Action) -> Command<Action> {
      let second = Duration.seconds(1)
      return switch self {
      case .delay: command.delay(for: second)
      case .debounce: command.debounce(id: "wait", for: second)
      case .throttle: command.throttle(id: "wait", for: second, leading: false)
      case .sequence: .concatenate(.action(nothing).delay(for: second), command)
      case .nested:
        .merge(.concatenate(.action(nothing), command.delay(for: second)), .action(nothing))
      }
    }
  }

  // MARK: Children

  struct Child: Equatable, Identifiable, Sendable {
    let id: Int
    var results = 0
  }

  struct Desk: Equatable, Sendable {
    var optional: Child? = Child(id: 1)
    var list: IdentifiedList<Child> = [Child(id: 1), Child(id: 2)]
  }

  enum Step: Equatable, Sendable { case start, result }

  enum Action: Equatable, Sendable {
    case remove, add, nothing
    case optional(Step)
    case element(Int, Step)

    static let optionalPath = CasePath<Action, Step>(Action.optional) {
      if case .optional(let step) = $0 { step } else { nil }
    }
    static let elementPath = CasePath<Action, (Int, Step)>(Action.element) {
      if case .element(let id, let step) = $0 { (id, step) } else { nil }
    }
  }

  private static let child = Reducer<Child, Step> { child, step in
    if step == .start { return .action(.result) }
    child.results += 1
    return .none
  }

  private static let children = Reducer<Desk, Action>.combine(
    .scope(.optional(\.optional), action: Action.optionalPath, child),
    .scope(elements: \.list, action: Action.elementPath, child))

  private static func reducer(_ wait: Wait) -> Reducer<Desk, Action> {
    Reducer { desk, action -> Command<Action> in
      let command = children.reduce(&desk, action)
      switch action {
      case .remove:
        desk.optional = nil
        desk.list.remove(id: 1)
      case .add: desk = Desk()
      case .optional(.start), .element(_, .start): return wait.wrap(command, .nothing)
      case .optional, .element, .nothing: break
      }
      return command
    }
  }

  @Test(
    "waiting work of a removed child never begins, and a new child gets no result of the old one",
    arguments: Wait.allCases, [false, true])
  func removed(wait: Wait, isWatched: Bool) {
    let clock = ManualClock()
    let store = Store(
      initial: Desk(), reducer: Self.reducer(wait), dependencies: Dependencies(clock: clock))
    let token = isWatched ? store.subscribe { _ in } : nil
    store.dispatch(.optional(.start))
    store.dispatch(.remove)
    store.dispatch(.add)
    clock.advance(by: .seconds(5))
    #expect(store.state == Desk())
    store.dispatch(.element(1, .start))
    store.dispatch(.remove)
    store.dispatch(.add)
    clock.advance(by: .seconds(5))
    #expect(store.state == Desk())
    store.dispatch(.element(2, .start))
    store.dispatch(.remove)
    clock.advance(by: .seconds(5))
    #expect(store.state.list.map(\.results) == [1], "the other element's work continues")
    #expect(store.work == WorkCounts())
    withExtendedLifetime(token) {}
  }

  @Test(
    "the first command's waiting work of a child that is removed never begins",
    arguments: Wait.allCases)
  func start(wait: Wait) {
    let clock = ManualClock()
    var desk = Desk()
    let first = Self.children.reduce(&desk, .optional(.start))
    let store = Store(
      initial: Desk(), reducer: Self.reducer(wait), start: wait.wrap(first, .nothing),
      dependencies: Dependencies(clock: clock))
    store.dispatch(.remove)
    store.dispatch(.add)
    clock.advance(by: .seconds(5))
    #expect(store.state == Desk())
  }

  @Test("a first command's running work of a child ends when the child is removed")
  func startedWork() {
    let clock = ManualClock()
    var desk = Desk()
    let later = Reducer<Child, Step> { child, step in
      if step == .start { return .action(.result).delay(for: .seconds(1)) }
      child.results += 1
      return .none
    }
    let children = Reducer<Desk, Action>.scope(
      .optional(\.optional), action: Action.optionalPath, later)
    let store = Store(
      initial: Desk(),
      reducer: .combine(
        children, Reducer { if $1 == .remove { $0.optional = nil } else { $0.list = [] } }),
      start: children.reduce(&desk, .optional(.start)), dependencies: Dependencies(clock: clock))
    store.dispatch(.remove)
    #expect(clock.pendingCount == 0)
    withExtendedLifetime(store) {}
  }

  @Test("work that replaced a child's other work ends with the child", arguments: [false, true])
  func replaced(isWatched: Bool) {
    let later = Reducer<Child, Step> { child, step in
      if step == .start {
        return .action(.result).debounce(id: "search", for: .seconds(1))
      }
      child.results += 1
      return .none
    }
    let clock = ManualClock()
    let store = Store(
      initial: Desk(),
      reducer: Reducer<Desk, Action>.combine(
        .scope(.optional(\.optional), action: Action.optionalPath, later),
        .scope(elements: \.list, action: Action.elementPath, later),
        Reducer { if $1 == .remove { ($0.optional, $0.list) = (nil, []) } }),
      dependencies: Dependencies(clock: clock))
    let token = isWatched ? store.subscribe { _ in } : nil
    for _ in 0..<2 {
      store.dispatch(.optional(.start))
      store.dispatch(.element(1, .start))
    }
    #expect(clock.pendingCount == 2)
    store.dispatch(.remove)
    #expect(clock.pendingCount == 0)
    withExtendedLifetime(token) {}
  }

  // MARK: Ids

  @Test("a cancel ends the work under its id that still waits", arguments: Wait.allCases)
  func cancel(wait: Wait) {
    let store = TinyStore<String> { action in
      switch action {
      case "go": wait.wrap(.action("late").cancellable(id: 1), "")
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop")
    store.clock.advance(by: .seconds(5))
    #expect(store.log.filter { !$0.isEmpty } == ["go", "stop"])
    #expect(store.runner.tableSize == 0)
    store.dispatch("go")
    store.clock.advance(by: .seconds(5))
    #expect(store.log.filter { !$0.isEmpty } == ["go", "stop", "go", "late"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a delay whose only work is cancelled has ended", arguments: [Wait.delay, .throttle])
  func nothingLeft(wait: Wait) {
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        wait.wrap(
          .merge(
            .action("a").cancellable(id: 1),
            .concatenate(.action("b"), .action("c")).cancellable(id: 1).delay(for: .seconds(1))),
          "")
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop")
    #expect(store.runner.runningCount == 0)
  }

  @Test("a cancelled part of waiting work leaves the other parts alone", arguments: Wait.allCases)
  func part(wait: Wait) {
    let store = TinyStore<String> { action in
      switch action {
      case "go": wait.wrap(.merge(.action("a").cancellable(id: 1), .action("b")), "")
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop")
    store.clock.advance(by: .seconds(5))
    #expect(store.log.filter { !$0.isEmpty } == ["go", "stop", "b"])
  }

  @Test("a newer debounced command beats an older one that waits in a sequence")
  func debounce() {
    let store = TinyStore<String> { action in
      switch action {
      case "old":
        .concatenate(
          .action("first").delay(for: .seconds(1)),
          .action("stale").debounce(id: 1, for: .seconds(1)))
      case "new": .action("newest").debounce(id: 1, for: .seconds(3))
      default: .none
      }
    }
    store.dispatch("old")
    store.dispatch("new")
    store.clock.advance(by: .seconds(5))
    #expect(store.log == ["old", "new", "first", "newest"])
    #expect(store.runner.tableSize == 0)
  }

  @Test(
    "work that waits under an id is in flight: kept, it drops new work", arguments: Wait.allCases)
  func kept(wait: Wait) {
    let store = TinyStore<String> { action in
      switch action {
      case "old": wait.wrap(.action("a").cancellable(id: 1, inFlight: .kept), "")
      case "new": .action("b").cancellable(id: 1, inFlight: .kept)
      default: .none
      }
    }
    store.dispatch("old")
    store.dispatch("new")
    store.clock.advance(by: .seconds(5))
    #expect(store.log.filter { !$0.isEmpty } == ["old", "new", "a"])
  }

  @Test(
    "parts of one sequence under one id follow each other",
    arguments: [
      InFlight.joined, .cancelled, .kept,
    ])
  func sequence(inFlight: InFlight) {
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .concatenate(
        .cancel(id: 1),
        .action("a").delay(for: .seconds(1)).cancellable(id: 1, inFlight: inFlight),
        .action("b").delay(for: .seconds(1)).cancellable(id: 1, inFlight: inFlight))
    }
    store.dispatch("go")
    store.clock.advance(by: .seconds(5))
    #expect(store.log == ["go", "a", "b"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a cancelled scope of waiting work is not in flight under the ids inside it")
  func nestedNames() {
    let store = TinyStore<String> { action in
      switch action {
      case "old":
        Command.action("a").cancellable(id: 1).cancellable(id: 2).scoped(by: "scope")
          .delay(for: .seconds(1))
      case "stop": .cancelScope(by: "scope")
      case "new": Command.action("b").cancellable(id: 1, inFlight: .kept).scoped(by: "scope")
      default: .none
      }
    }
    store.dispatch("old")
    store.dispatch("stop")
    store.dispatch("new")
    #expect(store.log == ["old", "stop", "new", "b"])
    #expect(store.runner.tableSize == 0)
  }

  @Test(
    "a later cancel in a merge reaches a waiting part, and an earlier one does not",
    arguments: Wait.allCases)
  func merged(wait: Wait) {
    let store = TinyStore<String> { action in
      let work = wait.wrap(Command.action("late").cancellable(id: 1), "")
      return switch action {
      case "after": .merge(work, .cancel(id: 1))
      case "before": .merge(.cancel(id: 1), work)
      default: .none
      }
    }
    store.dispatch("after")
    store.clock.advance(by: .seconds(5))
    #expect(store.log.filter { !$0.isEmpty } == ["after"])
    store.dispatch("before")
    store.clock.advance(by: .seconds(5))
    #expect(store.log.filter { !$0.isEmpty } == ["after", "before", "late"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a command that is used twice is named twice")
  func twice() {
    let work = Command.action("a").cancellable(id: 1)
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .concatenate(work, .action("b").delay(for: .seconds(1)), work)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop")
    store.clock.advance(by: .seconds(5))
    #expect(store.log == ["go", "a", "stop", "b"])
    #expect(store.runner.tableSize == 0)
  }
}
