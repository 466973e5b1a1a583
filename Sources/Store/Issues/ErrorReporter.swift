/// Prints each error of a program only once. The error of a middleware that failed to start is
/// reported twice: by its store, and by the screen that shows the store.
package final class ErrorReporter: Sendable {
  /// The reporter that `TerminalProgram.main()` sets; nil in a program with another entry point.
  @TaskLocal package static var current: ErrorReporter?

  private let makeLine: @Sendable (any Error) -> String
  private let printed = Guarded<Set<String>>([])

  /// - Parameter makeLine: Returns the line for an error.
  package init(_ makeLine: @escaping @Sendable (any Error) -> String) { self.makeLine = makeLine }

  package func report(_ error: any Error) {
    let line = makeLine(error)
    if printed.withLock({ $0.insert(line).inserted }) { printToStandardError(line) }
  }
}
