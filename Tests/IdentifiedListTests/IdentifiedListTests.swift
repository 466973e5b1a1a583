import MillraceIdentifiedList
import MillraceStoreTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct Row: Codable, Hashable, Identifiable, Sendable {
  let id: Int
  var title = ""
  var tags: [Int] = []
}

@Suite("IdentifiedList")
struct IdentifiedListTests {
  let three: IdentifiedList<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]

  @Test("elements are found by id and by offset")
  func lookup() {
    #expect(three[id: 2] == Row(id: 2))
    #expect(three[id: 9] == nil)
    #expect(three[0].id == 1)
    #expect(three.index(id: 3) == 2)
    #expect(three.contains(id: 1))
    #expect(Array(three.ids) == [1, 2, 3])
    #expect(three.map(\.id) == [1, 2, 3])
    #expect(IdentifiedList<Row>().isEmpty)
  }

  @Test("an element with an existing id is not added, and the old one stays")
  func duplicates() {
    var list = three
    #expect(list.append(Row(id: 2, title: "new")) == (false, 1))
    #expect(list.insert(Row(id: 3, title: "new"), at: 0) == (false, 2))
    #expect(list == three)
    #expect(list.append(Row(id: 4)) == (true, 3))
    #expect(list.insert(Row(id: 5), at: 0) == (true, 0))
    #expect(list.map(\.id) == [5, 1, 2, 3, 4])
    #expect(list.brokenInvariant == nil)
    #expect(
      IdentifiedList([Row(id: 1, title: "a"), Row(id: 1, title: "b")]) == [Row(id: 1, title: "a")])
  }

  @Test("the subscript by id changes, adds and removes elements")
  func subscriptByID() {
    var list = three
    list[id: 2]?.title = "two"
    list[id: 9]?.title = "nobody"
    #expect(list.map(\.title) == ["", "two", ""])
    list[id: 4] = Row(id: 4, title: "four")
    list[id: 1] = nil
    list[id: 7] = nil
    #expect(list.map(\.id) == [2, 3, 4])
    list[id: 3] = Row(id: 3, title: "three")
    #expect(list[1].title == "three")
    list[id: 4] = nil
    #expect(list.brokenInvariant == nil)
  }

  @Test("a change in place copies neither the list nor the element's storage")
  func changesInPlace() {
    func address(_ array: [Int]) -> UInt {
      array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    func address(_ list: IdentifiedList<Row>) -> UInt? {
      list.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
    }
    // A list of so few elements is stored contiguously.
    var list = IdentifiedList((0..<40).map { Row(id: $0, tags: Array(0..<100)) })
    let (storage, tags) = (address(list), address(list[30].tags))
    list[id: 30]?.tags[3] = -1
    #expect(list[30].tags[3] == -1)
    #expect(address(list) == storage)
    #expect(address(list[30].tags) == tags)

    let copy = list
    list[id: 30]?.tags[3] = -2
    #expect(address(list) != storage, "the test sees a copy when there is one")
    #expect(copy[30].tags[3] == -1)
  }

  @Test("an error during a change leaves the list intact")
  func throwing() {
    struct Stop: Error {}
    func fail(_ row: inout Row?) throws -> Never {
      row?.title = "half"
      throw Stop()
    }
    var list = three
    #expect(throws: Stop.self) { try fail(&list[id: 1]) }
    #expect(list.map(\.title) == ["half", "", ""])
    #expect(list.brokenInvariant == nil)
  }

  @Test("move puts an element at an offset")
  func move() {
    var list = three
    list.move(from: 0, to: 2)
    #expect(list.map(\.id) == [2, 3, 1])
    list.move(from: 2, to: 1)
    #expect(list.map(\.id) == [2, 1, 3])
    list.move(from: 1, to: 1)
    #expect(list.map(\.id) == [2, 1, 3])
    #expect(list.brokenInvariant == nil)
  }

  @Test("a list is encoded as a JSON array")
  func codable() throws {
    let data = try JSONEncoder().encode(three)
    #expect(try JSONDecoder().decode([Row].self, from: data) == Array(three))
    #expect(try JSONDecoder().decode(IdentifiedList<Row>.self, from: data) == three)
  }

  @Test("a duplicate id in JSON is an error with its position")
  func duplicateInJSON() throws {
    let twice = [Row(id: 1), Row(id: 2), Row(id: 1)]
    do {
      _ = try JSONDecoder().decode(IdentifiedList<Row>.self, from: JSONEncoder().encode(twice))
      Issue.record("decoded")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription == "Element 2 has the id 1 of element 0.")
      #expect(context.codingPath.map(\.intValue) == [2])
    }
    struct Page: Decodable { let rows: IdentifiedList<Row> }
    do {
      _ = try JSONDecoder().decode(Page.self, from: JSONEncoder().encode(["rows": twice]))
      Issue.record("decoded")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.stringValue) == ["rows", "Index 2"])
    }
  }

  @Test("equal lists have equal hashes, and lists in another order are not equal")
  func hashing() {
    var other = IdentifiedList<Row>()
    for id in 1...3 { other.append(Row(id: id)) }
    #expect(other == three)
    #expect(other.hashValue == three.hashValue)
    other.move(from: 0, to: 1)
    #expect(other != three)
  }

  @Test("an id that is changed in place stops the program, even if the change throws")
  func changedIDAndThrown() async {
    await #expect(processExitsWith: .failure) {
      struct Refusal: Error {}
      struct Item: Identifiable { var id: Int }
      var list = IdentifiedList([Item(id: 1), Item(id: 2)])
      try? list.modifyAll {
        $0.id = 3
        throw Refusal()
      }
    }
  }

  @Test("an id that is changed in place, or occurs twice in a literal, stops the program")
  func programmerErrors() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var list: IdentifiedList<Row> = [Row(id: 1)]
      list[id: 1] = Row(id: 2)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("An element's id must not change"))
    await #expect(processExitsWith: .failure) {
      let list: IdentifiedList<Row> = [Row(id: 1), Row(id: 1)]
      print(list.count)
    }
  }

  @Test(
    "random changes equal those of an array with linear search",
    arguments: [1, 2, 3, 5, 8, 13, 21, 34] as [UInt64])
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = IdentifiedList<Row>()
    var model: [Row] = []
    for step in 0..<600 {
      let id = Int.random(in: 0..<25, using: &random)
      let index = model.firstIndex { $0.id == id }
      let row = Row(id: id, title: "\(step)")
      // A copy sometimes shares the storage, and must not change.
      let (copy, copied) = (list, model)
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        list.append(row)
        if index == nil { model.append(row) }
      case 1:
        let offset = Int.random(in: 0...model.count, using: &random)
        list.insert(row, at: offset)
        if index == nil { model.insert(row, at: offset) }
      case 2:
        let removed = list.remove(id: id)
        #expect(removed == index.map { model[$0] }, "seed \(seed), step \(step)")
        if let index { model.remove(at: index) }
      case 3:
        list[id: id] = nil
        if let index { model.remove(at: index) }
      case 4:
        list[id: id] = row
        if let index { model[index] = row } else { model.append(row) }
      case 5:
        list[id: id]?.title += "!"
        if let index { model[index].title += "!" }
      case 6 where !model.isEmpty:
        let from = Int.random(in: model.indices, using: &random)
        let to = Int.random(in: model.indices, using: &random)
        list.move(from: from, to: to)
        model.insert(model.remove(at: from), at: to)
      case 7 where step % 5 == 0:
        list.removeAll { $0.id % 3 == id % 3 }
        model.removeAll { $0.id % 3 == id % 3 }
      default:
        list.modifyAll { $0.title += "." }
        for index in model.indices { model[index].title += "." }
      }
      #expect(Array(list) == model, "seed \(seed), step \(step)")
      #expect(list.brokenInvariant == nil, "seed \(seed), step \(step)")
      #expect(Array(copy) == copied, "seed \(seed), step \(step)")
      if Array(list) != model { return }
    }
  }
}
