import MillraceStore

/// The recorded commits of a store, and snapshots of its state between them: any version is made again by replaying
/// the actions that follow the nearest snapshot.
///
/// A value: a query works on a copy, which shares everything with the machine but the last chunk of records, while
/// the machine goes on recording.
struct CommitHistory<State: Sendable, Action: Sendable>: Sendable {
  /// A version of the state that is kept.
  struct Kept: Sendable {
    let version: UInt64
    let state: State
    /// A replay cannot make it.
    let isReplacement: Bool
  }

  private static var chunkSize: Int { 256 }

  private var chunks: [[CommitRecord<Action>]] = []
  /// The version of the first record.
  private(set) var first: UInt64 = 1
  private(set) var count = 0
  private(set) var snapshots: [Kept] = []
  private(set) var sites = CallSiteTable()
  let reduce: @Sendable (inout State, Action) -> Void

  init(reduce: @escaping @Sendable (inout State, Action) -> Void) { self.reduce = reduce }

  /// The versions whose states can be made.
  var versions: ClosedRange<UInt64>? {
    guard let start = snapshots.first?.version else { return nil }
    return start...max(start, count == 0 ? start : first + UInt64(count) - 1)
  }

  /// The commit that led to a version.
  subscript(version: UInt64) -> CommitRecord<Action>? {
    guard version >= first, version - first < UInt64(count) else { return nil }
    let place = Int(version - first)
    return chunks[place / Self.chunkSize][place % Self.chunkSize]
  }

  mutating func append(_ commit: Commit<State, Action>, time: Int64) {
    if count == 0 { first = commit.version }
    var record = CommitRecord<Action>(
      action: commit.action, reason: nil, time: time, cost: -1,
      parent: commit.parent.map { UInt32(clamping: commit.version &- $0) } ?? 0,
      site: sites.number(of: commit.origin), effect: commit.effect)
    if case .replacement(let reason) = commit.cause { record.reason = reason }
    if let duration = commit.duration { record.cost = Float(duration / .microseconds(1)) }
    if count % Self.chunkSize == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
    }
    chunks[chunks.count - 1].append(record)
    count += 1
  }

  // MARK: - Snapshots

  /// Keeps a state. One that is there already stays.
  mutating func keep(_ state: State, at version: UInt64, isReplacement: Bool = false) {
    var place = snapshots.endIndex
    while place > 0, snapshots[place - 1].version > version { place -= 1 }
    if place > 0, snapshots[place - 1].version == version { return }
    snapshots.insert(
      Kept(version: version, state: state, isReplacement: isReplacement), at: place)
  }

  /// Drops the snapshots that a plan has no use for.
  /// - Returns: They are to be released without a lock.
  mutating func thin(_ plan: SnapshotPlan) -> [Kept] {
    let dropped = plan.superfluous(
      snapshots.map(\.version), isNeeded: { snapshots[$0].isReplacement })
    // The last ones first: the places before them stay.
    var old = dropped.map { snapshots.remove(at: $0) }
    // The last `limit` versions can be made, and hardly more.
    let newest = versions?.upperBound ?? 0
    while snapshots.count > 1, snapshots[1].version &+ UInt64(plan.limit) <= newest {
      old.append(snapshots.removeFirst())
    }
    forgetRecords()
    return old
  }

  /// Forgets the older half of the snapshots, and what can be made of them.
  mutating func forgetHalf() -> [Kept] {
    let old = Array(snapshots.prefix(snapshots.count / 2))
    snapshots.removeFirst(old.count)
    forgetRecords()
    return old
  }

  private mutating func forgetRecords() {
    guard let start = snapshots.first?.version, start >= first else { return }
    let whole = min(Int(start - first) / Self.chunkSize, max(0, chunks.count - 1))
    if whole == 0 { return }
    chunks.removeFirst(whole)
    first += UInt64(whole * Self.chunkSize)
    count -= whole * Self.chunkSize
  }

  // MARK: - Replay

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
    guard let versions, versions.contains(range.lowerBound), versions.contains(range.upperBound),
      let start = snapshots.last(where: { $0.version <= range.lowerBound })
    else { throw .notRecorded(range.upperBound, versions ?? 0...0) }
    var (version, state) = (start.version, start.state)
    if let known, known.version > version, known.version <= range.lowerBound {
      (version, state) = (known.version, known.state)
    }
    var next = snapshots.firstIndex { $0.version > version } ?? snapshots.endIndex
    while true {
      if version >= range.lowerBound, !body(version, state) { return }
      if version == range.upperBound { return }
      version += 1
      guard let record = self[version] else { throw .notRecorded(version, versions) }
      while next < snapshots.endIndex, snapshots[next].version < version { next += 1 }
      if let action = record.action {
        reduce(&state, action)
      } else if next < snapshots.endIndex, snapshots[next].version == version {
        state = snapshots[next].state
      } else {
        throw .notRecorded(version, versions)
      }
    }
  }
}
