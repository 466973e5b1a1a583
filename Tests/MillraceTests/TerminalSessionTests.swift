import Millrace
import MillraceTesting
import Testing

private struct Steps: Equatable, Sendable {
  var value = 0
  var noise = 0
}

private enum StepAction: Sendable { case more, noise }

@MainActor
@Suite("Terminal session")
struct TerminalSessionTests {
  private let store = Store<Steps, StepAction>(
    initial: Steps(),
    reducer: Reducer { state, action in
      switch action {
      case .more: state.value += 1
      case .noise: state.noise += 1
      }
    })

  private func stage() throws -> TestStage {
    try TestStage(
      TerminalApp(store) { state, dispatch, terminal in
        Column {
          Text("\(state.value) on \(terminal.size.columns)x\(terminal.size.rows)")
          Button("more") { dispatch(.more) }
        }
        .onKey { key in
          guard key == .character("q") else { return false }
          terminal.quit()
          return true
        }
      }, columns: 40, rows: 10)
  }

  @Test("a key is answered at once by one write")
  func answered() throws {
    let stage = try stage()
    let writes = stage.terminal.writes
    stage.terminal.send(.enter)
    #expect(stage.rows[0] == "1 on 40x10")
    #expect(stage.terminal.writes == writes + 1)
  }

  @Test("a session can inspect its tree, with the reason and frame of each node")
  func inspected() throws {
    let stage = try stage()
    stage.session.isInspected = true
    stage.terminal.send(.enter)
    func all(_ nodes: [InspectedNode]) -> [InspectedNode] {
      nodes.flatMap { [$0] + all($0.children) }
    }
    let nodes = all(stage.session.inspect())
    #expect(nodes.contains { $0.reason == .source })
    let text = try #require(nodes.first { $0.props.contains("1 on 40x10") })
    #expect(text.frame == CellRect(x: 0, y: 0, width: 40, height: 1))
  }

  @Test("a frame record has causes, damage and bytes; a frame that changes nothing has no record")
  func frames() throws {
    struct Page: Sendable { var title = "a", other = 0 }
    let store = Store(
      initial: Page(),
      reducer: Reducer<Page, String> { page, title in
        if title.isEmpty { page.other += 1 } else { page.title = title }
      })
    let stage = try TestStage(
      TerminalApp(store) {
        Connect(store, \.title) { title, _ in Text(title) }
        SizeReader { size in Text("\(size.width) wide") }
        Connect(store) { page, _ in Text("\(page.other)") }
      }, columns: 10, rows: 3)
    var frames: [FrameRecord] = []
    stage.session.onFrame = { frames.append($0.described()) }
    store.dispatch("b")
    stage.settle()
    let frame = try #require(frames.first)
    func causes(_ frame: FrameRecord) -> [String] {
      frame.bodies.flatMap(\.causes).map { "\($0.reason) \($0.name) \($0.old) \($0.new)" }
    }
    #expect(causes(frame) == ["source \\Page.title a b", "source Page version 0 version 1"])
    #expect(frame.damage == [CellRect(x: 0, y: 0, width: 10, height: 1)])
    #expect(frame.boxes >= 1)
    #expect(frame.cells == 1)
    #expect(frame.bytes > 0)
    frames = []
    stage.terminal.resize(columns: 8, rows: 3)
    stage.settle()
    #expect(causes(try #require(frames.first)).contains { $0.hasPrefix("size size ") })
    frames = []
    stage.settle()
    #expect(frames.isEmpty)
    stage.session.onFrame = nil
    store.dispatch("c")
    stage.settle()
    #expect(frames.isEmpty)
    #expect(stage.rows[0] == "c")
  }

  @Test("of consecutive mouse motions in one read, only the last is reported")
  func motions() throws {
    @MainActor final class Received { var events: [String] = [] }
    let received = Received()
    let stage = try TestStage(
      TerminalApp(store) { _, _ in
        Column { Text("") }.onPointer(.motion) { event in
          if event.phase != .enter { received.events.append("\(event.phase) \(event.position.x)") }
          return true
        }
      }, columns: 40, rows: 10)
    func report(_ code: Int, _ columns: Range<Int>, _ end: String = "M") -> String {
      columns.map { "\u{1B}[<\(code);\($0 + 1);1\(end)" }.joined()
    }
    stage.terminal.sendBytes(
      Array(
        (report(35, 0..<9) + report(0, 9..<10) + report(32, 10..<20) + report(0, 19..<20, "m")
          + report(35, 20..<22)).utf8))
    #expect(received.events == ["move 8", "press 9", "drag 19", "release 19", "move 21"])
    #expect(stage.terminal.virtualScreen.modes.contains(1003))
    stage.session.end()
    #expect(stage.terminal.virtualScreen.modes == VirtualScreen(width: 1, height: 1).modes)
  }

