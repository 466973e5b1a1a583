import MillraceStore
import MillraceSystem

// The code that writes lines is not generic over state and action: unspecialized, it would take
// twice the time.

/// An action that will become a line.
struct PendingLine: Sendable {
  let version: UInt64
  let action: any Encodable & Sendable
}

/// The actions that commits add under the store's lock, until they are written.
struct PendingLines: Sendable {
  var lines: [PendingLine] = []
  var first: UInt64?
  /// The versions whose actions have no line.
  var unjournaled = UnjournaledVersions()
  /// The version of the last replacement of the state, which no line can express; 0 if there is
  /// none to save.
  var replaced: UInt64 = 0

  /// Notes a version whose action has no line.
  mutating func noteWithoutLine(_ version: UInt64) {
    if first == nil { first = version }
    unjournaled.append(version)
  }
}

/// The versions of a store that have no number in the journal, in order.
struct UnjournaledVersions: Sendable {
  private var ranges: [ClosedRange<UInt64>] = []
  /// The number of versions before `ranges`.
  private var forgotten: UInt64 = 0

  /// - Parameter version: Must be higher than all versions so far.
  mutating func append(_ version: UInt64) {
    if let last = ranges.last, last.upperBound + 1 == version {
      ranges[ranges.count - 1] = last.lowerBound...version
    } else {
      ranges.append(version...version)
    }
  }

  /// Returns the number of these versions up to a version.
  func count(through version: UInt64) -> UInt64 {
    ranges.prefix { $0.lowerBound <= version }.reduce(forgotten) {
      $0 + min($1.upperBound, version) - $1.lowerBound + 1
    }
  }

  /// Replaces the ranges up to a version by their count. `count(through:)` must not be called for
  /// earlier versions afterwards.
  mutating func removeRanges(through version: UInt64) {
    let old = ranges.prefix { $0.upperBound <= version }.count
    forgotten += ranges[..<old].reduce(0) { $0 + UInt64($1.count) }
    ranges.removeFirst(old)
  }
}

/// Writes the lines of one store, and records how many are written.
struct JournalWriter: Sendable {
  enum Step { case done, needsState, failed(PersistenceError) }

  var journal: Journal
  let schema: Int
  var isOpen = false
  /// Whether the state has to be saved before the next line.
  var needsState = false
  /// Whether writing lines failed, so that the lines wait for a retry.
  var hasFailed = false
  /// The number of the last written action.
  var commit: UInt64 = 0
  /// The difference between an action's number and its store version; nil before the first.
  private var offset: UInt64?
  /// The last written version of the store.
  var written: UInt64 = 0
  /// The snapshot that the lines follow.
  var mark = SnapshotRecord()
  /// The size of the lines since the last snapshot, in bytes.
  var size = 0
  private let encoder = JSONFormat.encoder(isSorted: false)
  // Kept between calls, to reuse their capacity.
  private var batch: [PendingLine] = []
  private var bytes: [UInt8] = []

  init(journal: Journal, schema: Int) {
    self.journal = journal
    self.schema = schema
  }

  /// Returns the number of the last action in a version.
  /// - Parameters:
  ///   - first: The first noted version.
  ///   - unjournaled: The versions without a number.
  mutating func commit(
    of version: UInt64, first: UInt64?, _ unjournaled: UnjournaledVersions
  ) -> UInt64 {
    if offset == nil, let first { offset = commit &+ 1 &- first }
    return offset.map { version &+ $0 &- unjournaled.count(through: version) } ?? commit
  }

  /// Writes the noted lines.
  mutating func write(_ pending: borrowing Guarded<PendingLines>) -> Step {
    let noted: (first: UInt64?, unjournaled: UnjournaledVersions)? = pending.withLock {
      [needsState] pending in
      if pending.replaced > 0 || (needsState && !pending.lines.isEmpty) { return nil }
      swap(&batch, &pending.lines)
      return (pending.first, pending.unjournaled)
    }
    guard let noted else { return .needsState }
    guard let last = batch.last else { return .done }
    let newest = commit(of: last.version, first: noted.first, noted.unjournaled)
    do {
      bytes.removeAll(keepingCapacity: true)
      for line in batch {
        let number = commit(of: line.version, first: noted.first, noted.unjournaled)
        try append(line.action, version: number)
      }
      try journal.open(following: mark)
      try journal.append(bytes)
    } catch {
      pending.withLock { $0.lines.insert(contentsOf: batch, at: 0) }
      batch = []
      hasFailed = true
      return .failed(failure(error))
    }
    size += bytes.count
    hasFailed = false
    written = max(written, last.version)
    commit = max(commit, newest)
    batch.removeAll(keepingCapacity: true)
    return .done
  }

  private mutating func append(
    _ action: any Encodable & Sendable, version: UInt64
  ) throws {
    let json = try JSONFormat.encode(action, with: encoder)
    CheckedLine.append(to: &bytes) { [schema] bytes in
      bytes += "\"version\":\(version),\"schema\":\(schema),".utf8
      bytes += "\"action\":".utf8
      bytes += json
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private func failure(_ error: any Error) -> PersistenceError {
    error is SystemError
      ? .cannotWrite(path: journal.path, reason: "\(error)")
      : .cannotEncode(path: journal.path, reason: explain(error))
  }
}
