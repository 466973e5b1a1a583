import MillraceStore

/// A thread-safe record of entries, in order, that can be awaited.
package final class Feed<Entry: Sendable>: Sendable {
  private struct State: Sendable {
    var entries: [Entry] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<[Entry], Never>)] = []
  }

  private let state = Guarded(State())

  package init() {}

  package var entries: [Entry] { state.withLock { $0.entries } }

  package func add(_ entry: Entry) {
    let due: [(CheckedContinuation<[Entry], Never>, [Entry])] = state.withLock { state in
      state.entries.append(entry)
      if state.waiting.isEmpty { return [] }
      let entries = state.entries
      let due = state.waiting.filter { $0.count <= entries.count }
      state.waiting.removeAll { $0.count <= entries.count }
      return due.map { ($0.continuation, entries) }
    }
    for (continuation, entries) in due { continuation.resume(returning: entries) }
  }

  /// Waits until a number of entries exist.
  /// - Returns: All entries up to then.
  @discardableResult
  package func wait(for count: Int) async -> [Entry] {
    await withCheckedContinuation { continuation in
      let ready: [Entry]? = state.withLock { state in
        if state.entries.count >= count { return state.entries }
        state.waiting.append((count, continuation))
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}
