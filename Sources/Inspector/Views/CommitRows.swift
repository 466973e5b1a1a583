import MillraceIdentifiedList

/// The commits of a recording, the newest first. Each row is made when a list shows it.
struct CommitRows: IdentifiedCollection, Sendable {
  let history: CommitHistory
  /// The rows to show; nil shows all commits.
  var index: CommitIndex?

  var newest: UInt64 { history.versions.upperBound }
  /// The versions whose actions the branch skips.
  var skipped: Set<UInt64> { history.travel.skipped }

  var startIndex: Int { 0 }
  var endIndex: Int { index?.count ?? history.log.count }

  subscript(row: Int) -> CommitLine {
    let run = index?[row]
    let version = run?.first ?? newest - UInt64(row)
    var line =
      history.line(of: version) ?? CommitLine(version: version, time: 0, label: "forgotten")
    line.count = run?.count ?? 1
    if skipped.contains(version) { line.label = "✎ skipped: \(line.label)" }
    return line
  }

  func index(id: UInt64) -> Int? {
    if let index { return index.row(of: id) }
    return history.log[id] == nil ? nil : Int(newest - id)
  }
}
