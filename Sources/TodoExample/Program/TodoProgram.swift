import Millrace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@main
struct TodoProgram {
  static let version = "0.1.0"

  static func main() async {
    do {
      switch try Arguments(Array(CommandLine.arguments.dropFirst())).mode {
      case .help: print(helpText)
      case .version: print("todo \(version)")
      case .sample(let count):
        try await run(Store(initial: .sample(count), reducer: todoReducer)).passOn()
      case .list(let file): try await runSaved(in: file)
      }
    } catch let error as ArgumentError {
      fail(error, status: EX_USAGE)
    } catch {
      fail(error, status: EXIT_FAILURE)
    }
  }

  /// The list in a file: restored, and saved as it changes.
  private static func runSaved(in file: String?) async throws {
    guard
      let path = file ?? DataFile.defaultPath(environment: ProcessInfo.processInfo.environment)
    else { throw NoHome() }
    let monitor = SaveMonitor()
    let store = Store(
      initial: TodoState(), reducer: todoReducer,
      middleware: [
        .persistence(
          to: .file(path), part: \.list, version: 1, unreadable: .fail,
          saveAfter: .milliseconds(50), maximumWait: .milliseconds(500),
          onEvent: { monitor.hear($0) })
      ],
      onIssue: { monitor.hear($0) })
    monitor.show(in: store)
    let ending = try await run(store)
    for issue in monitor.others { say(issue) }
    if let failure = monitor.failure { fail(failure, status: EXIT_FAILURE) }
    ending.passOn()
  }

  @MainActor
  private static func run(_ store: Store<TodoState, TodoAction>) async throws -> Ending {
    // Somebody who has items wants to look at them; somebody who has none, to add one.
    let startsInList = !store.state.list.items.isEmpty
    let views = TodoViews()
    return try await TerminalApp(store) { state, dispatch, terminal in
      todoView(state, dispatch, terminal, views, startsInList: startsInList)
    }.runReturningEnding()
  }

  /// One line that says what is wrong, and the end.
  private static func fail(_ error: any Error, status: Int32) -> Never {
    say(error)
    exit(status)
  }

  private static func say(_ what: Any) {
    let text = SafeText.visible("\(what)").split(separator: "\n").joined(separator: " ")
    let line = Array("todo: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}

/// There is no place to keep the list.
private struct NoHome: Error, CustomStringConvertible {
  var description: String {
    "there is no data folder, as neither XDG_DATA_HOME nor HOME is set: say --file PATH"
  }
}
