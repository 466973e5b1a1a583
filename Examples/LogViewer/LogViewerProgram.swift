import Dispatch
import Foundation
import Millrace
import MillraceInspector

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Follows a file or standard input.
///
///     log-viewer FILE
///     PROGRAM | log-viewer
@main
struct LogViewerProgram: TerminalProgram {
  static func run() async throws {
    let path = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("--") }
    // Without a file, lines come from standard input. It must not be the terminal, because the
    // terminal's input is the program's keys.
    if path == nil, isatty(STDIN_FILENO) == 1 {
      FileHandle.standardError.write(
        Data("Usage: log-viewer FILE, or PROGRAM | log-viewer\n".utf8))
      exit(64)
    }
    try await app(path).inspected(arguments: CommandLine.arguments).run()
  }

  /// The program, for `main` and for tests.
  @MainActor
  static func app(
    _ path: String?, _ dependencies: Dependencies = Dependencies()
  ) -> TerminalApp<LogView, LogViewAction> {
    let store = Store(
      initial: LogView(path: path), reducer: logView.sources(logSources),
      start: .action(.changed), dependencies: dependencies)
    return TerminalApp(store) { state, dispatch, terminal in
      LogScreen(state: state, dispatch: dispatch) { terminal.quit() }
    }
  }
}

struct LogScreen: Component {
  let state: LogView
  let dispatch: Dispatcher<LogViewAction>
  let quit: @MainActor () -> Void
  @Local private var field = FocusHandle()
  @Local private var log = FocusHandle()

  var body: Node {
    Column {
      Log(
        state.lines, label: state.path ?? "Standard input",
        filter: state.query.isEmpty ? nil : .text(state.query),
        isWrapped: Binding(get: { state.isWrapped }) { dispatch(.wrap($0)) }
      )
      .focus(log)
      Row(gap: 1) {
        Text("Filter").truncate().shrink(0).style(\.muted)
        TextField(
          state.query, placeholder: "all lines", onChange: { dispatch(.filter($0)) },
          onSubmit: { log.focus() }, onCancel: { log.focus() }
        )
        .focus(field).grow()
        Text(state.lines.count == 1 ? "1 line" : "\(state.lines.count) lines").style(\.muted)
      }
      .shrink(0)
      if let problem = state.problem { Text(problem).style(\.danger).shrink(0) }
      KeyHints()
    }
    .keys("Log viewer") {
      Bind("f", "Filter") { field.focus() }
      Bind("q", "Quit") { quit() }
    }
  }
}

/// Reads the next bytes of standard input; no bytes mean its end. This is a dependency, so that a
/// test can replace it.
enum LogInput: DependencyKey {
  typealias Read = @Sendable () async -> [UInt8]

  /// Waits on a Dispatch thread, because the thread pool of tasks is small.
  static let defaultValue: Read = {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        continuation.resume(returning: Array(buffer.prefix(max(0, count))))
      }
    }
  }
}