  @Test("many changes in a row draw few frames, ending with the last state")
  func paced() throws {
    let stage = try stage()
    let writes = stage.terminal.writes
    for _ in 0..<1000 { store.dispatch(.more) }
    stage.settle()
    #expect(stage.rows[0] == "1000 on 40x10")
    #expect(stage.terminal.writes - writes <= 2)
  }

  @Test("a change that no view shows writes nothing")
  func silent() throws {
    let stage = try stage()
    let bytes = stage.terminal.bytesWritten
    store.dispatch(.noise)
    stage.settle()
    #expect(stage.terminal.bytesWritten == bytes)
    #expect(stage.clock.pendingCount == 0)
  }

  @Test("a resize reaches the view")
  func resized() throws {
    let stage = try stage()
    stage.terminal.resize(columns: 30, rows: 5)
    stage.settle()
    #expect(stage.rows == ["0 on 30x5", "‹more›"])
  }

  @Test("reload() evaluates every body, and keeps local state, focus and cursor")
  func reloads() throws {
    let code = Code()
    let stage = try TestStage(TerminalApp(store) { Kept(code: code) }, columns: 40, rows: 5)
    stage.terminal.send(.tab, .home)
    stage.terminal.type("a")
    stage.settle()
    let cursor = stage.terminal.cursor
    code.text = "new"
    store.dispatch(.noise)
    stage.settle()
    #expect(stage.rows[0] == "old")
    stage.session.reload()
    stage.settle()
    #expect(stage.rows[0] == "new")
    #expect(stage.rows[2].hasPrefix("afield"))
    #expect(stage.terminal.cursor == cursor)
    stage.session.end()
    stage.session.reload()
  }

  @Test("quit() ends the session and restores the terminal")
  func quits() async throws {
    let stage = try stage()
    #expect(stage.terminal.virtualScreen.modes.isSuperset(of: [1049, 2004, 1000, 1006]))
    stage.terminal.send(.character("q"))
    #expect(await stage.session.ending() == .quit)
    #expect(stage.terminal.virtualScreen.modes == VirtualScreen(width: 1, height: 1).modes)
  }

  @Test("Ctrl-C, a signal and a lost terminal each give their own ending")
  func endings() async throws {
    let typed = try stage()
    typed.terminal.send(.control("c"))
    #expect(await typed.session.ending() == .interrupted)

    let signalled = try stage()
    signalled.terminal.send(DeviceEvent.signal(15))
    #expect(await signalled.session.ending() == .signal(15))

    let lost = try stage()
    lost.terminal.send(DeviceEvent.hangup)
    #expect(await lost.session.ending() == .hangup)
  }

  @Test("an ended session draws nothing and handles no input")
  func afterEnd() throws {
    let stage = try stage()
    stage.terminal.sendBytes(Array("q\r\r".utf8))
    let bytes = stage.terminal.bytesWritten
    #expect(store.state.value == 0)
    store.dispatch(.more)
    stage.settle()
    #expect(stage.terminal.bytesWritten == bytes)
  }

  @Test("Ctrl-Z suspends the session, and the whole screen is painted afterwards")
  func suspends() throws {
    let stage = try stage()
    stage.terminal.send(.control("z"))
    stage.settle()
    #expect(stage.terminal.suspensions == 1)
    #expect(stage.rows[0] == "0 on 40x10")
  }

  @Test("Ctrl-L repaints the whole screen")
  func repaints() throws {
    let stage = try stage()
    stage.terminal.write(Array("\u{1B}[Hgarbage".utf8))
    stage.terminal.send(.control("l"))
    stage.settle()
    #expect(stage.rows[0] == "0 on 40x10")
  }

  @Test("an ended session retains neither store nor view")
  func releases() throws {
    weak var released: Store<Steps, StepAction>?
    weak var ended: TerminalSession?
    do {
      let store = Store<Steps, StepAction>(initial: Steps(), reducer: Reducer { _, _ in })
      released = store
      let stage = try TestStage(TerminalApp(store) { state, _ in Text("\(state.value)") })
      ended = stage.session
      stage.session.end()
    }
    #expect(released == nil)
    #expect(ended == nil)
  }

  @Test("a dropped stage ends its program and releases everything")
  func drops() async throws {
    struct Moving: Component {
      @Environment(\.toaster) var toaster

      var body: Node {
        Column {
          Button("save") { toaster.show("Saved") }
          Spinner()
        }.task { try? await Task.sleep(for: .seconds(3600)) }
      }
    }
    weak var store: Store<Steps, StepAction>?
    weak var session: TerminalSession?
    weak var terminal: TestTerminal?
    do {
      let stage = try TestStage { dependencies in
        let running = Store<Steps, StepAction>(
          initial: Steps(),
          reducer: Reducer { state, _ -> Command<StepAction> in
            state.value += 1
            return .task { _ in .more }.delay(for: .seconds(1))
          }, dependencies: dependencies)
        store = running
        return TerminalApp(running) { state, dispatch in
          Moving()
          Button("\(state.value)") { dispatch(.more) }
        }
      }
      (session, terminal) = (stage.session, stage.terminal)
      stage.terminal.send(.enter, .tab, .enter)
      #expect(store?.state.value == 1)
    }
    // The program ends on the main actor, in a task.
    for _ in 0..<100 where session != nil { await Task.yield() }
    #expect(store == nil)
    #expect(session == nil)
    #expect(terminal == nil)
  }

