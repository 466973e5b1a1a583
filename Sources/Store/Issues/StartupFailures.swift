/// The errors of middleware that failed to start while a program's entry point runs. Only the entry
/// point prints these errors, when its `run` has ended: `run` may throw one of them, and each error
/// is printed once.
package final class StartupFailures: Sendable {
  @TaskLocal package static var current: StartupFailures?

  private let errors = Guarded<[any Error]>([])

  package init() {}

  package var all: [any Error] { errors.withLock { $0 } }

  func add(_ error: any Error) { errors.withLock { $0.append(error) } }
}
