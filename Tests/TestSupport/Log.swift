import MillraceStore

/// A thread-safe record of entries, in order.
package final class Log<Entry: Sendable>: Sendable {
  private let storage = Guarded<[Entry]>([])

  package init() {}

  package var entries: [Entry] { storage.withLock { $0 } }

  package func add(_ entry: Entry) { storage.withLock { $0.append(entry) } }
}
