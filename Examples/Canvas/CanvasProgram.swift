import Millrace
import MillraceInspector

@main
struct CanvasProgram: TerminalProgram {
  static func run() async throws {
    try await app().inspected(arguments: CommandLine.arguments).run()
  }

  /// The program, for `main` and for tests.
  @MainActor
  static func app() -> TerminalApp<Levels, LevelsAction> {
    TerminalApp(Store(initial: Levels(), reducer: levels)) { state, dispatch, terminal in
      Column {
        // A raw node is an element with custom content. Modifiers apply to it as to any widget.
        Node(Element(Meter(level: state.level))).focusable()
        Box(title: "Level \(state.level)") { Chart(levels: state.history).grow() }.grow()
        Text("↑↓ change the level, q quits.").dim()
      }
      .onKey { key in
        switch key {
        case .up: dispatch(.changed(by: 5))
        case .down: dispatch(.changed(by: -5))
        case .character("q"): terminal.quit()
        default: return false
        }
        return true
      }
    }
  }
}
