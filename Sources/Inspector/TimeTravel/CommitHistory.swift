import MillraceStore

/// The time at which the queries of a request end. A query also ends with its task.
enum QueryLimit {
  @TaskLocal static var end: ContinuousClock.Instant?

  static var hasPassed: Bool { Task.isCancelled || end.map { ContinuousClock.now > $0 } == true }
}

/// A copy of a recording, and how to read its values.
struct CommitHistory: Sendable {
  let log: CommitLog
  let context: any RecordedStore
  let reader: ValueReader

  /// The versions whose states can be reproduced.
  var versions: ClosedRange<UInt64> { log.versions }

  /// Reproduces the state of a version: see `RecordedStore.replay`.
  func state(
    at version: UInt64, skipping: Set<UInt64> = [], known: RecordedState? = nil
  ) throws(InspectorError) -> any RecordedBox {
    var found: (any RecordedBox)?
    try context.replay(log, version...version, skipping: skipping, known: known) { _, state in
      found = state
      return true
    }
    guard let found else { throw log.notRecorded(version) }
    return found
  }
}
