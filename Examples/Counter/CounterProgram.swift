import Millrace
import MillraceInspector

@main
struct CounterProgram {
  /// With `--inspect`, F12 opens the inspector.
  static func main() async throws {
    try await app().inspected(if: CommandLine.arguments.contains("--inspect")).run()
  }

  /// The program. It begins with zero, unless a test says otherwise.
  @MainActor
  static func app(count: Int = 0) -> TerminalApp<Int, CounterAction> {
    TerminalApp(Store(initial: count, reducer: counter)) { count, dispatch, terminal in
      Column(gap: 1) {
        Number(count: count)
        Toolbar()
        Text("Keys: - + r, and q quits.").dim()
      }
      // A key goes to the button in focus first, and then to the elements around it.
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
