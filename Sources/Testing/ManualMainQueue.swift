import MillraceStore

/// Stands for the main actor's queue in a test: keeps the work that comes for it, from any thread,
/// until the test lets it run.
package final class ManualMainQueue: Sendable {
  private struct Work: Sendable { let body: @MainActor @Sendable () -> Void }
  private let work = Guarded<[Work]>([])

  package init() {}

  /// How much waits.
  package var count: Int { work.withLock { $0.count } }

  package func add(_ body: @escaping @MainActor @Sendable () -> Void) {
    work.withLock { $0.append(Work(body: body)) }
  }

  /// Runs what waits, and what comes meanwhile.
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
