import Millrace
import MillraceInspector

@main
struct TimerProgram: TerminalProgram {
  static func run() async throws {
    try await app().inspected(arguments: CommandLine.arguments).run()
  }

  /// The program. A test passes dependencies with a controlled clock.
  @MainActor
  static func app(
    _ dependencies: Dependencies = Dependencies()
  ) -> TerminalApp<Stopwatch, StopwatchAction> {
    let store = Store(
      initial: Stopwatch(now: dependencies.date()), reducer: stopwatch, dependencies: dependencies)
    return TerminalApp(store) { state, dispatch, terminal in
      Column(align: .start) {
        Box(title: "Timer", align: .center) {
          Text(state.time)
          Text(state.text).bold().dim(!state.isRunning)
          Text(state.isRunning ? "running" : "paused").dim()
        }
        .minWidth(20)
        Text("Space pauses and resumes, r resets, q quits.").dim()
      }
      // Nothing here takes the focus, so every key goes to the outermost element.
      .onKey { key in
        switch key {
        case .space: dispatch(.toggled)
        case .character("r"): dispatch(.reset)
        case .character("q"): terminal.quit()
        default: return false
        }
        return true
      }
    }
  }
}
