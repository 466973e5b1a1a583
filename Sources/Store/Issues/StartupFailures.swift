/// The errors of middleware that failed to start while a program's entry point runs. It prints them at its end
/// instead of the stores, because it also gets the error that a screen throws for one of them.
package final class StartupFailures: Sendable {
  @TaskLocal package static var current: StartupFailures?

  private let errors = Guarded<[any Error]>([])

  package init() {}

  package var all: [any Error] { errors.withLock { $0 } }

  func add(_ error: any Error) { errors.withLock { $0.append(error) } }
}
