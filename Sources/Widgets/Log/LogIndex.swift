/// The lines that pass filters, which follow a log that grows: only what was appended is tested.
@MainActor
final class LogIndex {
  private(set) var lines = LogLines()
  private var filters: [LogFilter] = []
  private var found: ArraySlice<Int> = []
  /// The first line that has not been tested.
  private var next = 0
  private var runs = 0

  /// So many lines are tested while a frame waits; more of them off the main actor, as many at a time.
  nonisolated static let slice = 20_000

  nonisolated init() {}

  /// What is still to be tested off the main actor; nil: nothing.
  var pending: Int? { filters.isEmpty || next == lines.endIndex ? nil : runs }
  /// How much has been tested, in percent.
  var percent: Int { 100 * (next - lines.startIndex) / max(1, lines.count) }
  var count: Int { filters.isEmpty ? lines.count : found.count }

  func id(at place: Int) -> Int {
    filters.isEmpty ? lines.startIndex + place : found[found.startIndex + place]
  }

  /// The place of the first line that has an id or a later one.
  func place(of id: Int) -> Int { partition(0..<count) { self.id(at: $0) >= id } }

  /// Takes the log as it is now.
  func adopt(_ lines: LogLines, _ filters: [LogFilter]) {
    if filters != self.filters || !filters.isEmpty && !lines.continues(self.lines) {
      (found, next) = ([], 0)
      self.filters = filters
      runs += 1
    }
    self.lines = lines
    if filters.isEmpty { return }
    found.removeFirst(place(of: lines.startIndex))
    next = max(next, lines.startIndex)
    if lines.endIndex - next <= Self.slice {
      found += lines.ids(in: next..<lines.endIndex, passing: filters)
      next = lines.endIndex
    }
  }

  /// Tests a slice of what is pending off the main actor.
  /// - Returns: whether there was something to do.
  func proceed() async -> Bool {
    guard let run = pending else { return false }
    let range = next..<min(lines.endIndex, next + Self.slice)
    let more = await Self.test(range, of: lines, filters)
    if run == runs, next <= range.lowerBound {
      found += more
      next = range.upperBound
    }
    return true
  }

  nonisolated private static func test(
    _ range: Range<Int>, of lines: LogLines, _ filters: [LogFilter]
  ) async -> [Int] { lines.ids(in: range, passing: filters) }
}
