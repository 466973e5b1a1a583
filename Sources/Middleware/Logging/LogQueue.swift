import Dispatch
import MillraceStore
import MillraceSystem
import Synchronization

/// The lines of one store that wait to be written, and the thread that writes them.
///
/// A dispatch leaves its commit here, and no more: differences and texts are made by the log's own thread.
final class LogQueue<State: Sendable, Action: Sendable>: CommitSink {
  /// A commit that waits, when it was, and how many were dropped since the one before it. Not of the type of the
  /// commit: the types of a program's own are slow to find where code is not compiled for them.
  private typealias Record = (commit: any AnyObject & Sendable, second: Int, dropped: Int)

  private let store: StoreContext<State, Action>
  private let lines: LogLines<State, Action>
  private let capacity: Int
  /// Nil for what is left out.
  private let level: @Sendable (Action) -> LogLevel?
  /// Whether lines are written before a dispatch returns: where time is a test's.
  private let isImmediate: Bool
  private let records = Guarded<[Record]>([])
  /// How many have come and are not written yet.
  private let waiting = Atomic(0)
  /// How many were dropped since the last that came.
  private let dropped = Atomic(0)
  /// The thread writes, or is about to.
  private let isAwake = Atomic(false)
  private let queue = DispatchQueue(label: "millrace.log")
  /// Tells this log's thread.
  private let key = DispatchSpecificKey<Bool>()
  // Safe: used by the log's thread alone. What it has taken and not written.
  nonisolated(unsafe) private var batch: ArraySlice<Record> = []
  // Safe: used under the store's lock alone.
  @exclusivity(unchecked) nonisolated(unsafe) private var isWanted = false
  // Safe: set once, before the first commit; then used by the log's thread alone.
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
    isWanted = false
    if level(action) == nil { return .none }
    if waiting.load(ordering: .relaxed) >= capacity {
      dropped.add(1, ordering: .relaxed)
      return .none
    }
    isWanted = true
    return .states
  }

  func enqueue(_ commit: Commit<State, Action>) {
    // For a replacement nobody asks.
    if !isWanted, commit.action != nil { return }
    let missing =
      dropped.load(ordering: .relaxed) == 0 ? 0 : dropped.exchange(0, ordering: .relaxed)
    waiting.add(1, ordering: .sequentiallyConsistent)
    records.withLock { $0.append((commit, Int(Date().timeIntervalSince1970), missing)) }
  }

  func flush(through version: UInt64) {
    if waiting.load(ordering: .sequentiallyConsistent) == 0 { return }
    if isImmediate { return finish() }
    if isAwake.load(ordering: .sequentiallyConsistent) { return }
    if !isAwake.exchange(true, ordering: .sequentiallyConsistent) { queue.async(execute: drain) }
  }

  /// Returns when all that has come is written.
  func finish() {
    // A line may end the store on this thread, which must not wait for itself.
    if DispatchQueue.getSpecific(key: key) == true { drain() } else { queue.sync(execute: drain) }
  }

  /// Writes, as an effect of the store: a line that ends the store must not wait for itself.
  private func drain() { store.asEffect { while drainOnce() {} } }

  /// - Returns: Whether there may be more.
  private func drainOnce() -> Bool {
    records.withLock { records in
      batch += records
      records.removeAll(keepingCapacity: true)
    }
    if !batch.isEmpty {
      // One by one: a line may lead back to here.
      while let record = batch.popFirst() {
        write(record)
        waiting.subtract(1, ordering: .relaxed)
      }
      // A slice keeps what was taken from it.
      batch = []
      return true
    }
    tell(dropped: dropped.exchange(0, ordering: .relaxed))
    isAwake.store(false, ordering: .sequentiallyConsistent)
    // What has come meanwhile has not woken anybody.
    return waiting.load(ordering: .sequentiallyConsistent) > 0
  }

  private func write(_ record: Record) {
    tell(dropped: record.dropped)
    guard let commit = record.commit as? Commit<State, Action> else { return }
    // What was left out has come all the same where another sink wanted it.
    guard let level = commit.action.map(level) ?? .info else { return }
    write(lines.line(of: commit, level, second: record.second))
  }

  private func tell(dropped count: Int) {
    if count == 0 { return }
    write(lines.line(dropped: count))
    store.report(MiddlewareIssue.logging(.linesDropped))
  }
}
