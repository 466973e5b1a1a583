import MillraceIdentifiedList

/// The lines that pass a set of filters. When the log grows, only appended lines are tested.
struct LogIndex: Equatable {
  private(set) var lines = LogLines()
  private(set) var filters: [LogFilter] = []
  private var found: ArraySlice<Int> = []
  /// The id of the first line not tested yet.
  private(set) var next = 0
  /// Identifies the tests of the pending lines: results of an earlier run are ignored.
  private(set) var runs = 0
  /// The number of lines that are tested synchronously, before the frame. More lines are tested off
  /// the main actor, in slices of this size.
  var sliceSize = 20_000

  /// Whether lines have to be tested off the main actor.
  var isPending: Bool { !filters.isEmpty && next < lines.endIndex }
  /// The percentage of lines tested.
  var percent: Int { 100 * (next - lines.startIndex) / max(1, lines.count) }
  var count: Int { filters.isEmpty ? lines.count : found.count }

  func id(at position: Int) -> Int {
    filters.isEmpty ? lines.startIndex + position : found[found.startIndex + position]
  }

  /// The index of the first line whose id is not less than the given id.
  func position(of id: Int) -> Int { (0..<count).lowerBound { self.id(at: $0) >= id } }

  /// Sets the log and the filters. A second call with the same arguments changes nothing.
  mutating func update(_ lines: LogLines, _ filters: [LogFilter]) {
    if filters != self.filters || !filters.isEmpty && !lines.continues(self.lines) {
      self = LogIndex(filters: filters, runs: runs + 1, sliceSize: sliceSize)
    }
    // Lines that are appended while others are pending become pending, too.
    let wasPending = isPending
    self.lines = lines
    found.removeFirst(position(of: lines.startIndex))
    next = max(next, lines.startIndex)
    if filters.isEmpty || wasPending { return }
    if lines.endIndex - next > sliceSize {
      runs += 1
    } else {
      found += lines.ids(in: next..<lines.endIndex, passing: filters)
      next = lines.endIndex
    }
  }

  /// Tests one slice of the pending lines off the main actor, in a copy of the log's index.
  mutating func testNextSlice() async {
    let end = min(lines.endIndex, next + sliceSize)
    found += lines.ids(in: next..<end, passing: filters)
    next = end
  }

  /// Takes over the results of a copy, unless they are of an earlier run.
  mutating func finish(_ copy: LogIndex) {
    guard (copy.runs, copy.filters) == (runs, filters), copy.next > next else { return }
    (found, next) = (copy.found, copy.next)
    found.removeFirst(position(of: lines.startIndex))
  }
}
