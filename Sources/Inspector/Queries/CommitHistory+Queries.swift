import MillraceDifference
import MillraceStore

// Each query depends only on the recording, and can run on any thread.
extension CommitHistory {
  func line(of version: UInt64) -> CommitLine? {
    guard let record = log[version] else { return nil }
    return CommitLine(
      version: version, time: Double(record.time) / 1_000,
      label: record.action.map { reader.text(of: $0.anyValue) }
        ?? "(\(record.reason.map { "\($0)" } ?? "replacement"))",
      parent: record.parent == 0 ? nil : version - UInt64(record.parent),
      site: log.sites[record.site]?.description ?? log.inputs[record.siteText],
      effect: record.effect.map { $0.name.isEmpty ? "\($0.number)" : $0.name }
        ?? log.inputs[record.effectText],
      input: log.inputs[record.input],
      microseconds: record.action == nil ? nil : Double(record.cost))
  }

  /// Examines commits, the newest first.
  /// - Parameter body: Called with each commit that the query shows, and with true if the query
  ///   folds it into the line of the previous call. It returns whether to examine more commits.
  /// - Returns: The number of hidden commits, the version before which to continue (nil if all
  ///   commits were examined), and whether the examination took too long.
  /// - Complexity: O(commits). To hide or mark no-ops (commits that did not change the state), it
  ///   also replays the commits.
  func examine(
    _ range: Range<UInt64>, _ query: CommitQuery, _ body: (CommitLine, Bool) -> Bool
  ) -> (hidden: Int, next: UInt64?, isStopped: Bool) {
    var (hidden, last, noops, known) = (0, CommitLine?.none, Set<UInt64>(), range.upperBound)
    let canMark = query.marksNoops && context.types.state is any Equatable.Type
    let step = query.hidesNoops ? 2_047 : UInt64(clamping: min(2_047, query.limit))
    for version in range.reversed() {
      guard var line = line(of: version) else { break }
      if query.hidesNoops || canMark, version < known {
        known = max(range.lowerBound, version - min(version, step))
        noops = self.noops(among: Set(known...version))
      }
      if QueryLimit.isExceeded { return (hidden, version + 1, true) }
      let isNoop = noops.contains(version)
      if query.hidesNoops && isNoop || query.mutes(line) {
        hidden += 1
        continue
      }
      if canMark, version > versions.lowerBound { line.isNoop = isNoop }
      if !body(line, query.folds && last?.isSameKind(as: line) == true) {
        return (hidden, version + 1, false)
      }
      last = line
    }
    return (hidden, nil, false)
  }

  /// - Complexity: O(commits in the lines, and commits that the list leaves out between the lines).
  ///   Marking or hiding no-ops also replays them.
  func list(_ query: CommitQuery) -> CommitList {
    var list = CommitList(
      first: versions.lowerBound, newest: versions.upperBound, position: travel.shown?.version,
      lines: [], muted: 0, next: nil)
    let end = max(log.first, min(list.newest + 1, query.before ?? .max))
    let examined = examine(log.first..<end, query) { line, isFolded in
      if isFolded {
        list.lines[list.lines.count - 1].count += 1
      } else if list.lines.count == query.limit {
        return false
      } else {
        list.lines.append(line)
      }
      return true
    }
    (list.muted, list.next, list.isStopped) = examined
    return list
  }

  /// Finds the commits that did not change the state, by replaying them.
  func noops(among commits: Set<UInt64>) -> Set<UInt64> {
    // The oldest version has no state before it, and the log may have dropped other versions.
    let commits = commits.filter { $0 > versions.lowerBound && $0 <= versions.upperBound }
    guard let last = commits.max(), let first = commits.min(),
      context.types.state is any Equatable.Type
    else { return [] }
    var noops: Set<UInt64> = []
    var before: (any RecordedBox)?
    _ = try? context.replay(log, first - 1...last, skipping: [], known: nil) { version, state in
      if commits.contains(version), let before, areEqual(before.anyValue, state.anyValue) == true {
        noops.insert(version)
      }
      // Keeps the state only if the next step compares it, because the reducer must copy a state
      // that is kept.
      before = commits.contains(version + 1) ? state : nil
      return true
    }
    return noops
  }

  func difference(from: UInt64, to: UInt64, limit: Int) throws(InspectorError) -> DifferenceAnswer {
    let (first, last) = (min(from, to), max(from, to))
    // Replays the later version from the earlier one, unless a snapshot is nearer.
    let earlier = try replay(to: first)
    let later = try replay(to: last, known: earlier)
    return from <= to
      ? difference(earlier, later, limit: limit) : difference(later, earlier, limit: limit)
  }

  func difference(_ before: RecordedState, _ after: RecordedState, limit: Int) -> DifferenceAnswer {
    let difference = StateDifference(
      before.state.anyValue, after.state.anyValue, limit: limit, hiding: reader.redactor)
    return DifferenceAnswer(
      from: before.version, to: after.version,
      changes: difference.changes.map { PathChange(path: $0.path, change: $0.change) },
      omitted: difference.omitted)
  }

  /// Returns a commit with its causes and results, without frames.
  func detail(of version: UInt64) throws(InspectorError) -> CommitDetail {
    guard let commit = line(of: version) else { throw log.notRecorded(version) }
    let causes = sequence(first: commit) { $0.parent.flatMap(line(of:)) }.dropFirst().prefix(100)
    var results: [CommitLine] = []
    for next in (version + 1)..<max(version, versions.upperBound) + 1 where results.count < 50 {
      guard UInt64(log[next]?.parent ?? 0) == next - version else { continue }
      if let line = line(of: next) { results.append(line) }
    }
    return CommitDetail(
      commit: commit, causes: causes.reversed(),
      difference: version == 0 ? nil : try? difference(from: version - 1, to: version, limit: 20),
      results: results, frames: [])
  }
}
