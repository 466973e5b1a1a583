import MillraceStore

/// The time at which the queries of a request end.
enum QueryLimit {
  @TaskLocal static var end: ContinuousClock.Instant?

  static var hasPassed: Bool { end.map { ContinuousClock.now > $0 } ?? false }
}

/// A copy of a recording, with the reducer that reproduces its versions by replaying the actions
/// after the nearest snapshot.
struct CommitHistory<State: Sendable, Action: Sendable>: Sendable {
  let log: CommitLog
  let reduce: @Sendable (inout State, Action) -> Void

  /// The action that created a version; nil for a replacement.
  func action(of record: CommitRecord) -> Action? {
    (record.action as? RecordedValue<Action>)?.value
  }

  private func state(of kept: CommitLog.StateSnapshot) throws(InspectorError) -> State {
    guard let box = kept.state as? RecordedValue<State> else {
      throw .notRecorded(kept.version, versions)
    }
    return box.value
  }

  /// Reproduces the state of a version.
  /// - Parameter known: Another known state, from which the replay can start.
  func state(at version: UInt64, known: Snapshot<State>? = nil) throws(InspectorError) -> State {
    var found: State?
    try replay(version...version, known: known) { _, state in
      found = state
      return true
    }
    guard let found else { throw .notRecorded(version, versions) }
    return found
  }

  /// Reproduces states one after the other, in place.
  /// - Parameters:
  ///   - range: The versions to reproduce.
  ///   - known: Another known state, from which the replay can start.
  ///   - body: Called with each version and its state. It returns whether to continue. If it does
  ///     not keep the state, the reducer changes the state in place.
  /// - Throws: `InspectorError.notRecorded`, or `.slow` after the end of ``QueryLimit``.
  func replay(
    _ range: ClosedRange<UInt64>, known: Snapshot<State>? = nil,
    _ body: (UInt64, State) -> Bool
  ) throws(InspectorError) {
    let snapshots = log.snapshots
    for version in [range.lowerBound, range.upperBound] where !versions.contains(version) {
      throw .notRecorded(version, versions)
    }
    guard let start = snapshots.lastIndex(where: { $0.version <= range.lowerBound }) else {
      throw .notRecorded(range.lowerBound, versions)
    }
    var (version, state) = (snapshots[start].version, try state(of: snapshots[start]))
    if let known, known.version > version, known.version <= range.lowerBound {
      (version, state) = (known.version, known.state)
    }
    let begin = version
    var next = start + 1
    while true {
      if version >= range.lowerBound, !body(version, state) { return }
      if version == range.upperBound { return }
      version += 1
      if (version - begin) % 64 == 1, QueryLimit.hasPassed { throw .slow }
      guard let record = log[version] else { throw .notRecorded(version, versions) }
      while next < snapshots.endIndex, snapshots[next].version < version { next += 1 }
      if let action = action(of: record) {
        reduce(&state, action)
      } else if next < snapshots.endIndex, snapshots[next].version == version {
        state = try self.state(of: snapshots[next])
      } else {
        throw .notRecorded(version, versions)
      }
    }
  }
}
