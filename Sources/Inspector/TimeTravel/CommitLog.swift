import MillraceStore

/// The recorded commits of a store, and snapshots of its state between them.
///
/// A value: a query works on a copy, which shares everything with the recording but the last chunk of records, while
/// that goes on.
struct CommitLog: Sendable {
  /// A version of the state that is kept.
  struct Kept: Sendable {
    let version: UInt64
    let state: any RecordedBox
    /// A replay cannot make it.
    let isReplacement: Bool
  }

  private static var chunkSize: Int { 256 }

  private var chunks: [[CommitRecord]] = []
  /// The version of the first record.
  private(set) var first: UInt64 = 1
  private(set) var count = 0
  private(set) var snapshots: [Kept] = []
  private(set) var sites = CallSiteTable()
  private(set) var inputs = InputTable()

  /// The versions whose states can be made.
  var versions: ClosedRange<UInt64>? {
    guard let start = snapshots.first?.version else { return nil }
    return start...max(start, count == 0 ? start : first + UInt64(count) - 1)
  }

  /// The commit that led to a version.
  subscript(version: UInt64) -> CommitRecord? {
    guard version >= first, version - first < UInt64(count) else { return nil }
    let place = Int(version - first)
    return chunks[place / Self.chunkSize][place % Self.chunkSize]
  }

  /// - Returns: What the reducer took, in microseconds.
  mutating func append(_ commit: RecordedCommit, since start: Int64, input: String?) -> Float {
    if count == 0 { first = commit.version }
    let end = commit.end.microseconds
    let record = CommitRecord(
      action: commit.action, reason: commit.reason, time: end.whole - start,
      cost: Float(end.precise - commit.start.microseconds.precise),
      parent: commit.parent.map { UInt32(clamping: commit.version &- $0) } ?? 0,
      site: sites.number(of: commit.site), input: input.map { inputs.number(of: $0) } ?? 0,
      effect: commit.effect)
    if count % Self.chunkSize == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
    }
    chunks[chunks.count - 1].append(record)
    count += 1
    return record.cost
  }

  // MARK: - Snapshots

  /// Keeps a state.
  mutating func keep(_ state: any RecordedBox, of version: UInt64) {
    let isReplacement = self[version].map { $0.action == nil } ?? false
    snapshots.append(Kept(version: version, state: state, isReplacement: isReplacement))
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
    return old
  }

  /// Forgets the older half of the snapshots, and what can be made of them.
  mutating func forgetHalf() -> [Kept] {
    let old = Array(snapshots.prefix(snapshots.count / 2))
    snapshots.removeFirst(old.count)
    return old
  }

  /// Forgets the records before the first snapshot.
  /// - Returns: They are to be released without a lock.
  mutating func forgetRecords() -> [[CommitRecord]] {
    guard let start = snapshots.first?.version, start >= first else { return [] }
    let whole = min(Int(start - first) / Self.chunkSize, max(0, chunks.count - 1))
    if whole == 0 { return [] }
    let old = Array(chunks.prefix(whole))
    chunks.removeFirst(whole)
    first += UInt64(whole * Self.chunkSize)
    count -= whole * Self.chunkSize
    return old
  }
}

extension Duration {
  /// Quicker than a division of durations.
  var microseconds: (whole: Int64, precise: Double) {
    let (seconds, attoseconds) = components
    return (
      seconds * 1_000_000 + attoseconds / 1_000_000_000_000,
      Double(seconds) * 1_000_000 + Double(attoseconds) / 1_000_000_000_000
    )
  }
}
