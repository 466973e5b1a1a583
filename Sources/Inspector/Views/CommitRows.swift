import MillraceIdentifiedList

/// The commits of a recording, the newest first. Each row is made when a list shows it.
struct CommitRows: IdentifiedCollection, Sendable {
  let newest: UInt64
  /// The number of commits.
  let all: Int
  let line: @Sendable (UInt64) -> CommitLine?
  /// The rows to show; nil shows all commits.
  var index: CommitIndex?
  /// The versions whose actions the branch skips.
  var skipped: Set<UInt64> = []

  init(newest: UInt64, count: Int, line: @escaping @Sendable (UInt64) -> CommitLine?) {
    (self.newest, all, self.line) = (newest, count, line)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { index?.count ?? all }

  subscript(place: Int) -> CommitLine {
    let run = index?[place]
    let version = run?.first ?? newest - UInt64(place)
    var line =
      line(version) ?? CommitLine(version: version, time: 0, label: "forgotten", count: 1)
    line.count = run?.count ?? 1
    if skipped.contains(version) { line.label = "✎ skipped: \(line.label)" }
    return line
  }

  func index(id: UInt64) -> Int? {
    if let index { return index.place(of: id) }
    guard id <= newest, newest - id < UInt64(all) else { return nil }
    return Int(newest - id)
  }
}

extension CommitHistory {
  /// The commits so far, for a list that reads only the rows that it shows.
  var rows: CommitRows {
    let newest = versions.upperBound
    guard newest >= log.first else {
      return CommitRows(newest: 0, count: 0) { _ in nil }
    }
    return CommitRows(newest: newest, count: Int(newest - log.first) + 1) { line(of: $0) }
  }
}
