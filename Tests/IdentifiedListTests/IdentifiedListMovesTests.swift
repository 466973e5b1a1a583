import MillraceIdentifiedList
import MillraceStoreTesting
import Testing
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The elements that count as moved between two versions of a list.
@Suite("IdentifiedList: moves")
struct IdentifiedListMovesTests {
  typealias List = IdentifiedList<Row>

  private func list(_ ids: some Sequence<Int>) -> List { List(ids.map { Row(id: $0) }) }

  private func movedIDs(_ changes: [List.Change]) -> [Int] {
    changes.compactMap { change in
      if case .moved(_, let row, _) = change { row.id } else { nil }
    }
  }

  @Test("elements in the same order have not moved when others are added or removed")
  func others() {
    let old = list(0..<5)
    #expect(
      old.filter { $0.id != 0 }.changes(since: old) == [.removed(Row(id: 0), offset: 0)])
    var new = old
    new.removeAll { $0.id.isMultiple(of: 2) }
    #expect(
      new.changes(since: old) == [0, 2, 4].map { .removed(Row(id: $0), offset: $0) })
    new = old
    new.insert(contentsOf: [Row(id: 8), Row(id: 9)], at: 0)
    #expect(
      new.changes(since: old)
        == [.inserted(Row(id: 8), offset: 0), .inserted(Row(id: 9), offset: 1)])
    new = old
    new.replaceSubrange(1..<4, with: [Row(id: 7)])
    #expect(movedIDs(new.changes(since: old)) == [])
  }

  @Test("a rebuilt list with the same elements has no changes")
  func anew() throws {
    var old = list(0..<200)
    old.removeFirst()
    var sorted = old
    sorted.sort { $0.id < $1.id }
    #expect(sorted.changes(since: old) == [])
    var reversed = old
    reversed.reverse()
    reversed.reverse()
    #expect(reversed.changes(since: old) == [])
    let decoded = try JSONDecoder().decode(List.self, from: JSONEncoder().encode(old))
    #expect(decoded.changes(since: old) == [])
  }

  @Test("a changed element in the same order in a rebuilt list has changed, not moved")
  func changed() {
    let old = list(0..<5)
    var new = old.filter { $0.id != 0 }
    new[id: 3]?.title = "new"
    #expect(
      new.changes(since: old) == [
        .removed(Row(id: 0), offset: 0),
        .changed(old: Row(id: 3), new: Row(id: 3, title: "new"), offset: 2),
      ])
  }

  @Test("an insertion is one change, even without a free label between its neighbours")
  func insertions() {
    var list = list(0..<2_000)
    for id in 2_000..<2_600 {
      let old = list
      list.insert(Row(id: id), at: 500)
      #expect(list.changes(since: old) == [.inserted(Row(id: id), offset: 500)])
    }
  }

  @Test("if one move swaps two elements, the moved element is reported")
  func takenOut() {
    let old = list(0..<100)
    for (from, to) in [(0, 1), (1, 0), (40, 41), (99, 98), (3, 90), (90, 3)] {
      var new = old
      new.move(from: from, to: to)
      #expect(
        new.changes(since: old)
          == [.moved(old: Row(id: from), new: Row(id: from), offset: to)], "\(from) to \(to)")
    }
  }

  @Test("when all others were moved behind one element, that one is reported as moved")
  func theOther() {
    let old = list(0..<10)
    var new = old
    for _ in 0..<9 { new.move(from: 0, to: 9) }
    #expect(new.map(\.id) == [9, 0, 1, 2, 3, 4, 5, 6, 7, 8])
    #expect(new.changes(since: old) == [.moved(old: Row(id: 9), new: Row(id: 9), offset: 0)])
  }

  @Test("a move in a long list compares a small part of it")
  func work() {
    let old = list(0..<100_000)
    var new = old
    new.move(from: 70_000, to: 20)
    new[id: 50_000]?.title = "new"
    var compared = 0
    let changes = new.changes(since: old) {
      compared += 1
      return $0 == $1
    }
    #expect(movedIDs(changes) == [70_000])
    #expect(changes.count == 2)
    #expect(compared < 64 * 8, "elements compared")
  }

  @Test(
    "the changes between two random versions have the fewest possible moves",
    arguments: 1...rounds(60, long: 200) as ClosedRange<UInt64>)
  func fewest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var nextID = 9
    var held = [list(0..<Int.random(in: 0...nextID, using: &random))]
    for step in 0..<20 {
      var new = held.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 0...6, using: &random) { change(&new, &nextID, &random) }
      let old = held.randomElement(using: &random) ?? []
      let changes = new.changes(since: old)
      let common = Array(new.filter { old.contains(id: $0.id) }.ids)
      let oldIndices = common.compactMap { old.index(id: $0) }
      let hasFewest = movedIDs(changes).count == common.count - longestAscent(oldIndices)
      let isComplete = apply(changes, to: old) == Array(new)
      if !hasFewest || !isComplete {
        Issue.record(
          """
          seed \(seed), step \(step): \(old.map(\.id)) to \(new.map(\.id)), fewest: \(hasFewest), \
          complete: \(isComplete), \(changes)
          """)
        return
      }
      held.append(new)
    }
  }

  private func change(_ list: inout List, _ nextID: inout Int, _ random: inout SeededGenerator) {
    let index = Int.random(in: 0...list.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0 where list.count < 10:
      list.insert(Row(id: nextID), at: index)
      nextID += 1
    case 1 where index < list.count:
      list.remove(at: index)
    case 2 where index < list.count:
      list[id: list[index].id]?.title += "!"
    case 3:
      list.reverse()
    case 4:
      list.shuffle(using: &random)
    case 5:
      list.sort { $0.id < $1.id }
    case 6:
      // The labels now belong to other elements.
      list = List(Array(list[index...]) + Array(list[..<index]))
    default:
      if index < list.count {
        list.move(from: Int.random(in: 0..<list.count, using: &random), to: index)
      }
    }
  }

  /// The length of a longest ascending subsequence: one more than the longest that ends before its
  /// last number, with a smaller one.
  private func longestAscent(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for number in numbers {
      var longest = 0
      for (earlier, length) in zip(numbers, lengths) where earlier < number {
        longest = max(longest, length)
      }
      lengths.append(longest + 1)
    }
    return lengths.max() ?? 0
  }

  private func apply(_ changes: [List.Change], to old: List) -> [Row] {
    var rows = Array(old)
    for change in changes {
      switch change {
      case .removed(let row, _), .moved(_, let row, _): rows.removeAll { $0.id == row.id }
      case .changed(_, let row, _):
        if let index = rows.firstIndex(where: { $0.id == row.id }) { rows[index] = row }
      case .inserted: break
      }
    }
    for change in changes {
      switch change {
      case .inserted(let row, let offset), .moved(_, let row, let offset):
        rows.insert(row, at: min(offset, rows.count))
      case .removed, .changed: break
      }
    }
    return rows
  }
}
