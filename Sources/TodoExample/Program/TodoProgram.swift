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
      let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
      let recorder = arguments.recording.map {
        [Middleware<TodoState, TodoAction>.recorder(to: .file($0))]
      }
      switch arguments.mode {
      case .help: print(helpText)
      case .version: print("todo \(version)")
      case .sample(let count):
        let store = Store(
          initial: .sample(count), reducer: todoReducer, middleware: recorder ?? [])
        try await run(store).passOn()
      case .list(let file): try await runSaved(in: file, recorder ?? [])
      case .replay(let file): try await replay(file)
      }
    } catch let error as ArgumentError {
      fail(error, status: EX_USAGE)
    } catch {
      fail(error, status: EXIT_FAILURE)
    }
  }

  /// The list in a file: restored, and each change in the file before it is on the screen.
  private static func runSaved(
    in file: String?, _ recorder: [Middleware<TodoState, TodoAction>]
  ) async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = file ?? DataFile.defaultPath(environment: environment) else { throw NoHome() }
    // What only prints the list may do so beside another one.
    let access = await Tty.isAvailable(environment: environment) ? FileAccess.write : .readOnly
    let monitor = SaveMonitor()
    let store = Store(
      initial: TodoState(), reducer: todoReducer,
      middleware: [
        .persistence(
          to: .file(path), version: 1, durability: .journal, access: access, unreadable: .fail,
          onEvent: { monitor.hear($0) })
      ] + recorder,
      onIssue: { monitor.hear($0) })
    monitor.show(in: store)
    let ending = try await run(store)
    for issue in monitor.others { say(issue) }
    if let failure = monitor.failure { fail(failure, status: EXIT_FAILURE) }
    ending.passOn()
  }

  /// Shows what was recorded. Where the output is no terminal, only what it led to.
  private static func replay(_ file: String) async throws {
    let replay = try Replay(
      Recording<TodoState, TodoAction>(path: file), reducer: todoReducer)
    let isShown = await Tty.isAvailable(environment: ProcessInfo.processInfo.environment)
    let task = Task { try await replay.run(speed: isShown ? 1 : .infinity) }
    if !isShown { _ = try await task.value }
    let ending = try await run(replay.store)
    task.cancel()
    switch await task.result {
    case .success(let difference?):
      fail(RecordingError.differs(difference), status: EXIT_FAILURE)
    case .failure(let error) where !(error is CancellationError):
      fail(error, status: EXIT_FAILURE)
    default: break
    }
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
