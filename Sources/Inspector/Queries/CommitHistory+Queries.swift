import MillraceDifference
import MillraceStore

/// Returns true if the result of a query is no longer needed. The query calls it repeatedly.
typealias Cancellation = @Sendable () -> Bool

// Each query depends only on the recording, and can run on any thread.
extension CommitHistory {
  func line(of version: UInt64, _ reader: ValueReader) -> CommitLine? {
    guard let record = log[version] else { return nil }
    let label =
      if let action = action(of: record) { reader.text(of: action) } else {
        "(\(record.reason.map { "\($0)" } ?? "replacement"))"
      }
    return CommitLine(
      version: version, time: Double(record.time) / 1_000, label: label,
      parent: record.parent == 0 ? nil : version - UInt64(record.parent),
      site: log.sites[record.site]?.description ?? log.inputs[record.siteText],
      effect: record.effect.map { $0.name.isEmpty ? "\($0.number)" : $0.name }
        ?? log.inputs[record.effectText],
      input: log.inputs[record.input],
      microseconds: record.action == nil ? nil : Double(record.cost))
  }

  /// - Complexity: O(lines and muted commits). Marking no-ops also replays the versions of the
  ///   lines, at most 2,000; hiding no-ops replays all versions that the search passes.
  func list(_ query: CommitQuery, _ reader: ValueReader) -> CommitList {
    let newest = versions.upperBound
    var list = CommitList(
      first: versions.lowerBound, newest: newest, position: nil, lines: [], muted: 0,
      next: nil)
    var version = min(newest, query.before.map { $0 == 0 ? 0 : $0 - 1 } ?? newest)
    var noops: Set<UInt64> = []
    var examined = version == .max ? version : version + 1
    while let line = line(of: version, reader) {
      if query.hidesNoops, version < examined {
        examined = version - min(version, 1_999)
        noops = self.noops(among: Set(examined...version))
      }
      if QueryLimit.hasPassed {
        (list.isStopped, list.next) = (true, version + 1)
        break
      }
      if noops.contains(version) || query.mutes(line) {
        list.muted += 1
      } else if query.folds, list.lines.last?.isSameKind(as: line) == true {
        list.lines[list.lines.count - 1].count += 1
      } else if list.lines.count == query.limit {
        list.next = version + 1
        break
      } else {
        list.lines.append(line)
      }
      if version == 0 { break }
      version -= 1
    }
    if query.marksNoops {
      markNoops(&list.lines)
      list.isStopped = list.isStopped || QueryLimit.hasPassed
    }
    return list
  }

  private func markNoops(_ lines: inout [CommitLine]) {
    let versions = versions
    guard let last = lines.first?.version, let first = lines.last?.version,
      last - first < 2_000, State.self is any Equatable.Type
    else { return }
    let known = Set(lines.map(\.version).filter { $0 > versions.lowerBound })
    let noops = noops(among: known)
    for place in lines.indices where known.contains(lines[place].version) {
      lines[place].isNoop = noops.contains(lines[place].version)
    }
  }

  /// Finds the commits that left the state equal, by replaying them.
  func noops(among commits: Set<UInt64>) -> Set<UInt64> {
    let versions = versions
    // The oldest version has no state before it, and the log may have forgotten others.
    let commits = commits.filter { $0 > versions.lowerBound && $0 <= versions.upperBound }
    guard let last = commits.max(), let first = commits.min() else { return [] }
    var noops: Set<UInt64> = []
    var before: State?
    try? replay(first - 1...last) { version, state in
      if commits.contains(version), let before, areEqual(before, state) == true {
        noops.insert(version)
      }
      // Keeps the state only if the next step compares it, because the reducer must copy a state
      // that is kept.
      before = commits.contains(version + 1) ? state : nil
      return true
    }
    return noops
  }

  // MARK: - The state

  func difference(
    from: UInt64, to: UInt64, limit: Int, _ reader: ValueReader
  ) throws(InspectorError) -> DifferenceAnswer {
    let (first, last) = (min(from, to), max(from, to))
    // Replays the later version from the earlier one, unless a snapshot is nearer.
    let earlier = try state(at: first)
    let later = try state(at: last, known: Snapshot(state: earlier, version: first))
    return from <= to
      ? difference(earlier, later, from: from, to: to, limit: limit, reader)
      : difference(later, earlier, from: from, to: to, limit: limit, reader)
  }

