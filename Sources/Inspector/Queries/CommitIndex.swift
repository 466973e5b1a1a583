/// The rows of a list, the newest first. As its query says, the list folds consecutive commits of
/// one kind and leaves out commits. The index examines commits in batches, and each batch extends
/// the index.
struct CommitIndex: Sendable {
  /// Consecutive commits of one kind. The oldest commit identifies the run, so that the run keeps
  /// its identity when it grows.
  struct Run: Sendable {
    var first: UInt64
    var last: UInt64
    var count = 1
  }

  /// The largest number of commits in a batch. The oldest run in a batch of older commits ends with
  /// the batch, even if the next batch begins with commits of the same kind.
  private static let step: UInt64 = 2_048

  let query: CommitQuery
  /// The recording file whose commits the index contains; nil for the program's commits.
  let source: OpenedRecording?
  /// The runs, the newest first.
  private var runs: [Run] = []
  private(set) var hidden = 0
  private var examined: Range<UInt64>?

  init(_ query: CommitQuery, of source: OpenedRecording? = nil) {
    (self.query, self.source) = (query, source)
  }

  var count: Int { runs.count }
  subscript(row: Int) -> Run { runs[row] }

  /// The row of the run whose range of versions contains a version; nil if no run does, because the
  /// commit is hidden or not examined yet. A run's range can contain hidden commits.
  func row(of version: UInt64) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].first > version { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].last >= version ? low : nil
  }

  /// Returns the index extended by the new commits or, if there are none, by a batch of older ones.
  /// - Returns: Nil if all commits are examined, or if the inspector now shows another source.
  nonisolated func extended(_ inspector: Inspector) async -> CommitIndex? {
    let history = inspector.history
    let (oldest, end) = (history.log.first, history.versions.upperBound + 1)
    guard oldest < end, inspector.store.file?.report == source else { return nil }
    let known = examined ?? end..<end
    let isNewer = known.upperBound < end
    let older = max(oldest, known.lowerBound - min(known.lowerBound, Self.step))
    let range =
      isNewer
      ? known.upperBound..<min(end, known.upperBound + Self.step)
      : min(older, known.lowerBound)..<known.lowerBound
    if range.isEmpty { return nil }
    var next = self
    var found: [Run] = []
    _ = history.examine(range, query) { line, isFolded in
      if isFolded {
        found[found.count - 1].first = line.version
        found[found.count - 1].count += 1
      } else {
        found.append(Run(first: line.version, last: line.version))
      }
      return true
    }
    if isNewer {
      if query.folds, let run = found.last, let old = runs.first,
        let line = history.line(of: run.first),
        history.line(of: old.last)?.isSameKind(as: line) == true
      {
        found.removeLast()
        (next.runs[0].last, next.runs[0].count) = (run.last, old.count + run.count)
      }
      next.runs.insert(contentsOf: found, at: 0)
    } else {
      next.runs += found
    }
    let all = min(known.lowerBound, range.lowerBound)..<max(known.upperBound, range.upperBound)
    next.examined = all
    // The recording may have dropped commits meanwhile.
    while let run = next.runs.last, run.last < oldest { next.runs.removeLast() }
    if let run = next.runs.last, run.first < oldest {
      let count = min(run.count, Int(clamping: run.last - oldest) + 1)
      next.runs[next.count - 1] = Run(first: oldest, last: run.last, count: count)
    }
    let shown = next.runs.reduce(0) { $0 + $1.count }
    next.hidden = max(0, all.clamped(to: oldest..<end).count - shown)
    return next
  }
}
