import MillraceIdentifiedList

/// The lines that pass a set of filters. When the log grows, only appended lines are tested.
@MainActor
final class LogIndex {
  private(set) var lines = LogLines()
  private var filters: [LogFilter] = []
  private var found: ArraySlice<Int> = []
  /// The id of the first line not tested yet.
  private var next = 0
  private var runs = 0

  /// The number of lines that are tested synchronously, before the frame. More lines are tested off
  /// the main actor, in slices of this size.
  nonisolated static let slice = 20_000

  nonisolated init() {}

  /// Identifies the work to do off the main actor; nil: none.
  var pending: Int? { filters.isEmpty || next == lines.endIndex ? nil : runs }
  /// The percentage of lines tested.
  var percent: Int { 100 * (next - lines.startIndex) / max(1, lines.count) }
  var count: Int { filters.isEmpty ? lines.count : found.count }

  func id(at position: Int) -> Int {
    filters.isEmpty ? lines.startIndex + position : found[found.startIndex + position]
  }

  /// The index of the first line whose id is not less than the given id.
  func position(of id: Int) -> Int { (0..<count).lowerBound { self.id(at: $0) >= id } }

  /// Sets the log and the filters.
  func update(_ lines: LogLines, _ filters: [LogFilter]) {
    if filters != self.filters || !filters.isEmpty && !lines.continues(self.lines) {
      (found, next) = ([], 0)
      self.filters = filters
      runs += 1
    }
    self.lines = lines
    if filters.isEmpty { return }
    found.removeFirst(position(of: lines.startIndex))
    next = max(next, lines.startIndex)
    if lines.endIndex - next <= Self.slice {
      found += lines.ids(in: next..<lines.endIndex, passing: filters)
      next = lines.endIndex
    }
  }

  /// Tests one slice of pending lines off the main actor.
  /// - Returns: whether any lines were pending.
  func processNextSlice() async -> Bool {
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
