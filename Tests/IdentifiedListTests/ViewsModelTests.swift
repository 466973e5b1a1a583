import MillraceIdentifiedList
import MillraceStoreTesting
import Testing
import TestSupport

/// All views of a list, compared with a computation from an array.
@Suite("Views of a list: random changes")
struct ViewsModelTests {
  struct Item: Equatable, Identifiable, Sendable {
    let id: Int
    var value = 0
  }

  typealias List = IdentifiedList<Item>

  /// One view of each kind, and views of views.
  struct Views: Equatable, Sendable {
    var filtered = FilteredList<Item> { $0.value % 3 != 0 }
    // Many elements compare as equal.
    var sorted = SortedList<Item> { $0.value % 5 < $1.value % 5 }
    var counted = CountedList<Int, Item> { $0.value % 7 }
    var grouped = GroupedList<Int, Item> { $0.value % 7 }
    var filteredSorted = SortedList<Item> { $0.value > $1.value }
    var filteredGrouped = GroupedList<Int, Item> { $0.value / 8 }
    var groupsBySize = SortedList<GroupedList<Int, Item>.Group> {
      $0.elements.count < $1.elements.count
    }

    mutating func update(to list: List) {
      filtered.update(to: list)
      sorted.update(to: list)
      counted.update(to: list)
      grouped.update(to: list)
      filteredSorted.update(to: filtered.elements)
      filteredGrouped.update(to: filtered.elements)
      groupsBySize.update(to: filteredGrouped.groups)
    }

    /// - Parameter hasInvariants: Whether to check the invariants too, which takes as long as the
    ///   values.
    func check(_ model: [Item], hasInvariants: Bool, _ note: Comment) throws {
      let kept = model.filter { $0.value % 3 != 0 }
      try #require(Array(filtered) == kept, note)
      try #require(Array(sorted) == model.sorted { $0.value % 5 < $1.value % 5 }, note)
      try #require(Array(filteredSorted) == kept.sorted { $0.value > $1.value }, note)

      let numbers = Dictionary(grouping: model) { $0.value % 7 }.mapValues(\.count)
      let counts = counted.counts.map { ($0.id, $0.count) }
      try #require(Dictionary(uniqueKeysWithValues: counts) == numbers, note)
      try #require(counted.total == model.count, note)

      let groups = Self.groups(model) { $0.value % 7 }
      try #require(grouped.groups.map(\.id) == groups.map(\.key), note)
      try #require(grouped.groups.map { Array($0.elements) } == groups.map(\.items), note)
      let keptGroups = Self.groups(kept) { $0.value / 8 }
        .sorted { $0.items.count < $1.items.count }
      try #require(groupsBySize.map(\.id) == keptGroups.map(\.key), note)
      try #require(groupsBySize.map { Array($0.elements) } == keptGroups.map(\.items), note)

      guard hasInvariants else { return }
      for list in [filtered.elements, sorted.elements, filteredSorted.elements] {
        try #require(list.brokenInvariant == nil, note)
      }
      try #require(counted.counts.brokenInvariant == nil, note)
      try #require(groupsBySize.elements.brokenInvariant == nil, note)
      for part in [grouped.groups, filteredGrouped.groups] {
        try #require(part.brokenInvariant == nil, note)
        for group in part { try #require(group.elements.brokenInvariant == nil, note) }
      }
    }

    private static func groups(
      _ model: [Item], by key: (Item) -> Int
    ) -> [(key: Int, items: [Item])] {
      var keys: [Int] = []
      for item in model where !keys.contains(key(item)) { keys.append(key(item)) }
      return keys.map { wanted in (wanted, model.filter { key($0) == wanted }) }
    }
  }

  struct Version {
    let list: List
    let model: [Item]
    let views: Views
  }

