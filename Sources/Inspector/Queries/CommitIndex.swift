/// The commits of a list that folds runs and leaves out muted commits, the newest first. It
/// examines some commits at a time, the newest first, and extends what it knows.
struct CommitIndex: Sendable {
  /// Consecutive commits of one kind. The first one names the run, so that the name of a run that
  /// grows stays the same.
  struct Run: Sendable {
    let first: UInt64
    var last: UInt64
    var count = 1
  }

  /// The largest number of commits that are examined at a time. A run of older commits does not
  /// continue in the next batch.
  private static let step: UInt64 = 2_048

  let query: CommitQuery
  /// The recording file whose commits the index contains; nil for the program's commits.
  let source: OpenedRecording?
  /// The runs since the first call, in ascending order, and older ones, in descending order.
  private var newer: [Run] = []
  private var older: [Run] = []
  private(set) var hidden = 0
  private var examined: ClosedRange<UInt64>?
  private var last: CommitLine?

  init(_ query: CommitQuery, of source: OpenedRecording? = nil) {
    (self.query, self.source) = (query, source)
  }

  var count: Int { newer.count + older.count }

  subscript(place: Int) -> Run {
    place < newer.count ? newer[newer.count - 1 - place] : older[place - newer.count]
  }

  /// The index of the run that contains a commit; nil if the commit is hidden or not examined yet.
  func place(of version: UInt64) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].first > version { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].last >= version ? low : nil
  }

  /// Examines the commits that are new or, if there are none, some older ones.
  /// - Returns: Nil if all are examined.
  nonisolated func extended(_ inspector: Inspector) async -> CommitIndex? {
    let history = inspector.store.history
    let rows = history.rows(inspector.reader)
    guard rows.count > 0, inspector.store.file?.report == source else { return nil }
    let oldest = rows.newest - UInt64(rows.count) + 1
    // The recording has dropped the oldest commits of the index.
    if let run = newer.first, run.last < oldest {
      return await CommitIndex(query, of: source).extended(inspector)
    }
    var next = self
    let known = examined ?? rows.newest + 1...rows.newest + 1
    if known.upperBound < rows.newest {
      let range = known.upperBound + 1...min(rows.newest, known.upperBound + Self.step)
      next.newer = []
      var last = last
      next.newer = next.runs(in: range, after: newer, &last, rows, history)
      next.last = last
      next.examined = known.lowerBound...range.upperBound
    } else if known.lowerBound > oldest {
      let start = max(oldest, known.lowerBound - min(known.lowerBound, Self.step))
      let range = start...known.lowerBound - 1
      var last: CommitLine?
      let runs = next.runs(in: range, after: [], &last, rows, history)
      if examined == nil {
        (next.newer, next.last) = (runs, last)
      } else {
        next.older += runs.reversed()
      }
      next.examined = start...(examined?.upperBound ?? rows.newest)
    } else {
      return nil
    }
    while let run = next.older.last, run.last < oldest { next.older.removeLast() }
    return next
  }

  /// - Parameters:
  ///   - runs: The runs before these commits.
  ///   - last: The last commit of these runs.
  private mutating func runs(
    in range: ClosedRange<UInt64>, after runs: [Run], _ last: inout CommitLine?,
    _ rows: CommitRows, _ history: any RecordedHistory
  ) -> [Run] {
    let noops = query.hidesNoops ? history.noops(among: Set(range)) : []
    var runs = runs
    for version in range {
      guard let line = rows.line(version) else { continue }
      if noops.contains(version) || query.mutes(line) {
        hidden += 1
        continue
      }
      if query.folds, last?.isSameKind(as: line) == true {
        runs[runs.count - 1].last = version
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(first: version, last: version))
      }
      last = line
    }
    return runs
  }
}
