import MillraceIdentifiedList
import MillraceStoreTesting
import Testing
import TestSupport

/// An id that counts its hashes.
private struct CountedID: Hashable, Sendable {
  static let hashes = Tally()
  let number: Int

  func hash(into hasher: inout Hasher) {
    Self.hashes.add(1)
    hasher.combine(number)
  }
}

private struct Item: Identifiable, Equatable, Sendable {
  let id: CountedID
  var value = 0

  init(_ number: Int) { id = CountedID(number: number) }
}

/// A simple tree: children by parent, flattened by a full traversal.
private struct Model {
  var children: [Int?: [Int]] = [nil: []]
  var known: Set<Int?> = [nil]
  var open: Set<Int> = []

  /// "2 7>" is item 7 at level 2, open. "2 ?7" is the placeholder for the children of 7.
  func lines(of id: Int? = nil, level: Int = 1) -> [String] {
    guard known.contains(id) else { return ["\(level) ?\(id.map(String.init) ?? "")"] }
    return (children[id] ?? []).flatMap { child in
      let isOpen = open.contains(child)
      return ["\(level) \(child)\(isOpen ? ">" : "")"]
        + (isOpen ? lines(of: child, level: level + 1) : [])
    }
  }

  /// Whether all ancestors are open, and their children known.
  func isReachable(_ id: Int) -> Bool {
    guard let parent = children.first(where: { $0.value.contains(id) })?.key else { return true }
    return known.contains(parent) && open.contains(parent) && isReachable(parent)
  }

  /// Forgets the children of a removed or unreachable node: they are unknown when it returns.
  mutating func forget(_ id: Int) {
    known.remove(id)
    for child in children.removeValue(forKey: id) ?? [] { forget(child) }
  }
}

@Suite("Flattened trees", .serialized)
struct FlattenedTreeTests {
  private typealias Tree = FlattenedTree<Item>

  private func lines(_ tree: Tree) -> [String] {
    tree.map { row in
      guard let item = row.item else {
        return "\(row.level) ?\(row.parent.map { "\($0.number)" } ?? "")"
      }
      return "\(row.level) \(item.id.number)\(row.isOpen ? ">" : "")"
    }
  }

  private func items(_ numbers: some Sequence<Int>) -> IdentifiedList<Item> {
    IdentifiedList(numbers.map(Item.init))
  }

  private func id(_ number: Int) -> CountedID { CountedID(number: number) }

  @Test("an open node has one row in place of unknown children")
  func missing() {
    var tree = Tree()
    #expect(lines(tree) == ["1 ?"])
    tree.setChildren(items([1, 2]), of: nil)
    tree.setOpen(true, id(1))
    #expect(lines(tree) == ["1 1>", "2 ?1", "1 2"])
    tree.setChildren(items([3, 4]), of: id(1))
    #expect(lines(tree) == ["1 1>", "2 3", "2 4", "1 2"])
    #expect(tree.map(\.followed) == [[true], [true, true], [true, false], [false]])
    #expect(tree.index(id: .item(id(4))) == 2 && tree.index(id: .placeholder(id(1))) == nil)
    tree.setChildren(nil, of: id(1))
    #expect(tree.index(id: .placeholder(id(1))) == 1 && tree.count == 3)
  }

  @Test("a node with unknown children counts as one row in all its ancestors")
  func nested() {
    var tree = Tree()
    tree.setChildren(items([1]), of: nil)
    tree.setOpen(true, id(1))
    tree.setChildren(items([2, 3]), of: id(1))
    #expect(tree.count == 3)
    tree.setOpen(true, id(2))
    #expect(lines(tree) == ["1 1>", "2 2>", "3 ?2", "2 3"])
    tree.setChildren(items([4]), of: id(2))
    #expect(lines(tree) == ["1 1>", "2 2>", "3 4", "2 3"])
  }

  @Test("an open node stays open while an ancestor is closed or missing")
  func kept() {
    var tree = Tree()
    tree.setOpen(true, id(1))
    tree.setOpen(true, id(2))
    tree.setChildren(items([1]), of: nil)
    tree.setChildren(items([2]), of: id(1))
    tree.setChildren(items([3]), of: id(2))
    #expect(lines(tree) == ["1 1>", "2 2>", "3 3"])
    tree.setOpen(false, id(1))
    #expect(lines(tree) == ["1 1"] && tree.index(id: .item(id(3))) == nil)
    tree.setChildren(items([3, 4]), of: id(2))
    tree.setOpen(true, id(1))
    #expect(lines(tree) == ["1 1>", "2 2>", "3 3", "3 4"])
    tree.setChildren(items([]), of: nil)
    #expect(lines(tree) == [] && tree.open == [id(1), id(2)])
  }