  func difference(
    _ before: State, _ after: State, from: UInt64, to: UInt64, limit: Int, _ reader: ValueReader
  ) -> DifferenceAnswer {
    var lines = StateDifference.lines(before, after, limit: limit, hiding: reader.redactor)
    var omitted = 0
    if lines.count > limit, let last = lines.last, last.hasPrefix("… and ") {
      omitted = Int(last.dropFirst(6).prefix { $0.isNumber }) ?? 0
      lines.removeLast()
    }
    return DifferenceAnswer(
      from: from, to: to, changes: lines.map(Self.change), omitted: omitted)
  }

  /// Splits a line into path and change. A key in brackets can contain a colon.
  private static func change(_ line: String) -> PathChange {
    var depth = 0
    for place in line.indices {
      switch line[place] {
      case "[": depth += 1
      case "]": depth -= 1
      case ":" where depth == 0:
        return PathChange(
          path: String(line[..<place]),
          change: String(line[line.index(after: place)...].drop { $0 == " " }))
      default: break
      }
    }
    return PathChange(path: "state", change: line)
  }

  // MARK: - History of a path

  /// Finds the commits that changed the value at a path, the newest first, one snapshot interval at
  /// a time.
  /// - Parameters:
  ///   - before: The query examines commits before this version; nil examines all.
  ///   - found: Called with the answer so far after each interval.
  func history(
    of text: String, before: UInt64? = nil, limit: Int, _ reader: ValueReader,
    isCancelled: Cancellation = { false }, found: (PathHistory) -> Void = { _ in }
  ) throws(InspectorError) -> PathHistory {
    let path = try ValuePath(text)
    let versions = versions
    let newest = min(versions.upperBound, max(1, before ?? .max) - 1)
    var answer = PathHistory(
      path: path.text.isEmpty ? "state" : path.text, entries: [], through: newest,
      isComplete: false, next: newest + 1)
    let starts = log.snapshots.map(\.version).filter { $0 < newest }
    for (place, start) in starts.enumerated().reversed() {
      let end = place + 1 < starts.count ? starts[place + 1] : newest
      var entries: [PathHistoryEntry] = []
      var last: Any?
      var isFirst = true
      func isStopped() -> Bool { isCancelled() || QueryLimit.hasPassed }
      func examine(_ version: UInt64, _ state: State) -> Bool {
        if isStopped() { return false }
        let value = reader.value(at: path, in: state)
        if !isFirst, !reader.areSame(last, value), let line = line(of: version, reader) {
          entries.append(
            PathHistoryEntry(
              commit: line, old: last.map { reader.text(of: $0, at: path.text) } ?? "nothing",
              new: value.map { reader.text(of: $0, at: path.text) } ?? "nothing"))
        }
        (last, isFirst) = (value, false)
        return true
      }
      do throws(InspectorError) { try replay(start...end, examine) } catch {
        if error != .slow { throw error }
      }
      if isStopped() { return answer }
      answer.entries += entries.reversed()
      (answer.through, answer.next) = (start, start + 1)
      if answer.entries.count >= limit {
        answer.isComplete = answer.entries.count == limit && place == 0
        answer.entries = Array(answer.entries.prefix(limit))
        answer.next = answer.isComplete ? nil : answer.entries.last?.commit.version
        return answer
      }
      found(answer)
    }
    (answer.isComplete, answer.next) = (true, nil)
    if answer.entries.isEmpty, !reader.canHave(path, in: try state(at: newest)) {
      throw .noValue(text)
    }
    return answer
  }

  // MARK: - Chains

