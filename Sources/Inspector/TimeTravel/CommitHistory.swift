import MillraceStore

/// A recording as it was at a moment, with the reducer that makes its versions again: by replaying the actions that
/// follow the nearest snapshot.
struct CommitHistory<State: Sendable, Action: Sendable>: Sendable {
  let log: CommitLog
  let reduce: @Sendable (inout State, Action) -> Void

  /// The versions whose states can be made.
  var versions: ClosedRange<UInt64>? { log.versions }

  /// The action that led to a version; nil for a replacement.
  func action(of record: CommitRecord) -> Action? {
    (record.action as? RecordedValue<Action>)?.value
  }

  private func state(of kept: CommitLog.Kept) throws(InspectorError) -> State {
    guard let box = kept.state as? RecordedValue<State> else {
      throw .notRecorded(kept.version, versions ?? 0...0)
    }
    return box.value
  }

  /// Makes the state of a version again.
  /// - Parameter known: A state that is known as well.
  func state(at version: UInt64, known: Snapshot<State>? = nil) throws(InspectorError) -> State {
    var found: State?
    try replay(version...version, known: known) { _, state in
      found = state
      return true
    }
    guard let found else { throw .notRecorded(version, versions ?? 0...0) }
    return found
  }

  /// Makes states again, one after the other, in place.
  /// - Parameters:
  ///   - range: Of versions.
  ///   - known: A state that is known as well.
  ///   - body: Called with each version and its state. Where it keeps nothing of the state, the reducer changes that in
  ///     place. It returns whether to go on.
  func replay(
    _ range: ClosedRange<UInt64>, known: Snapshot<State>? = nil,
    _ body: (UInt64, State) -> Bool
  ) throws(InspectorError) {
    let snapshots = log.snapshots
    guard let versions, versions.contains(range.lowerBound), versions.contains(range.upperBound),
      let start = snapshots.lastIndex(where: { $0.version <= range.lowerBound })
    else { throw .notRecorded(range.upperBound, versions ?? 0...0) }
    var (version, state) = (snapshots[start].version, try state(of: snapshots[start]))
    if let known, known.version > version, known.version <= range.lowerBound {
      (version, state) = (known.version, known.state)
    }
    var next = start + 1
    while true {
      if version >= range.lowerBound, !body(version, state) { return }
      if version == range.upperBound { return }
      version += 1
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