  @Test("an id that is in two lists, or is its own descendant, shows its children only once")
  func hostile() {
    var tree = Tree()
    tree.setChildren(items([1, 2]), of: nil)
    tree.setOpen(true, id(1))
    tree.setChildren(items([1, 2, 3]), of: id(1))
    #expect(lines(tree) == ["1 1>", "2 1>", "2 2", "2 3", "1 2"])
    tree.setOpen(true, id(2))
    let once = lines(tree).filter { $0.hasSuffix("?2") }
    #expect(once.count == 1 && tree.count == 6)
    tree.setOpen(true, id(3))
    tree.setChildren(items([2]), of: id(3))
    #expect(lines(tree).filter { $0.hasSuffix("?2") } == ["4 ?2"])
    for row in tree.indices { _ = tree[row] }
  }

  @Test(
    "opening a tenth of many rows hashes few ids, and a change hashes only changed ids"
  )
  func work() {
    let count = rounds(10_000, long: 100_000)
    var tree = Tree()
    tree.setChildren(items(0..<10), of: nil)
    var last = items(0..<1)
    for node in 0..<10 {
      tree.setOpen(true, id(node))
      last = items((node + 1) * 1_000_000..<(node + 1) * 1_000_000 + count)
      tree.setChildren(last, of: id(node))
    }
    #expect(tree.count == 10 * count + 10)
    func hashes(_ work: () -> Void) -> Int {
      let before = CountedID.hashes.value
      work()
      return CountedID.hashes.value - before
    }
    #expect(hashes { tree.setOpen(false, id(9)) } < 60 && tree.count == 9 * count + 10)
    #expect(hashes { tree.setOpen(true, id(9)) } < 60 && tree.count == 10 * count + 10)
    #expect(hashes { _ = tree[10 * count - count / 100] } < 30)
    last.append(Item(10_200_000))
    last.remove(id: id(10_000_000 + count / 2))
    #expect(hashes { tree.setChildren(last, of: id(9)) } < 120 && tree.count == 10 * count + 10)
    #expect(tree[10 * count + 9].item?.id == id(10_200_000))
    // An item that was never opened is searched for in each list.
    #expect(hashes { tree.setOpen(true, id(5_000_077)) } < 120 && tree.count == 10 * count + 11)
  }

  @Test(
    "after random changes, the rows equal a full traversal", arguments: 1...rounds(5, long: 2_000))
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func random(below end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }
    var (tree, model, next) = (Tree(), Model(), 1)
    var lists: [Int?: IdentifiedList<Item>] = [:]
    tree.setChildren([], of: nil)
    // Some trees have lists of many leaves. In the small ones, more steps change open nodes.
    let many = seed % 3 == 0 ? 30 : 5
    for step in 0..<150 {
      let note = Comment(rawValue: "seed \(seed), step \(step)")
      let all = model.children.values.flatMap(\.self)
      switch random(below: 10) {
      case 0...2:
        // Some ids are open before their items exist.
        let id = random(below: 20) == 0 || all.isEmpty ? next + 1 : all[random(below: all.count)]
        let isOpen = random(below: 3) > 0
        tree.setOpen(isOpen, self.id(id))
        if isOpen { model.open.insert(id) } else { model.open.remove(id) }
      default:
        let parents =
          [nil] + all.filter { model.open.contains($0) && model.isReachable($0) }.map { $0 }
        let parent = parents[random(below: parents.count)]
        var list = lists[parent].flatMap { model.known.contains(parent) ? $0 : nil } ?? []
        let old = list
        for _ in 0...random(below: 3) {
          switch random(below: 6) {
          case 0 where !list.isEmpty: list.remove(at: random(below: list.count))
          case 1 where list.count > 1:
            list.swapAt(random(below: list.count), random(below: list.count))
          case 2 where !list.isEmpty: list[id: list[random(below: list.count)].id]?.value += 1
          case 3:
            list.append(contentsOf: (next..<next + many).map(Item.init))
            next += many
          default:
            list.insert(Item(next), at: random(below: list.count + 1))
            next += 1
          }
        }
        // A list that shares nothing with the previous one.
        if random(below: 8) == 0 { list = IdentifiedList(Array(list)) }
        let isKnown = parent == nil || random(below: 12) > 0
        tree.setChildren(isKnown ? list : nil, of: parent.map(id))
        let ids = isKnown ? list.map(\.id.number) : []
        for gone in old where !ids.contains(gone.id.number) { model.forget(gone.id.number) }
        lists[parent] = list
        model.children[parent] = ids
        if isKnown { model.known.insert(parent) } else { model.known.remove(parent) }
      }
      // Each row takes longer than the step, so that all rows of a large tree are examined only at
      // times, and their ids only at the end.
      if tree.count < 60 || step % 10 == 9 { try #require(lines(tree) == model.lines(), note) }
      let sample = (0..<min(5, tree.count)).map { _ in random(below: tree.count) }
      let rows = step == 149 ? Array(tree.indices) : sample
      let lost = rows.first { tree.index(id: tree[$0].id) != $0 }
      try #require(lost == nil, note)
    }
  }
}
