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
  static let version = "0.2.0"

  private static let environment = ProcessInfo.processInfo.environment

  static func main() async {
    do {
      let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
      let recorder = arguments.recording.map {
        [Middleware<TodoState, TodoAction>.recorder(to: .file($0))]
      }
      switch arguments.mode {
      case .help: print(helpText)
      case .version: print("todo \(version)")
      case .completions(let shell): print(shell.completions)
      case .command(let command):
        try await Commands(
          path: path(arguments.file), isJSON: arguments.isJSON,
          print: { print($0, terminator: "") }
        ).run(command)
      case .sample(let count):
        let store = Store(
          initial: .sample(count, today: Moment.now.day), reducer: todoReducer,
          middleware: recorder ?? [])
        try await run(store).passOn()
      case .screen: try await runSaved(in: path(arguments.file), recorder ?? [])
      case .replay(let file): try await replay(file)
      }
    } catch let error as ArgumentError {
      fail(error, status: EX_USAGE)
    } catch let error as PersistenceError {
      if case .noAnswer = error { fail(error, status: EX_TEMPFAIL) }
      fail(error, status: EXIT_FAILURE)
    } catch {
      fail(error, status: EXIT_FAILURE)
    }
  }

  private static func path(_ file: String?) throws -> String {
    guard let path = file ?? DataFile.defaultPath(environment: environment) else { throw NoHome() }
    return path
  }

  /// The list in a file: restored, and each change in the file before it is on the screen. Beside another one it
  /// is only looked at.
  private static func runSaved(
    in path: String, _ recorder: [Middleware<TodoState, TodoAction>]
  ) async throws {
    // What only prints the list may do so beside another one.
    let isShown = await Tty.isAvailable(environment: environment)
    let monitor = SaveMonitor()
    let store = Commands.store(
      path, access: isShown ? .writeOrRead : .readOnly, [monitor.guarding] + recorder,
      onIssue: { monitor.hear($0) }, onEvent: { monitor.hear($0) })
    monitor.show(in: store)
    let ending = try await run(store, lookingOn: monitor.lookingOn)
    for issue in monitor.others { say(issue) }
    if let failure = monitor.failure { fail(failure, status: EXIT_FAILURE) }
    ending.passOn()
  }

  /// Shows what was recorded. Where the output is no terminal, only what it led to.
  private static func replay(_ file: String) async throws {
    let replay = try Replay(
      Recording<TodoState, TodoAction>(path: file), reducer: todoReducer)
    let isShown = await Tty.isAvailable(environment: environment)
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
  private static func run(
    _ store: Store<TodoState, TodoAction>, lookingOn: String? = nil
  ) async throws -> Ending {
    let settings = try DataFile.settingsPath(environment: environment)
      .map { path throws(SettingsError) in try UserSettings(path: path) }
    return try await todoApp(store, settings: settings ?? UserSettings(), lookingOn: lookingOn)
      .runReturningEnding()
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