  @Test(
    "after random changes each view equals a new one, and copies stay unchanged",
    arguments: 1...rounds(4, long: 16))
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // Short lists are mostly rebuilt, and long ones mostly updated.
    let count = [0, 30, rounds(150, long: 400), rounds(300, long: 1_000)][Int(seed % 4)]
    let steps = rounds(40, long: 120) / (seed % 4 == 3 ? 2 : 1)
    var nextID = count
    var model = (0..<count).map { Item(id: $0, value: Int.random(in: 0..<40, using: &generator)) }
    var list = List(model)
    var views = Views()
    var held: [Version] = []
    for step in 0..<steps {
      let note = Comment(rawValue: "seed \(seed), step \(step)")
      // Makes up to five changes, of which one may undo another.
      for _ in 0..<[0, 1, 1, 1, 2, 5][Int.random(in: 0..<6, using: &generator)] {
        change(&list, &model, &nextID, held, &generator)
      }
      try #require(list.brokenInvariant == nil && Array(list) == model, note)
      views.update(to: list)
      let hasInvariants = step % 4 == 0 || step == steps - 1
      try views.check(model, hasInvariants: hasInvariants, note)
      if step % 5 == 0 { held.append(Version(list: list, model: model, views: views)) }
      guard step % 3 == 0, let old = held.randomElement(using: &generator) else { continue }
      try old.views.check(old.model, hasInvariants: hasInvariants, note)
      var copy = old.views
      copy.update(to: list)
      try copy.check(model, hasInvariants: hasInvariants, note)
      try #require(copy == views, note)
      let isSame = old.views.filtered.elementsEqual(views.filtered)
      try #require((old.views.filtered == views.filtered) == isSame, note)
    }
  }

  private func change(
    _ list: inout List, _ model: inout [Item], _ nextID: inout Int, _ held: [Version],
    _ generator: inout SeededGenerator
  ) {
    func random(below end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }
    func new() -> Item {
      nextID += 1
      return Item(id: nextID, value: random(below: 40))
    }
    if model.isEmpty || random(below: 8) == 0 {
      let items = (0...random(below: 4)).map { _ in new() }
      list.append(contentsOf: items)
      model.append(contentsOf: items)
      return
    }
    let index = random(below: model.count)
    let other = random(below: model.count)
    switch random(below: 32) {
    case 0...4:
      let item = new()
      list.insert(item, at: index)
      model.insert(item, at: index)
    case 5...9:
      list.remove(at: index)
      model.remove(at: index)
    case 10...13:
      list.move(from: index, to: other)
      model.insert(model.remove(at: index), at: other)
    case 14...18:
      let value = random(below: 40)
      list[id: model[index].id]?.value = value
      model[index].value = value
    case 19...20:
      list.swapAt(index, other)
      model.swapAt(index, other)
    case 21...22:
      // Puts an element with the same id and another value at another index.
      var item = model.remove(at: index)
      item.value = random(below: 40)
      list.remove(id: item.id)
      list.insert(item, at: other)
      model.insert(item, at: other)
    case 23...25:
      // Inserts at one index, until no free labels are left between the neighbours.
      for number in 0..<random(below: 80) {
        let item = new()
        list.insert(item, at: index + number % 2)
        model.insert(item, at: index + number % 2)
      }
    case 26:
      list.sort { $0.value < $1.value }
      model.sort { $0.value < $1.value }
    case 27:
      let range = min(index, other)..<min(max(index, other), min(index, other) + 40)
      list.removeSubrange(range)
      model.removeSubrange(range)
    case 28:
      guard let old = held.randomElement(using: &generator) else { return }
      (list, model) = (old.list, old.model)
    case 29:
      // Makes a list that shares no storage: the same ids in another order, some with another
      // value, and some new ids.
      model.shuffle(using: &generator)
      for index in model.indices where index % 5 == 0 { model[index].value = random(below: 40) }
      if other % 2 == 0 { model = model.dropLast(model.count / 3) + [new(), new()] }
      list = List(model)
    case 30:
      // Makes an equal list that shares no storage.
      list = List(model)
    default:
      if other % 5 == 0 {
        list.removeAll()
        model.removeAll()
      } else {
        list.modifyAll { if $0.id % 3 == 0 { $0.value += 1 } }
        for index in model.indices where model[index].id % 3 == 0 { model[index].value += 1 }
      }
    }
  }
}
