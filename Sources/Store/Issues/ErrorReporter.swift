/// Prints the errors of a program, each once: an error of middleware that failed to start comes from
/// its store, and again from the screen that shows the store.
package final class ErrorReporter: Sendable {
  /// The reporter of the entry point that runs; nil in a program with an entry point of its own.
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