  /// Returns a commit with its causes and results, without frames.
  func detail(
    of version: UInt64, _ reader: ValueReader
  ) throws(InspectorError) -> CommitDetail {
    guard let commit = line(of: version, reader) else {
      throw .notRecorded(version, versions)
    }
    var causes: [CommitLine] = []
    var parent = commit.parent
    while let version = parent, causes.count < 100, let line = line(of: version, reader) {
      causes.append(line)
      parent = line.parent
    }
    var results: [CommitLine] = []
    var next = version + 1
    while results.count < 50, let record = log[next] {
      if UInt64(record.parent) == next - version, let line = line(of: next, reader) {
        results.append(line)
      }
      next += 1
    }
    return CommitDetail(
      commit: commit, causes: causes.reversed(),
      difference: version == 0
        ? nil : try? difference(from: version - 1, to: version, limit: 20, reader),
      results: results, frames: [])
  }

  // MARK: - Search

  /// Searches the names and values of a state, and then the actions, the newest first.
  func search(
    _ query: String, in state: Any, limit: Int, _ reader: ValueReader,
    isCancelled: @escaping Cancellation = { false }
  ) throws(InspectorError) -> SearchAnswer {
    let isCancelled = { @Sendable in isCancelled() || QueryLimit.hasPassed }
    var search = ValueSearch(query, limit: limit, reader, isCancelled)
    search.walk(state, "", "", depth: 0)
    var next = versions.upperBound
    while !search.isEnded, let line = line(of: next, reader) {
      if search.matches(line.label) {
        search.hits.append(
          SearchHit(kind: .action, path: nil, version: next, text: line.label))
      }
      if next == 0 { break }
      next -= 1
    }
    return SearchAnswer(
      query: query, hits: search.hits,
      isComplete: search.hits.count < limit && !isCancelled())
  }
}

/// Searches the names and values of a state for a text. The search ignores the case of ASCII
/// letters.
struct ValueSearch {
  var hits: [SearchHit] = []
  private let needle: [UInt8]
  private let limit: Int
  private let reader: ValueReader
  private let isCancelled: Cancellation
  private var steps = 0
  private var wasCancelled = false

  init(_ query: String, limit: Int, _ reader: ValueReader, _ isCancelled: @escaping Cancellation) {
    needle = query.utf8.map(Self.lowercased)
    (self.limit, self.reader, self.isCancelled) = (limit, reader, isCancelled)
  }

  var isEnded: Bool { wasCancelled || hits.count >= limit }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }

  func matches(_ text: String) -> Bool {
    if needle.isEmpty { return false }
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count >= needle.count else { return false }
      return (0...bytes.count - needle.count).contains { start in
        needle.indices.allSatisfy { Self.lowercased(bytes[start + $0]) == needle[$0] }
      }
    }
  }

  mutating func walk(
    _ value: Any, _ name: String, _ path: String, depth: Int
  ) {
    steps += 1
    if steps % 256 == 0, isCancelled() { wasCancelled = true }
    if isEnded || depth > 24 { return }
    let value = reader.unwrapped(value)
    if reader.redactor?.hides(value, at: path) == true {
      note(matches(name), value, path)
      return
    }
    if let text = value as? String {
      note(matches(name) || matches(text), value, path)
      return
    }
    if reader.parts(of: value, at: path, limit: 1).isEmpty {
      note(matches(name) || matches(reader.text(of: value, at: path)), value, path)
      return
    }
    note(matches(name), value, path)
    reader.forEachPart(of: value, at: path) { part in
      walk(part.value, part.name, part.path, depth: depth + 1)
      return !isEnded
    }
  }

  private mutating func note(_ isFound: Bool, _ value: Any, _ path: String) {
    guard isFound else { return }
    hits.append(
      SearchHit(
        kind: .state, path: path, version: nil, text: reader.text(of: value, at: path)))
  }
}

extension ValueReader {
  /// The value at a path of a state, with some of its parts.
  func answer(
    in state: Any, _ version: UInt64, path text: String, offset: Int, limit: Int
  ) throws(InspectorError) -> ValueAnswer {
    let path = try ValuePath(text)
    guard let value = value(at: path, in: state) else { throw .noValue(text) }
    let parts = parts(of: value, at: path.text, offset: offset, limit: limit)
    let whole = part(value, name: path.text, path: path.text)
    return ValueAnswer(
      version: version, value: whole,
      parts: parts.map { part($0.value, name: $0.name, path: $0.path) }, offset: offset,
      more: max(0, whole.count - offset - parts.count))
  }
}
