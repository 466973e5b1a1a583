import MillraceStore
import MillraceTerminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The entry point of a program. It reports an error as command-line programs usually do.
///
/// ```swift
/// struct CounterProgram: TerminalProgram {
///   static func run() async throws {
///     let store = Store(initial: Counter(), reducer: counter)
///     try await TerminalApp(store) { state, _ in Text("\(state.count)") }.run()
///   }
/// }
/// ```
/// Write `@main` before the type, in a file that is not named `main.swift`.
///
/// An error that `run` throws is printed on one line of standard error, after the program's name,
/// and the process ends with status 1. Swift's own entry point, `main() async throws`, ends the
/// process with a crash report instead. Errors of middleware that failed to start are printed in
/// the same form, each once.
///
/// If `run` returns, the status is 0. For another status, such as one that
/// `CommandLineDescription.run` returns, call `exit` at the end of `run`:
/// `if status != 0 { exit(status) }`.
public protocol TerminalProgram {
  /// Runs the program until it ends.
  /// - Throws: The error to report. Its description is shown.
  @MainActor static func run() async throws
}

extension TerminalProgram {
  /// Calls ``run()``. `@main` makes it the entry point; a program does not call it.
  @MainActor public static func main() async {
    let name = CommandLine.arguments.first?.split(separator: "/").last ?? "error"
    let errors = ErrorReporter { "\(name): \(SafeText.visible("\($0)"))" }
    do { try await ErrorReporter.$current.withValue(errors) { try await run() } } catch {
      errors.report(error)
      exit(1)
    }
  }
}
