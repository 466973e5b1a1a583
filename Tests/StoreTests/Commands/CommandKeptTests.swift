import Testing
import TestSupport

@testable import MillraceStore
import MillraceStoreTesting

@Suite("Commands: in flight kept")
struct CommandKeptTests {
  /// A store that runs the command of each "go" action under one id, with `inFlight: .kept`.
  private static func store(
    _ command: @escaping @Sendable (String) -> Command<String>
  ) -> TinyStore<String> {
    TinyStore { action in
      switch action {
      case _ where action.hasPrefix("go"): command(action).cancellable(id: 1, inFlight: .kept)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
  }

  private static func delayed(_ action: String) -> Command<String> {
    .action("result of \(action)").delay(for: .seconds(1))
  }

  @Test("a command is dropped while work runs under its id, and a later one starts again")
  func runs() async {
    let gates = [Gate(), Gate()]
    let store = Self.store { action in
      .run { send in
        await gates[action == "go 1" ? 0 : 1].wait()
        send("result of \(action)")
      }
    }
    store.dispatch("go 1")
    await gates[0].arrived()
    store.dispatch("go 2")
    #expect(store.runner.runningCount == 1)
    gates[0].open()
    await store.idle()
    store.dispatch("go 3")
    gates[1].open()
    await store.idle()
    #expect(store.log == ["go 1", "go 2", "result of go 1", "go 3", "result of go 3"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a command is dropped while another waits under its id")
  func waits() {
    let store = Self.store(Self.delayed)
    store.dispatch("go 1")
    store.dispatch("go 2")
    store.clock.advance(by: .seconds(1))
    store.dispatch("go 3")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go 1", "go 2", "result of go 1", "go 3", "result of go 3"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("a dropped command does not restart the debounce inside a kept command")
  func debounceInside() {
    let store = Self.store { .action("result of \($0)").debounce(id: "quiet", for: .seconds(2)) }
    store.dispatch("go 1")
    store.clock.advance(by: .seconds(1))
    store.dispatch("go 2")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go 1", "go 2", "result of go 1"])
  }

  @Test("a debounce around a kept command does not count as work in flight")
  func insideDebounce() {
    for id in [1, 2] {
      let store = TinyStore<String> { action in
        action == "go"
          ? Self.delayed(action).cancellable(id: 1, inFlight: .kept)
            .debounce(id: id, for: .seconds(1))
          : .none
      }
      store.dispatch("go")
      store.clock.advance(by: .seconds(2))
      #expect(store.log == ["go", "result of go"])
    }
  }

  @Test("a new command starts after a cancel, even before the cancelled task has returned")
  func cancelled() async {
    let gate = Gate()
    let store = Self.store { action in
      .run { send in
        await gate.wait()
        send("result of \(action)")
      }
    }
    store.dispatch("go 1")
    await gate.arrived()
    store.dispatch("stop")
    store.dispatch("go 2")
    gate.open()
    await store.idle()
    #expect(store.log == ["go 1", "stop", "go 2", "result of go 2"])
  }

  @Test("the last action of a task, or of its catch, can start the next task under the same id")
  func last() async {
    for isFailing in [false, true] {
      let store = Self.store { action in
        .task {
          if isFailing { throw Failure() }
          return action == "go" ? "go on" : "end"
        }
        .catch { _ in action == "go" ? "go on" : "end" }
      }
      store.dispatch("go")
      await store.actions.wait(for: 3)
      await store.idle()
      #expect(store.log == ["go", "go on", "end"])
      #expect(store.runner.tableSize == 0)
    }
  }

  @Test("the last action of one effect starts nothing while another runs under the same id")
  func several() async {
    let gate = Gate()
    let store = Self.store { action in
      action == "go"
        ? .merge(
          .task { "go on" },
          .run { send in
            await gate.wait()
            send("end")
          })
        : .action("never")
    }
    store.dispatch("go")
    await store.actions.wait(for: 2)
    gate.open()
    await store.idle()
    #expect(store.log == ["go", "go on", "end"])
  }

  @Test(
    "work is in flight until it returns, so an earlier action of it starts nothing under its id")
  func sends() async {
    let gate = Gate()
    let store = Self.store { action in
      .run { send in
        if action == "go" { send("go on") }
        await gate.wait()
        send("result of \(action)")
      }
    }
    store.dispatch("go")
    await gate.arrived()
    gate.open()
    await store.idle()
    #expect(store.log == ["go", "go on", "result of go"])
  }

  @Test("a concatenation goes on after a dropped part")
  func concatenation() {
    let store = TinyStore<String> { action in
      guard action.hasPrefix("go") else { return .none }
      return .concatenate(
        Self.delayed(action).cancellable(id: 1, inFlight: .kept), .action("end of \(action)"))
    }
    store.dispatch("go 1")
    store.dispatch("go 2")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go 1", "go 2", "end of go 2", "result of go 1", "end of go 1"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("the open interval of a throttle does not count as work in flight")
  func throttle() {
    let store = TinyStore<String> { action in
      switch action {
      case "throttled": .action("first").throttle(id: 1, for: .seconds(10))
      case "go": Self.delayed(action).cancellable(id: 1, inFlight: .kept)
      default: .none
      }
    }
    store.dispatch("throttled")
    store.dispatch("go")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["throttled", "first", "go", "result of go"])
  }

  private struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var starts = 0
    var results = 0
  }

  private enum RowsAction: Equatable, Sendable {
    case row(Int, String)
    case set(IdentifiedList<Row>)

    static let rowPath = CasePath(RowsAction.row) {
      if case .row(let id, let action) = $0 { (id, action) } else { nil }
    }
  }

  @Test("each child keeps its own work in flight, and so does a child that replaces a removed one")
  func children() {
    let row = Reducer<Row, String> { row, action in
      switch action {
      case "go":
        row.starts += 1
        return .action("result").delay(for: .seconds(1)).cancellable(id: 1, inFlight: .kept)
      default: row.results += 1
      }
      return .none
    }
    let rows: IdentifiedList<Row> = [Row(id: 1), Row(id: 2)]
    let reducer = Reducer<IdentifiedList<Row>, RowsAction>.combine(
      Reducer { rows, action in if case .set(let new) = action { rows = new } },
      .scope(elements: \.self, action: RowsAction.rowPath, row))
    let clock = ManualClock()
    let store = Store(
      initial: rows, reducer: reducer, dependencies: Dependencies(clock: clock))
    for id in [1, 2, 1, 2] { store.dispatch(.row(id, "go")) }
    #expect(clock.pendingCount == 2)
    store.dispatch(.set([Row(id: 2)]))
    store.dispatch(.set([Row(id: 1), Row(id: 2)]))
    store.dispatch(.row(1, "go"))
    clock.advance(by: .seconds(1))
    #expect(store.state == [Row(id: 1, starts: 1, results: 1), Row(id: 2, results: 1)])
  }
}
