import Dispatch
import MillraceStore
import MillraceSystem
import Synchronization

/// The lines of one store that wait to be written, and the serial queue that writes them.
///
/// A dispatch only adds its commit; the log's queue makes differences and texts.
final class LogQueue<State: Sendable, Action: Sendable>: CommitSink {
  /// A waiting commit, its time, and how many commits were dropped since the one before it. The
  /// commit is type-erased: the metadata of a program's own types is slow to look up in code that
  /// is not specialized for them.
  private typealias Record = (commit: any AnyObject & Sendable, second: Int, dropped: Int)

  private let store: StoreContext<State, Action>
  private let lines: LogLines<State, Action>
  private let capacity: Int
  /// Returns the level of an action; nil for an action that is not logged.
  private let level: @Sendable (Action) -> LogLevel?
  /// Whether lines are written before a dispatch returns; true if the store has a test's clock.
  private let isImmediate: Bool
  private let records = Guarded<[Record]>([])
  /// How many commits have arrived and are not yet written.
  private let waiting = Atomic(0)
  /// How many commits were dropped since the last that was kept.
  private let dropped = Atomic(0)
  /// Whether the log's queue is writing, or is about to.
  private let isDraining = Atomic(false)
  private let queue = DispatchQueue(label: "millrace.log")
  /// Marks `queue`, so that code can tell whether it already runs on it.
  private let key = DispatchSpecificKey<Bool>()
  // Commits that were taken from `records` and are not yet written. Safe: used on the log's queue
  // alone.
  nonisolated(unsafe) private var batch: ArraySlice<Record> = []
  // Safe: used under the store's lock alone.
  @exclusivity(unchecked) nonisolated(unsafe) private var isLogged = false
  // Safe: set once, before the first commit; then used on the log's queue alone.
  nonisolated(unsafe) var write: (String) -> Void = { _ in }

  init(
    _ store: StoreContext<State, Action>, _ lines: LogLines<State, Action>, capacity: Int,
    level: @escaping @Sendable (Action) -> LogLevel?
  ) {
    (self.store, self.lines, self.capacity, self.level) = (store, lines, capacity, level)
    isImmediate = store.dependencies.clock is any Scheduler
    queue.setSpecific(key: key, value: true)
  }

  func interest(in action: Action) -> CommitInterest {
    isLogged = false
    if level(action) == nil { return .none }
    if waiting.load(ordering: .relaxed) >= capacity {
      dropped.add(1, ordering: .relaxed)
      return .none
    }
    isLogged = true
    return .states
  }

  func enqueue(_ commit: Commit<State, Action>) {
    // Every sink receives a commit that one of them is interested in. `interest(in:)` is not called
    // for a replacement.
    if !isLogged, commit.action != nil { return }
    let missing =
      dropped.load(ordering: .relaxed) == 0 ? 0 : dropped.exchange(0, ordering: .relaxed)
    waiting.add(1, ordering: .sequentiallyConsistent)
    records.withLock { $0.append((commit, Int(store.dependencies.date() / .seconds(1)), missing)) }
  }

  func flush(through version: UInt64) {
    if waiting.load(ordering: .sequentiallyConsistent) == 0 { return }
    if isImmediate { return writeAll() }
    if isDraining.load(ordering: .sequentiallyConsistent) { return }
    if !isDraining.exchange(true, ordering: .sequentiallyConsistent) { queue.async(execute: drain) }
  }

  /// Returns when all commits so far are written.
  func writeAll() {
    // If `write` called the store's `finish()`, this is the log's queue: `sync` would deadlock.
    if DispatchQueue.getSpecific(key: key) == true { drain() } else { queue.sync(execute: drain) }
  }

  /// Writes as an effect of the store, so that `write` can call the store's `finish()`, which would
  /// otherwise wait for this function.
  private func drain() { store.asEffect { while drainOnce() {} } }

  /// - Returns: Whether more commits may be waiting.
  private func drainOnce() -> Bool {
    records.withLock { records in
      batch += records
      records.removeAll(keepingCapacity: true)
    }
    if !batch.isEmpty {
      // Takes the commits one by one, because writing a line may lead back to this function.
      while let record = batch.popFirst() {
        write(record)
        waiting.subtract(1, ordering: .relaxed)
      }
      // Releases the commits: a slice retains its popped elements.
      batch = []
      return true
    }
    reportDropped(dropped: dropped.exchange(0, ordering: .relaxed))
    isDraining.store(false, ordering: .sequentiallyConsistent)
    // A commit that arrived before `isDraining` became false did not start the queue.
    return waiting.load(ordering: .sequentiallyConsistent) > 0
  }

  private func write(_ record: Record) {
    reportDropped(dropped: record.dropped)
    guard let commit = record.commit as? Commit<State, Action> else { return }
    // A replacement has no action.
    guard let level = commit.action.map(level) ?? .info else { return }
    write(lines.line(of: commit, level, second: record.second))
  }

  private func reportDropped(dropped count: Int) {
    if count == 0 { return }
    write(lines.line(dropped: count))
    store.report(MiddlewareIssue.logging(.linesDropped))
  }
}
