import MillraceIdentifiedList

/// The commits of a recording, the newest first. Each row is made when a list shows it.
struct CommitRows: IdentifiedCollection, Sendable {
  let newest: UInt64
  let count: Int
  let line: @Sendable (UInt64) -> CommitLine?

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(place: Int) -> CommitLine {
    let version = newest - UInt64(place)
    return line(version)
      ?? CommitLine(version: version, time: 0, label: "forgotten", count: 1)
  }

  func index(id: UInt64) -> Int? {
    guard id <= newest, newest - id < UInt64(count) else { return nil }
    return Int(newest - id)
  }
}
