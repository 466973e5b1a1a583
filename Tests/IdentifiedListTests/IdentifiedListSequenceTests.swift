import MillraceIdentifiedList
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("IdentifiedList: many elements at once")
struct IdentifiedListSequenceTests {
  let three: IdentifiedList<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]

  private func rows(_ ids: some Sequence<Int>, title: String = "") -> [Row] {
    ids.map { Row(id: $0, title: title) }
  }

  @Test("of several elements with the same id, the first is kept")
  func duplicates() {
    var list = three
    #expect(list.append(contentsOf: rows([3, 4, 4, 1, 5], title: "new")) == 2)
    #expect(list.map(\.id) == [1, 2, 3, 4, 5])
    #expect(list.map(\.title) == ["", "", "", "new", "new"])
    #expect(list.insert(contentsOf: rows([5, 6, 1, 7]), at: 1) == 2)
    #expect(list.map(\.id) == [1, 6, 7, 2, 3, 4, 5])
    #expect(list.append(contentsOf: list) == 0)
    #expect((three + rows([0, 1])).map(\.id) == [1, 2, 3, 0])
    list = three
    list += [Row(id: 9)]
    #expect(list.map(\.id) == [1, 2, 3, 9])
    #expect(list.brokenInvariant == nil)
  }

  @Test("new elements of a replaced range may reuse its ids; those with ids elsewhere are skipped")
  func replace() {
    var list = three
    #expect(list.replaceSubrange(1..<2, with: rows([2, 3, 4], title: "new")) == 2)
    #expect(list.map(\.id) == [1, 2, 4, 3])
    #expect(list[id: 2]?.title == "new")
    #expect(list[id: 3]?.title == "")
    #expect(list.replaceSubrange(0..., with: list.reversed()) == 4)
    #expect(list.map(\.id) == [3, 4, 2, 1])
    #expect(list.replaceSubrange(2..<2, with: []) == 0)
    #expect(list.count == 4)
  }

  @Test("removing from both ends works until the list is empty")
  func ends() {
    var list = three
    #expect(list.removeFirst().id == 1)
    #expect(list.removeLast().id == 3)
    #expect(list.popFirst()?.id == 2)
    #expect(list.popFirst() == nil)
    #expect(list.popLast() == nil)
    list = IdentifiedList(rows(0..<10))
    list.removeFirst(2)
    list.removeLast(3)
    list.removeFirst(0)
    list.removeLast(0)
    #expect(list.map(\.id) == [2, 3, 4, 5, 6])
    list.removeSubrange(...1)
    #expect(list.map(\.id) == [4, 5, 6])
    list.removeLast(3)
    #expect(list.isEmpty)
  }

  @Test("a filter returns a list, and shares all storage when it keeps every element")
  func filter() {
    let list = IdentifiedList(rows(0..<1_000))
    let even = list.filter { $0.id.isMultiple(of: 2) }
    #expect(even[id: 10] == Row(id: 10))
    #expect(even[id: 11] == nil)
    #expect(even.count == 500)
    #expect(list.filter { _ in true }.unsharedElements(with: list) == 0)
    let array: [Row] = list.filter { $0.id == 3 }
    #expect(array == [Row(id: 3)])
  }

  @Test("adding and removing few elements shares most of a long list")
  func sharing() {
    let old = IdentifiedList(rows(0..<4_000))
    func copied(_ change: (inout IdentifiedList<Row>) -> Void) -> Int {
      var list = old
      change(&list)
      #expect(list.brokenInvariant == nil)
      return list.unsharedElements(with: old)
    }
    #expect(copied { $0.append(contentsOf: rows(10_000..<10_100)) } < 64 * 8)
    #expect(copied { $0.insert(contentsOf: rows(10_000..<10_100), at: 2_000) } < 64 * 10)
    #expect(copied { $0.insert(contentsOf: rows(10_000..<10_100), at: 0) } < 64 * 10)
    #expect(copied { $0.removeSubrange(2_000..<2_100) } < 64 * 8)
    #expect(copied { $0.replaceSubrange(70..<90, with: rows(10_000..<10_020)) } < 64 * 8)
    #expect(copied { $0.removeAll { $0.id < 50 } } < 64 * 8)
  }

  @Test("repeated insertions of several elements at one index keep the order")
  func oneIndex() {
    for index in [0, 1, 50, 99, 100] {
      var list = IdentifiedList(rows(0..<100))
      var model = Array(list)
      for round in 1...rounds(100, long: 200) {
        let new = rows((round * 100)..<(round * 100 + min(12, round)))
        #expect(list.insert(contentsOf: new, at: index) == new.count)
        model.insert(contentsOf: new, at: index)
      }
      #expect(list.brokenInvariant == nil)
      #expect(Array(list) == model)
    }
  }

  @Test("a shuffle with the same generator gives the same order as for an array")
  func shuffle() {
    var (one, other) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
    var list = IdentifiedList(rows(0..<100))
    var model = Array(list)
    list.shuffle(using: &one)
    model.shuffle(using: &other)
    #expect(Array(list) == model)
    list.shuffle()
    #expect(Set(list) == Set(model))
    list.reverse()
    list.reverse()
    #expect(list.brokenInvariant == nil)
  }

  @Test("a partition keeps the order on both sides")
  func partition() {
    var list = IdentifiedList(rows(0..<10))
    #expect(list.partition { $0.id.isMultiple(of: 3) } == 6)
    #expect(list.map(\.id) == [1, 2, 4, 5, 7, 8, 0, 3, 6, 9])
    #expect(list.partition { _ in false } == 10)
    #expect(list.partition { _ in true } == 0)
    #expect(list.map(\.id) == [1, 2, 4, 5, 7, 8, 0, 3, 6, 9])
  }

  @Test("comparable elements sort without a function")
  func sort() {
    struct Word: Comparable, Identifiable {
      let id: String
      static func < (first: Word, second: Word) -> Bool { first.id < second.id }
    }
    var list = IdentifiedList(["pear", "apple", "fig"].map(Word.init))
    list.sort()
    #expect(Array(list.ids) == ["apple", "fig", "pear"])
  }

  @Test("IdentifiedList conforms to its protocols, and its mirror is a collection")
  func conformances() {
    func check<List>(_: List) -> String
    where
      List: RandomAccessCollection & Hashable & Codable & Sendable & CustomReflectable
        & ExpressibleByArrayLiteral & CustomStringConvertible
    { "\(List.self)" }
    #expect(check(three) == "IdentifiedList<Row>")
    #expect(Mirror(reflecting: three).displayStyle == .collection)
    #expect(Mirror(reflecting: three).children.count == 3)
  }

  @Test("removing elements that do not exist stops the program")
  func outOfRange() async {
    await #expect(processExitsWith: .failure) {
      var list = IdentifiedList<Row>()
      list.removeFirst()
    }
    await #expect(processExitsWith: .failure) {
      var list: IdentifiedList<Row> = [Row(id: 1)]
      list.removeLast(2)
    }
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var list: IdentifiedList<Row> = [Row(id: 1)]
      list.removeSubrange(0..<5)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Offset 5 of an IdentifiedList of 1 elements is out of range."))
  }

  @Test(
    "random changes of ranges equal those of an array",
    arguments: 1...rounds(5, long: 20) as ClosedRange<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Some lists are short and some have many leaves.
    let start = seed % 3 == 0 ? rounds(1_000, long: 3_000) : Int.random(in: 0...40, using: &random)
    var list = IdentifiedList(rows(0..<start))
    var model = Array(list)
    for step in 0..<150 {
      let note = Comment(rawValue: "seed \(seed), step \(step)")
      let (copy, copied) = (list, model)
      let low = Int.random(in: 0...model.count, using: &random)
      // Rarely a large part.
      let most = step % 15 == 0 ? model.count - low : min(20, model.count - low)
      let range = low..<(low + Int.random(in: 0...most, using: &random))
      let new = (0..<Int.random(in: 0...25, using: &random)).map { _ in
        Row(id: Int.random(in: 0..<(start + 200), using: &random), title: "\(step)")
      }
      change(&list, &model, range, new, &random, note)
      try #require(Array(list) == model, note)
      // The invariants of a long list take much longer than the step.
      if model.count < 100 || step % 15 == 14 {
        try #require(list.brokenInvariant == nil, note)
      }
      try #require(Array(copy) == copied, note)
    }
  }

  private func change(
    _ list: inout IdentifiedList<Row>, _ model: inout [Row], _ range: Range<Int>, _ new: [Row],
    _ random: inout SeededGenerator, _ note: Comment
  ) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      let added = unknown(new, to: model)
      #expect(list.append(contentsOf: new) == added.count, note)
      model.append(contentsOf: added)
    case 2, 3:
      let added = unknown(new, to: model)
      #expect(list.insert(contentsOf: new, at: range.lowerBound) == added.count, note)
      model.insert(contentsOf: added, at: range.lowerBound)
    case 4:
      list.removeSubrange(range)
      model.removeSubrange(range)
    case 5:
      var rest = model
      rest.removeSubrange(range)
      let added = unknown(new, to: rest)
      #expect(list.replaceSubrange(range, with: new) == added.count, note)
      model.replaceSubrange(range, with: added)
    case 6:
      #expect(list.popLast() == model.popLast(), note)
      list.removeFirst(min(2, list.count))
      model.removeFirst(min(2, model.count))
    case 7:
      list.reverse()
      model.reverse()
    case 8:
      let divisor = Int.random(in: 1...60, using: &random)
      list = list.filter { $0.id % divisor != 1 }
      model = model.filter { $0.id % divisor != 1 }
    default:
      let divisor = Int.random(in: 1...4, using: &random)
      let second = model.filter { $0.id % divisor == 0 }
      model = model.filter { $0.id % divisor != 0 } + second
      #expect(list.partition { $0.id % divisor == 0 } == model.count - second.count, note)
    }
  }

  /// The elements whose ids are not in an array, each id once.
  private func unknown(_ rows: [Row], to model: [Row]) -> [Row] {
    var ids = Set(model.map(\.id))
    return rows.filter { ids.insert($0.id).inserted }
  }
}
