/// The errors of middleware that failed to start while a program's entry point runs. The stores do
/// not print these errors. The entry point prints them when it ends, because `run` may throw one of
/// them, and each is printed once.
package final class StartupFailures: Sendable {
  @TaskLocal package static var current: StartupFailures?

  private let errors = Guarded<[any Error]>([])

  package init() {}

  package var all: [any Error] { errors.withLock { $0 } }

  func add(_ error: any Error) { errors.withLock { $0.append(error) } }
}
