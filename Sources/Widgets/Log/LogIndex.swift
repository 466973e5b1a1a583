import MillraceIdentifiedList

/// The lines that pass a set of filters. When the log grows, only appended lines are tested.
struct LogIndex: Equatable {
  private(set) var lines = LogLines()
  private(set) var filters: [LogFilter] = []
  private var found = LineIDs()
  /// The id of the first line not tested yet.
  private(set) var next = 0
  /// The number of the newest run. A run tests the pending lines off the main actor, in slices. The
  /// results of earlier runs are ignored.
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
    filters.isEmpty ? lines.startIndex + position : found[position]
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
    } else if next < lines.endIndex {
      found.append(lines.ids(in: next..<lines.endIndex, passing: filters))
      next = lines.endIndex
    }
  }

  /// The result of the test of one slice of lines.
  struct Slice {
    fileprivate let runs: Int
    fileprivate let filters: [LogFilter]
    fileprivate let range: Range<Int>
    fileprivate let ids: [Int]
  }

  /// Tests one slice of the pending lines off the main actor.
  func testNextSlice() async -> Slice {
    let range = next..<min(lines.endIndex, next + sliceSize)
    let ids = lines.ids(in: range, passing: filters)
    return Slice(runs: runs, filters: filters, range: range, ids: ids)
  }

  /// Applies the result of a test, unless it belongs to an earlier run or has been applied.
  mutating func apply(_ slice: Slice) {
    guard (slice.runs, slice.filters) == (runs, filters), slice.range.lowerBound <= next,
      next < slice.range.upperBound
    else { return }
    // Lines may have been dropped while the slice was tested.
    found.append(slice.ids.filter { $0 >= next })
    next = slice.range.upperBound
  }
}

/// Ids in increasing order, in blocks of 1,024 that copies share: an append copies the last block.
private struct LineIDs: Equatable {
  private var blocks: [[Int]] = []
  /// The number of ids that were removed from the first block.
  private var removed = 0
  private(set) var count = 0

  private static let size = 1_024

  subscript(position: Int) -> Int {
    let index = position + removed
    return blocks[index / Self.size][index % Self.size]
  }

  mutating func append(_ ids: [Int]) {
    for id in ids {
      if (removed + count) % Self.size == 0 { blocks.append([]) }
      blocks[blocks.count - 1].append(id)
      count += 1
    }
  }

  mutating func removeFirst(_ count: Int) {
    self.count -= count
    removed += count
    blocks.removeFirst(removed / Self.size)
    removed %= Self.size
  }
}
