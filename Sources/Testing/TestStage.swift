import Millrace
import MillraceBindings
import MillraceStoreTesting
import MillraceStore
import MillraceTerminal

/// A program on a terminal in memory, with time that the test moves.
///
/// Keys are answered at once. What changes elsewhere, by a thunk say or after less than a frame's
/// time, shows after ``settle()``.
@MainActor
public final class TestStage {
  /// Shows the program, and sends it keys.
  public let terminal: TestTerminal
  public let session: TerminalSession
  /// The time of frames.
  public let clock = ManualClock()
  private let main = ManualMainQueue()

  /// Starts a program.
  /// - Parameters:
  ///   - app: the program.
  ///   - columns: the width of the terminal, in cells.
  ///   - rows: its height.
  public init<State, Action>(
    _ app: TerminalApp<State, Action>, columns: Int = 80, rows: Int = 24
  ) throws {
    terminal = TestTerminal(columns: columns, rows: rows)
    session = try app.start(on: terminal, scheduler: clock) { [main] in main.add($0) }
    settle()
  }

  /// Draws what is asked for by now, from any thread, and the frame that waits.
  public func settle() {
    main.run()
    clock.advance(by: .milliseconds(20))
    main.run()
  }

  /// The rows, without trailing blanks; rows below the last one that shows something are left out.
  public var rows: [String] {
    var rows = terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    while rows.last == "" { rows.removeLast() }
    return rows
  }
}