  @Test("each mistake in the view is recorded once")
  func issues() throws {
    let stage = try TestStage(
      TerminalApp(store) { state, _ in
        Column { for _ in 0..<3 { Text("\(state.value)").key("same") } }
      })
    store.dispatch(.more)
    stage.settle()
    #expect(
      stage.session.issues == [
        RenderIssue(
          .duplicateKey(NodeKey("same")), path: "Connect<Steps, StepAction, Steps>/Column")
      ])
    #expect(stage.rows[..<3] == ["1", "1", "1"])
  }

  @Test("a session without an owner keeps running, and releases everything at its end")
  func kept() throws {
    weak var terminal: TestTerminal?
    do {
      let strong = TestTerminal(columns: 10, rows: 2)
      terminal = strong
      _ = try TerminalApp(store) { state, dispatch in
        Button("\(state.value)") { dispatch(.more) }
      }.start(on: strong, scheduler: ManualClock()) { work in
        MainActor.assumeIsolated { work() }
      }
      strong.send(.enter)
      #expect(store.state.value == 1)
      strong.send(.control("c"))
      #expect(!strong.virtualScreen.modes.contains(1049))
    }
    #expect(terminal == nil)
  }

  @Test("cancelling the task that waits for the ending ends the program")
  func cancelled() async throws {
    let stage = try stage()
    let waiting = Task { @MainActor in await stage.session.ending() }
    waiting.cancel()
    #expect(await waiting.value == .quit)
    #expect(!stage.terminal.virtualScreen.modes.contains(1049))
  }

  @Test("a store's startup failure is thrown before the terminal is used")
  func startupFailure() async {
    struct Failure: Error {}
    let store = Store<Steps, StepAction>(
      initial: Steps(), reducer: Reducer { _, _ in },
      middleware: [Middleware(parts: { _ in .init(start: { _ in throw Failure() }) })])
    await #expect(throws: Failure.self) {
      try await TerminalApp(store) { state, _ in Text("\(state.value)") }.run()
    }
  }
}

/// Simulates code that a live reload replaces.
@MainActor private final class Code: Equatable {
  var text = "old"

  nonisolated static func == (first: Code, second: Code) -> Bool { first === second }
}

/// A component whose props never differ.
private struct Kept: Component, Equatable {
  let code: Code
  @Local var text = "field"

  var body: Node {
    Column {
      Text(code.text)
      Button("first") {}
      TextField($text)
    }
  }
}

/// A terminal that takes one write and is busy until the test frees it.
@MainActor
private final class StallingTerminal: TerminalDevice {
  let size = TerminalSize(columns: 20, rows: 2)
  let traits = TestTerminal().traits
  var isBusy = false
  var writes = 0
  var receive: (@MainActor (DeviceEvent) -> Void)?

  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) { self.receive = receive }

  func write(_ bytes: [UInt8]) {
    #expect(!isBusy)
    isBusy = true
    writes += 1
  }

  func takeAll() {
    isBusy = false
    receive?(.ready)
  }

  func suspend() {}
  func release() {}
  func reclaim() {}
  func stop() { receive = nil }
}

@MainActor
@Suite("Slow terminals")
struct SlowTerminalTests {
  @Test("a busy terminal gets only the newest state once it is free; keys are always handled")
  func fewerFrames() throws {
    let store = Store<Steps, StepAction>(
      initial: Steps(), reducer: Reducer { state, _ in state.value += 1 })
    let (terminal, clock) = (StallingTerminal(), ManualClock())
    let session = try TerminalApp(store) { state, dispatch in
      Button("\(state.value)") { dispatch(.more) }
    }.start(on: terminal, scheduler: clock) { work in MainActor.assumeIsolated { work() } }
    #expect(terminal.writes == 1)
    for _ in 0..<10 {
      terminal.receive?(.input([.key(.enter)]))
      terminal.receive?(.resized)
      clock.advance(by: .milliseconds(20))
    }
    #expect(store.state.value == 10)
    #expect(terminal.writes == 1)
    terminal.takeAll()
    clock.advance(by: .milliseconds(20))
    #expect(terminal.writes == 2)
    terminal.takeAll()
    clock.advance(by: .milliseconds(20))
    #expect(terminal.writes == 2)
    terminal.receive?(.input([.key(.enter), .key(.control("c"))]))
    #expect(session.ended == .interrupted)
  }
}
