import MillraceDocument
import MillraceInspector
import MillraceWeb

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

/// The program `todo`. It is a library, so that tests and benchmarks can link it.
package enum TodoProgram {
  private static let folders = ProgramFolders("todo")

  /// Runs the program with the process's command line, and ends the process.
  package static func main() async -> Never {
    var words = Array(CommandLine.arguments.dropFirst())
    let pages: PageOptions?
    do { pages = try PageOptions.taken(from: &words) } catch {
      CommandOutput.writeToStandardError("todo: \(error). See todo --help\n")
      exit(64)
    }
    let status = await todoCommandLine.run(
      words,
      candidates: { kind, _, call in try TodoCommands(log: log(call)).candidates(kind) }
    ) { call, output in
      if call.verb == nil { return try await show(call, pages) }
      if pages != nil { throw CommandLineError.refused("--serve cannot be used with a command.") }
      try TodoCommands(log: log(call)).run(call, output)
    }
    exit(status)
  }

  private static func log(_ call: CommandCall) throws -> DocumentLog<TodoList> {
    try DocumentLog(
      at: call["--file"] ?? folders.data("todos.json"), name: "todo",
      folder: folders.data("servers"))
  }

  @MainActor
  private static func show(_ call: CommandCall, _ pages: PageOptions?) async throws {
    if call["--json"] != nil { throw CommandLineError.refused("--json needs a command.") }
    var middleware: [Middleware<TodoState, ProgramAction>] = []
    if let path = call["--log"] {
      middleware.append(
        .logging(to: .file(path)) { action in
          if case .list(.minutePassed) = action { .debug } else { .info }
        })
    }
    if let path = call["--record"] { middleware.append(.recorder(to: .file(path))) }
    let settings = SettingsFile.todo(try? folders.settings("config.json"))
    let recording = call["--replay"]
    if let recording, call["--inspect"] != nil {
      return try await run(
        TodoApp(log: DocumentLog(), settings: settings, middleware: middleware), pages,
        isInspected: true, opening: recording)
    }
    if let path = recording {
      return try await replay(path, settings)
    }
    try await run(
      TodoApp(log: list(call), settings: settings, middleware: middleware), pages,
      isInspected: call["--inspect"] != nil)
  }

  private static func list(_ call: CommandCall) throws -> DocumentLog<TodoList> {
    guard let text = call["--sample"] else { return try log(call) }
    guard call["--file"] == nil else {
      throw CommandLineError.refused(
        "--file and --sample cannot be combined: sample items are not saved.")
    }
    guard let count = Int(text), (0...1_000_000).contains(count) else {
      throw CommandLineError.refused(
        "--sample takes a whole number from 0 to 1000000, not '\(text)'.")
    }
    return DocumentLog(memory: .sample(count, today: Moment.now.day))
  }

  /// Shows the list, on the terminal and in browsers.
  @MainActor
  private static func run(
    _ app: TodoApp, _ pages: PageOptions?, isInspected: Bool, opening file: String? = nil
  ) async throws {
    let isShown = Tty.isAvailable(environment: ProcessInfo.processInfo.environment)
    if isShown || pages != nil { try app.log.open() }
    // A program whose output goes to a pipe changes nothing, and creates no file.
    let store =
      isShown || pages != nil
      ? app.makeStore()
      : Store(
        initial: TodoState(list: ListState(document: try app.log.read())), reducer: todoReducer)
    let ending = try await app.terminalApp(store).inspected(if: isInspected, opening: file)
      .runReturningEnding(serving: pages) { app.terminalApp(app.makeStore(isSession: true)) }
    // The reason has been printed at the end of the store.
    if app.log.failure != nil { exit(1) }
    ending.raiseSignal()
  }

  /// Replays a recording on the screen. If the output is not a terminal, prints only the final
  /// state.
  @MainActor
  private static func replay(_ path: String, _ settings: SettingsFile) async throws {
    let replay = try TodoApp.replay(path)
    let isShown = Tty.isAvailable(environment: ProcessInfo.processInfo.environment)
    let task = Task { try await replay.run(speed: isShown ? 1 : .infinity) }
    if !isShown { _ = try await task.value }
    let ending = try await TodoApp(log: DocumentLog(), settings: settings).terminalApp(replay.store)
      .runReturningEnding()
    task.cancel()
    switch await task.result {
    case .success(let difference?): throw RecordingError.differs(difference)
    case .failure(let error) where !(error is CancellationError): throw error
    default: ending.raiseSignal()
    }
  }
}
