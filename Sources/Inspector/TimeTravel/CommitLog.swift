import MillraceMiddleware
import MillraceStore

/// The recorded commits of a store, and snapshots of its state between them.
///
/// The log is a value, so a query works on a copy while the recording continues. The copy shares
/// all chunks of records with the recording, except the last.
struct CommitLog: Sendable {
  /// A snapshot of the state.
  struct StateSnapshot: Sendable {
    let version: UInt64
    let state: any RecordedBox
    /// Whether the version's commit is a replacement, which a replay cannot reproduce.
    let isReplacement: Bool
  }

  private static var chunkSize: Int { 256 }

  /// When the recording began, in UTC and in the format of ISO 8601.
  let began: String
  private var chunks: [[CommitRecord]] = []
  /// The version of the first record.
  private(set) var first: UInt64 = 1
  private(set) var count = 0
  private(set) var snapshots: [StateSnapshot] = []
  private(set) var sites = RecordedValues<CallSite>()
  private(set) var inputs = RecordedValues<String>()

  private var plan: SnapshotPlan

  /// - Parameter limit: The number of versions to keep.
  init(limit: Int, began: String = recordingStart()) {
    (plan, self.began) = (SnapshotPlan(limit: limit), began)
  }

  /// The versions whose states can be reproduced; 0...0 if there is no snapshot.
  var versions: ClosedRange<UInt64> {
    guard let start = snapshots.first?.version else { return 0...0 }
    return start...max(start, count == 0 ? start : first + UInt64(count) - 1)
  }

  func notRecorded(_ version: UInt64) -> InspectorError { .notRecorded(version, versions) }

  /// The commit that created a version.
  subscript(version: UInt64) -> CommitRecord? {
    guard version >= first, version - first < UInt64(count) else { return nil }
    let index = Int(version - first)
    return chunks[index / Self.chunkSize][index % Self.chunkSize]
  }

  /// - Returns: Whether a snapshot is due.
  mutating func append(_ commit: RecordedCommit, since start: Int64, input: String?) -> Bool {
    let end = commit.end.microseconds
    let record = CommitRecord(
      action: commit.action, reason: commit.reason, time: Int64(end) - start,
      cost: Float(end - commit.start.microseconds),
      parent: commit.parent.map { UInt32(clamping: commit.version &- $0) } ?? 0,
      site: UInt16(sites.number(of: commit.site)), input: UInt16(inputs.number(of: input)),
      effect: commit.effect)
    return append(record, commit.version)
  }

  /// Appends a commit that a file describes. Escapes control characters in its texts and limits its
  /// time, because a file can contain anything.
  /// - Returns: Whether a snapshot is due.
  mutating func append<S, A>(
    _ line: RecordedLine<S, A>, action: (any RecordedBox)?, cost: Float
  ) -> Bool {
    func number(_ text: String?) -> UInt16 { UInt16(inputs.number(of: text.map(onOneLine))) }
    return append(
      CommitRecord(
        action: action, reason: line.reason, time: Int64(min(max(0, line.ms), 1 << 40)) * 1_000,
        cost: cost,
        parent: UInt32(clamping: line.version - min(line.parent ?? .max, line.version)), site: 0,
        input: number(line.input), siteText: number(line.origin), effectText: number(line.effect)),
      line.version)
  }

  private mutating func append(_ record: CommitRecord, _ version: UInt64) -> Bool {
    if count == 0 { first = version }
    if count % Self.chunkSize == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
    }
    chunks[chunks.count - 1].append(record)
    count += 1
    return plan.countCommit(version, cost: record.cost) || record.action == nil
  }

  // MARK: - Snapshots

  /// Adds a snapshot.
  mutating func keep(_ state: any RecordedBox, of version: UInt64) {
    if count == 0 { first = version &+ 1 }
    let isReplacement = self[version].map { $0.action == nil } ?? false
    snapshots.append(StateSnapshot(version: version, state: state, isReplacement: isReplacement))
    plan.didTakeSnapshot(version)
  }

  /// The snapshots and records that a log no longer needs. The caller must release them without
  /// holding a lock.
  typealias Removed = (snapshots: [StateSnapshot], records: [[CommitRecord]])

  /// Removes snapshots that are close to others. Also removes the versions beyond the limit, as far
  /// as no kept version depends on them, with their snapshots.
  mutating func thin() -> Removed {
    let dropped = plan.superfluous(
      snapshots.map(\.version), mustStay: { snapshots[$0].isReplacement })
    // The indices are in descending order, so that smaller indices stay valid.
    let old = dropped.map { snapshots.remove(at: $0) }
    // Keeps the records of the last `limit` versions, and few older ones.
    let newest = versions.upperBound
    let count = snapshots.dropFirst().prefix { $0.version &+ UInt64(plan.limit) <= newest }.count
    let removed = drop(count)
    return (old + removed.snapshots, removed.records)
  }

  /// Keeps fewer snapshots from now on. If the plan cannot keep fewer, removes the older half.
  mutating func thinOut() -> Removed { plan.thinOut() ? thin() : drop(snapshots.count / 2) }

  /// Removes the oldest snapshots, and the versions that depend on them.
  private mutating func drop(_ count: Int) -> Removed {
    let old = Array(snapshots.prefix(count))
    snapshots.removeFirst(count)
    guard let start = snapshots.first?.version, start >= first else { return (old, []) }
    let whole = min(Int(start - first) / Self.chunkSize, max(0, chunks.count - 1))
    let records = Array(chunks.prefix(whole))
    chunks.removeFirst(whole)
    first += UInt64(whole * Self.chunkSize)
    self.count -= whole * Self.chunkSize
    return (old, records)
  }
}

extension Duration {
  /// The duration in microseconds. This is faster than dividing durations.
  var microseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
  }
}
