import Millrace
import MillraceInspector

@main
struct CounterProgram: TerminalProgram {
  /// With `--inspect`, F12 opens the inspector.
  static func run() async throws {
    try await app().inspected(arguments: CommandLine.arguments).run()
  }

  /// The program. It starts at zero unless a test sets another number.
  @MainActor
  static func app(count: Int = 0) -> TerminalApp<Int, CounterAction> {
    TerminalApp(Store(initial: count, reducer: counter)) { count, dispatch, terminal in
      Column(gap: 1) {
        Number(count: count)
        Toolbar()
        Text("Keys: - + r, and q quits.").dim()
      }
      // A key goes to the focused button first, then to the surrounding elements.
      .onKey { key in
        switch key {
        case .character("-"): dispatch(.decrement)
        case .character("+"): dispatch(.increment)
        case .character("r"): dispatch(.reset)
        case .character("q"): terminal.quit()
        default: return false
        }
        return true
      }
    }
  }
}
