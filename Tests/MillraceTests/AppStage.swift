import Millrace

/// A program on a terminal in memory, with time that the test moves.
@MainActor
final class AppStage {
  let terminal: TestTerminal
  let session: TerminalSession
  let clock = ManualScheduler()

  init<State, Action>(
    _ app: TerminalApp<State, Action>, columns: Int = 40, rows: Int = 10
  ) throws {
    terminal = TestTerminal(columns: columns, rows: rows)
    session = try app.start(on: terminal, scheduler: clock) { work in
      MainActor.assumeIsolated { work() }
    }
    settle()
  }

  /// Lets the frame that waits be drawn.
  func settle() { clock.advance(by: .milliseconds(20)) }

  /// The rows, without trailing blanks; rows below the last one that shows something are left out.
  var rows: [String] {
    var rows = terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    while rows.last == "" { rows.removeLast() }
    return rows
  }
}
