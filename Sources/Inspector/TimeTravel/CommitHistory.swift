import MillraceStore

/// The time at which the queries of a request end. A query also ends when its task is cancelled.
enum QueryLimit {
  @TaskLocal static var end: ContinuousClock.Instant?

  static var isExceeded: Bool { Task.isCancelled || end.map { ContinuousClock.now > $0 } == true }
}

/// A copy of a recording and of what views show, with the reader of its values.
struct CommitHistory: Sendable {
  let log: CommitLog
  let context: any RecordedStore
  let reader: ValueReader
  var travel = StoreRecording.Travel()

  /// The versions whose states can be reproduced.
  var versions: ClosedRange<UInt64> { log.versions }

  /// Reproduces the state of a version. For nil, it is the state that views show, which needs no
  /// replay.
  func state(at version: UInt64?) throws(InspectorError) -> RecordedState {
    guard let version else { return travel.shown ?? context.present }
    return try replay(to: version, known: travel.isBranch ? nil : travel.shown)
  }

  /// Reproduces a state: see `RecordedStore.replay`.
  /// - Parameter version: Nil is the newest version.
  func replay(
    to version: UInt64? = nil, skipping: Set<UInt64> = [], known: RecordedState? = nil
  ) throws(InspectorError) -> RecordedState {
    let version = version ?? versions.upperBound
    return try context.replay(log, version...version, skipping: skipping, known: known) { _, _ in
      true
    }
  }
}
