import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceWidgets

/// The effect of new data on the current item, the selection and the scroll position of a list.
@MainActor
@Suite("The state of a list, as a value")
struct ListStateTests {
  private struct Item: Identifiable {
    let id: Int
  }

  private static func source(
    _ ids: [Int], current: Binding<Int?>? = nil, headers: Bool = false
  ) -> ListRows {
    var options = RowOptions<Item>()
    options.current = current
    if headers { options.isHeader = { $0.id % 5 == 0 } }
    return ListSource(
      ids.map(Item.init), options, key: { NodeKey(ids[$0]) }, content: { _ in .empty })
  }

  /// Removes, inserts or moves some items.
  private static func change(
    _ ids: inout [Int], _ next: inout Int, using generator: inout SeededGenerator
  ) {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      let start = Int.random(in: 0...ids.count, using: &generator)
      ids.removeSubrange(start..<min(ids.count, start + Int.random(in: 0...4, using: &generator)))
    case 1 where ids.count > 1: ids.shuffle(using: &generator)
    case 2: ids.append(next)
    default: ids.insert(next, at: Int.random(in: 0...ids.count, using: &generator))
    }
    next += 1
  }

  @Test(
    "the current item stays current while it exists; then the item at its index is, or the last",
    arguments: 0..<20)
  func current(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var (ids, next) = (Array(1...6), 7)
    var state = ListState()
    var (current, index, lastID): (Int?, Int, Int?) = (nil, 0, nil)
    let (follows, columns) = (seed % 2 == 1, seed % 3 == 0 ? 3 : nil)
    for step in 0..<200 {
      let isFollowing = follows && Bool.random(using: &generator)
      let rows = Self.source(ids)
      for _ in 0..<2 {
        state.update(
          rows, select: nil, columns: columns, isFollowing: isFollowing, isRevealing: false)
      }
      let count = ids.count
      if let current { index = ids.firstIndex(of: current) ?? min(index, max(0, count - 1)) }
      if isFollowing, ids.last != lastID { index = max(0, count - 1) }
      lastID = ids.last
      current = index < count ? ids[index] : nil
      let comment: Comment = "seed \(seed), step \(step)"
      try #require(state.current == index && state.key == current.map { NodeKey($0) }, comment)
      let isEarlier = isFollowing && index < count - 1
      try #require(state.pinnedRow == (isEarlier ? nil : index / (columns ?? 1)), comment)
      if Bool.random(using: &generator), !ids.isEmpty {
        index = Int.random(in: 0..<count, using: &generator)
        current = ids[index]
        state.move(to: index, in: rows)
      }
      Self.change(&ids, &next, using: &generator)
    }
  }

  @Test(
    "new data applied twice, with a binding, `select` and headers, changes nothing more",
    arguments: 0..<20)
  func twice(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var (ids, next) = (Array(1...6), 7)
    var state = ListState()
    var (bound, select): (Int?, Int?) = (nil, nil)
    let binding = seed % 2 == 0 ? Binding<Int?>(get: { bound }, set: { bound = $0 }) : nil
    for step in 0..<200 {
      if Int.random(in: 0..<4, using: &generator) == 0 {
        bound = Int.random(in: 0..<next + 3, using: &generator)
      }
      if Int.random(in: 0..<9, using: &generator) == 0 { bound = nil }
      if Int.random(in: 0..<4, using: &generator) == 0 {
        select = Int.random(in: 0..<next + 3, using: &generator)
      }
      let rows = Self.source(ids, current: binding, headers: seed % 3 == 0)
      func update() {
        state.update(
          rows, select: select.map { NodeKey($0) }, columns: nil, isFollowing: false,
          isRevealing: false)
      }
      update()
      let once = "\(state)"
      update()
      let comment: Comment = "seed \(seed), step \(step)"
      try #require("\(state)" == once, comment)
      if let key = state.key {
        try #require(ids.contains { NodeKey($0) == key }, comment)
        // Headers are never current while there is another item.
        let hasOthers = seed % 3 != 0 || ids.contains { $0 % 5 != 0 }
        if seed % 3 == 0, hasOthers { try #require(!rows.isHeader(state.current), comment) }
      } else {
        try #require(ids.isEmpty, comment)
      }
      Self.change(&ids, &next, using: &generator)
    }
  }

  @Test(
    "the first visible row that still exists stays at its line, unless the content ends in view",
    arguments: 0..<20)
  func scroll(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var (ids, next) = (Array(1...30), 31)
    func height(_ id: Int) -> Int { seed % 2 == 0 ? 1 : 1 + id % 3 }
    var viewport = ViewportState()
    var frame = 0
    /// Lays out until nothing changes, as frames do.
    func settle() throws {
      for round in 0... {
        try #require(round < 50, "seed \(seed): the layout does not settle")
        frame += 1
        let rows = viewport.rows
        let heights = rows.map { height(ids[$0]) }
        if !viewport.record(
          box: CellSize(width: 10, height: 8), (rows, heights), width: 10, frame: frame)
        {
          return
        }
      }
    }
    for step in 0..<100 {
      let comment: Comment = "seed \(seed), step \(step)"
      let rows = Self.source(ids)
      let before = viewport
      let shown = viewport.rows.map { ($0, viewport.source.key(at: $0)) }
      _ = viewport.update(rows, ViewportSettings())
      let once = "\(viewport)"
      try #require(!viewport.update(rows, ViewportSettings()) && "\(viewport)" == once, comment)
      try settle()
      let total = ids.map(height).reduce(0, +)
      // The visible rows fill the box, as far as there is content.
      let (top, lines) = (viewport.firstLine, viewport.heights.reduce(0, +))
      try #require(top <= 0 && top + lines >= min(8, total), comment)
      if let (old, key) = shown.first, viewport.rows.lowerBound > 0,
        viewport.rows.upperBound < ids.count, before.rows.lowerBound > 0,
        let row = rows.row(of: key, near: old), let line = before.lines(of: old)?.lowerBound
      {
        try #require(viewport.lines(of: row)?.lowerBound == line, comment)
      }
      viewport.scroll(by: CellPoint(x: 0, y: Int.random(in: -6...8, using: &generator)))
      if Bool.random(using: &generator), !ids.isEmpty {
        let row = Int.random(in: 0..<ids.count, using: &generator)
        viewport.reveal(row: row)
        try settle()
        try #require(viewport.isInSight(row), comment)
      }
      try settle()
      Self.change(&ids, &next, using: &generator)
    }
  }
}
