import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite("Lending the terminal")
struct SuspensionTests {
  private let store = Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })
  private let gate = Gate()
  private let control = Slot<TerminalControl>()
  private let stage: TestStage

  init() throws {
    stage = try TestStage(
      TerminalApp(store) { [control] state, dispatch, terminal in
        let _ = control.value = terminal
        Text("\(state) on \(terminal.size.columns)x\(terminal.size.rows)")
          .onKey { _ in
            dispatch(1)
            return true
          }
      }, columns: 20, rows: 3)
  }

  private var terminal: TerminalControl {
    get throws { try #require(control.value) }
  }

  /// Suspends the program for work that waits at the gate, and returns when the work waits.
  private func suspend() async throws -> Task<String, any Error> {
    let (terminal, gate) = (try terminal, gate)
    let task = Task {
      try await terminal.suspend {
        try await gate.waitOrThrow()
        return "edited"
      }
    }
    await gate.arrived()
    return task
  }

  @Test("borrowing work has the main screen and returns its result; then the program repaints")
  func lends() async throws {
    try terminal.setTitle("mine")
    stage.settle()
    let task = try await suspend()
    #expect(stage.terminal.isReleased)
    #expect(stage.terminal.virtualScreen.modes == VirtualScreen(width: 1, height: 1).modes)
    #expect(stage.terminal.virtualScreen.isCursorVisible)
    #expect(stage.terminal.virtualScreen.title == "")
    gate.open()
    #expect(try await task.value == "edited")
    stage.settle()
    #expect(!stage.terminal.isReleased)
    #expect(stage.terminal.suspensions == 1)
    #expect(stage.terminal.virtualScreen.modes.isSuperset(of: [1049, 2004, 1000, 1006]))
    #expect(stage.terminal.virtualScreen.title == "mine")
    #expect(stage.rows == ["0 on 20x3"])
    stage.terminal.send(.enter)
    #expect(stage.rows == ["1 on 20x3"])
  }

  @Test("while the terminal is lent, the state changes, and the program reads and writes nothing")
  func silent() async throws {
    let task = try await suspend()
    let bytes = stage.terminal.bytesWritten
    store.dispatch(5)
    try terminal.ring()
    stage.terminal.send(.enter, .control("c"))
    stage.terminal.resize(columns: 30, rows: 2)
    stage.settle()
    #expect(stage.terminal.bytesWritten == bytes)
    #expect(stage.rows == [])
    gate.open()
    _ = try await task.value
    stage.settle()
    #expect(stage.rows == ["5 on 30x2"])
  }

  @Test("an error of the borrowing work is thrown after the terminal is taken back")
  func fails() async throws {
    struct Failure: Error {}
    let terminal = try terminal
    await #expect(throws: Failure.self) { try await terminal.suspend { throw Failure() } }
    stage.settle()
    #expect(stage.rows == ["0 on 20x3"])
  }

  @Test("a second suspension throws an error, and the first keeps the terminal")
  func nested() async throws {
    let task = try await suspend()
    let terminal = try terminal
    await #expect(throws: TerminalError.suspended) { try await terminal.suspend {} }
    #expect(stage.terminal.isReleased)
    gate.open()
    #expect(try await task.value == "edited")
    #expect(try await terminal.suspend { 2 } == 2)
    #expect(stage.terminal.suspensions == 2)
  }

  @Test("the end of the program by a signal or hangup cancels the borrowing work")
  func ends() async throws {
    for (event, ending) in [(DeviceEvent.signal(15), Ending.signal(15)), (.hangup, .hangup)] {
      let tests = try SuspensionTests()
      let task = try await tests.suspend()
      let bytes = tests.stage.terminal.bytesWritten
      tests.stage.terminal.send(event)
      #expect(await tests.stage.session.ending() == ending)
      await #expect(throws: CancellationError.self) { try await task.value }
      tests.stage.settle()
      let screen = tests.stage.terminal.virtualScreen
      #expect(screen.modes == VirtualScreen(width: 1, height: 1).modes)
      #expect(tests.stage.terminal.bytesWritten == bytes)
      tests.gate.open()
    }
  }

  @Test("cancelling the lending task cancels the work, and the program continues")
  func cancelled() async throws {
    let task = try await suspend()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    stage.settle()
    #expect(stage.rows == ["0 on 20x3"])
    gate.open()
  }

  @Test("suspend throws after the program has ended, and without a terminal runs its work directly")
  func elsewhere() async throws {
    let terminal = try terminal
    stage.session.end()
    await #expect(throws: TerminalError.ended) { try await terminal.suspend {} }
    let printed = Slot<TerminalControl>()
    _ = TerminalApp(store) { _, _, terminal in
      let _ = printed.value = terminal
    }.plainTextLines()
    let other = try #require(printed.value)
    #expect(try await other.suspend { 3 } == 3)
  }
}
