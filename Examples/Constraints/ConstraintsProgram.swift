import Millrace
import MillraceInspector

@main
struct ConstraintsProgram: TerminalProgram {
  static func run() async throws {
    try await app().inspected(arguments: CommandLine.arguments).run()
  }

  /// The program, for `main` and for tests.
  @MainActor
  static func app() -> TerminalApp<Split, SplitAction> {
    TerminalApp(Store(initial: nil, reducer: split)) { split, dispatch, terminal in
      Panes(split: split)
        .onKey { key in
          switch key {
          case .left: dispatch(.step(-1, columns: terminal.size.columns))
          case .right: dispatch(.step(1, columns: terminal.size.columns))
          case .character("r"): dispatch(.reset)
          case .character("q"): terminal.quit()
          default: return false
          }
          return true
        }
    }
  }
}
