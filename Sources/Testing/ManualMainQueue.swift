import MillraceStore

/// Replaces the main actor's queue in a test: keeps work from any thread until the test runs it.
package final class ManualMainQueue: Sendable {
  private struct Work: Sendable { let body: @MainActor @Sendable () -> Void }
  private let work = Guarded<[Work]>([])

  package init() {}

  /// The number of pieces of work that wait.
  package var count: Int { work.withLock { $0.count } }

  package func add(_ body: @escaping @MainActor @Sendable () -> Void) {
    work.withLock { $0.append(Work(body: body)) }
  }

  /// Runs the waiting work, and any work added meanwhile.
  @MainActor package func run() {
    while true {
      let batch = work.withLock { work in
        defer { work = [] }
        return work
      }
      if batch.isEmpty { return }
      for item in batch { item.body() }
    }
  }
}
