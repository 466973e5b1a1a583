import MillraceIdentifiedList
import MillraceStoreTesting
import Testing
import TestSupport

/// An `IdentifiedList` compared with an array.
@Suite("IdentifiedList: random changes")
struct IdentifiedListModelTests {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
    var tags: [Int] = []
  }

  typealias Version = (list: IdentifiedList<Row>, model: [Row])

  @Test(
    "random changes equal those of an array, and held versions stay unchanged",
    arguments: 1...rounds(8, long: 20))
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var list = IdentifiedList<Row>()
    var model: [Row] = []
    var held: [Version] = []
    var nextID = 0
    if seed % 3 == 0 {
      let count = Int.random(in: 1...rounds(200, long: 500), using: &generator)
      model = (0..<count).map { Row(id: $0) }
      list = IdentifiedList(model)
      nextID = model.count
    }
    for step in 0..<rounds(80, long: 250) {
      change(&list, &model, &nextID, seed: seed, &generator)
      let note = Comment(rawValue: "seed \(seed), step \(step)")
      try #require(list.brokenInvariant == nil, note)
      try #require(Array(list) == model, note)
      if step % 10 == 0 { held.append((list, model)) }
      if let old = held.randomElement(using: &generator) {
        try #require(Array(old.list) == old.model, note)
        try #require((old.list == list) == (old.model == model), note)
        // It takes several times as long as the rest of the step.
        if step % 3 == 0 { try check(list, since: old.list, note) }
      }
    }
    let wrong = model.indices.first { index in
      let row = model[index]
      return list[index] != row || list[id: row.id] != row || list.index(id: row.id) != index
    }
    #expect(wrong == nil, "seed \(seed)")
    #expect(IdentifiedList(model) == list)
  }

  private func change(
    _ list: inout IdentifiedList<Row>, _ model: inout [Row], _ nextID: inout Int, seed: UInt64,
    _ generator: inout SeededGenerator
  ) {
    let index = model.isEmpty ? 0 : Int.random(in: 0..<model.count, using: &generator)
    // With some seeds the list grows, with some it shrinks, and some insert at one index only.
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...3 where seed % 4 != 1 || model.count < 20:
      let offset = seed % 5 == 0 ? min(1, model.count) : min(index + 1, model.count)
      list.insert(Row(id: nextID), at: offset)
      model.insert(Row(id: nextID), at: offset)
      nextID += 1
    case 4:
      list.append(Row(id: nextID))
      model.append(Row(id: nextID))
      nextID += 1
    case 5 where !model.isEmpty:
      #expect(list.append(Row(id: model[index].id, count: -1)) == (false, index))
    case 6,
      7 where !model.isEmpty:
      guard !model.isEmpty else { return }
      let id = model[index].id
      if Bool.random(using: &generator) {
        #expect(list.remove(id: id) == model[index])
      } else {
        list[id: id] = nil
      }
      model.remove(at: index)
    case 8 where !model.isEmpty:
      let target = Int.random(in: 0..<model.count, using: &generator)
      list.move(from: index, to: target)
      model.insert(model.remove(at: index), at: target)
    case 9 where seed % 7 == 0:
      list.removeAll { $0.id % 3 == 0 }
      model.removeAll { $0.id % 3 == 0 }
    case 10 where !model.isEmpty:
      let target = Int.random(in: 0..<model.count, using: &generator)
      list.swapAt(index, target)
      model.swapAt(index, target)
    default:
      guard !model.isEmpty else { return }
      let id = model[index].id
      list[id: id]?.count += 1
      list[id: id]?.tags.append(id)
      model[index].count += 1
      model[index].tags.append(id)
    }
  }

  /// Applies the changes to the old version, and compares the result.
  private func check(
    _ new: IdentifiedList<Row>, since old: IdentifiedList<Row>, _ note: Comment
  ) throws {
    var rows = Array(old)
    var arrivals: [(Row, Int)] = []
    for change in new.changes(since: old) {
      switch change {
      case .removed(let row, let offset):
        try #require(old[offset] == row, note)
        rows.removeAll { $0.id == row.id }
      case .inserted(let row, let offset):
        try #require(!old.contains(id: row.id), note)
        arrivals.append((row, offset))
      case .moved(let before, let row, let offset):
        try #require(old[id: row.id] == before, note)
        rows.removeAll { $0.id == row.id }
        arrivals.append((row, offset))
      case .changed(let before, let row, let offset):
        try #require(before != row && new[offset] == row, note)
        guard let index = rows.firstIndex(where: { $0.id == row.id }) else { continue }
        try #require(rows[index] == before, note)
        rows[index] = row
      }
    }
    for (row, offset) in arrivals { rows.insert(row, at: min(offset, rows.count)) }
    try #require(rows == Array(new), note)

    var received: Set<Int> = []
    IdentifiedList.forEachChangedID(from: old, to: new, areEqual: { $0 == $1 }) { id in
      #expect(received.insert(id).inserted, "each id once: \(id), \(note)")
    }
    let ids = Set(old.ids).union(new.ids)
    try #require(received == ids.filter { old[id: $0] != new[id: $0] }, note)
  }

  @Test("insertions at one index keep the order even after labels run out")
  func oneIndex() {
    for index in [0, 1, 50, 99] {
      var list = IdentifiedList((0..<100).map { Row(id: $0) })
      var model = Array(list)
      for id in 100..<800 {
        list.insert(Row(id: id), at: index)
        model.insert(Row(id: id), at: index)
      }
      #expect(list.brokenInvariant == nil)
      #expect(Array(list) == model)
    }
  }

  @Test(
    "one change copies a small part of a long list while the old version is held",
    arguments: [10_000, 50_000])
  func copiesLittle(count: Int) {
    let old = IdentifiedList((0..<count).map { Row(id: $0) })
    func copied(_ change: (inout IdentifiedList<Row>) -> Void) -> Int {
      var list = old
      change(&list)
      return list.unsharedElements(with: old)
    }
    // A leaf and a node on each level, of at most 64 each, or twice that after a split or join.
    #expect(copied { $0[id: count / 2]?.count += 1 } <= 64 * 4)
    #expect(copied { $0.insert(Row(id: -1), at: count / 2) } <= 64 * 8)
    #expect(copied { $0.remove(id: count / 2) } <= 64 * 8)
    #expect(copied { $0.move(from: 1, to: count - 2) } <= 64 * 16)
    #expect(copied { _ in } == 0)
    #expect(copied { $0[id: count / 2]?.count += 0 } > 0, "the counter sees a copy")
  }
}
