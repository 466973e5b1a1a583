/// Holds tasks back until it is opened.
package final class Gate: Sendable {
  private let arrivals = Feed<Void>()
  private let opening = Feed<Void>()

  package init() {}

  /// Waits for the opening, and ignores cancellation.
  package func wait() async {
    arrivals.add(())
    await opening.wait(for: 1)
  }

  /// Waits for the opening.
  /// - Throws: `CancellationError` when the task is cancelled first.
  package func waitOrThrow() async throws {
    let (news, watcher) = AsyncStream.makeStream(of: Void.self)
    arrivals.add(())
    let opening = opening
    Task.detached {
      await opening.wait(for: 1)
      watcher.finish()
    }
    for await _ in news {}
    try Task.checkCancellation()
  }

  package func open() { opening.add(()) }

  /// Waits until a number of tasks have reached the gate.
  package func arrived(_ count: Int = 1) async { await arrivals.wait(for: count) }
}
