import MillraceRender
import MillraceStoreTesting
import Testing

@Suite("Keyed diff")
struct KeyedDiffTests {
  @Test("equal lists need no step")
  func equalLists() {
    let diff = KeyedDiff(from: [1, 2, 3], to: [1, 2, 3])
    #expect(diff.steps == [.stay(0), .stay(1), .stay(2)])
    #expect(diff.removed.isEmpty)
  }

  @Test("moving the last item to the front is one move")
  func oneMove() {
    let diff = KeyedDiff(from: [1, 2, 3, 4], to: [4, 1, 2, 3])
    #expect(diff.steps == [.move(3), .stay(0), .stay(1), .stay(2)])
  }

  @Test("moving any one item anywhere is one move", arguments: 0..<50)
  func anyOneMove(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let old = Array(0..<Int.random(in: 2...20, using: &generator))
    var new = old
    let item = new.remove(at: Int.random(in: 0..<new.count, using: &generator))
    new.insert(item, at: Int.random(in: 0...new.count, using: &generator))
    let diff = KeyedDiff(from: old, to: new)
    #expect(apply(diff, to: old, new: new) == new, "seed \(seed)")
    #expect(moves(in: diff) == (old == new ? 0 : 1), "seed \(seed)")
    #expect(diff.removed == [], "seed \(seed)")
  }

  @Test("a replaced middle item is one insertion and one removal, and the ends stay")
  func replaced() {
    let diff = KeyedDiff(from: ["a", "b", "c"], to: ["a", "x", "c"])
    #expect(diff.steps == [.stay(0), .insert, .stay(2)])
    #expect(diff.removed == [1])
  }

  @Test("a reversed list keeps one item in place")
  func reversed() {
    let diff = KeyedDiff(from: Array(0..<10), to: (0..<10).reversed())
    #expect(moves(in: diff) == 9)
  }

  @Test(
    "the steps between random lists make the new list with the fewest moves", arguments: 0..<200)
  func randomLists(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func keys() -> [Int] {
      let count = Int.random(in: 0...9, using: &generator)
      return Array((0..<12).shuffled(using: &generator).prefix(count))
    }
    let old = keys()
    let new = keys()
    let diff = KeyedDiff(from: old, to: new)

    #expect(apply(diff, to: old, new: new) == new, "seed \(seed)")
    let kept = new.compactMap { old.firstIndex(of: $0) }
    #expect(moves(in: diff) == kept.count - longestIncreasing(kept), "seed \(seed)")
    #expect(Set(diff.removed.map { old[$0] }) == Set(old).subtracting(new), "seed \(seed)")
  }

  @Test("each duplicate key is matched once, and no item is lost", arguments: 0..<100)
  func duplicates(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let old = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
      Int.random(in: 0..<4, using: &generator)
    }
    let new = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
      Int.random(in: 0..<4, using: &generator)
    }
    let diff = KeyedDiff(from: old, to: new)
    #expect(apply(diff, to: old, new: new) == new, "seed \(seed)")
    var used = diff.removed
    for step in diff.steps {
      if case .stay(let index) = step { used.append(index) }
      if case .move(let index) = step { used.append(index) }
    }
    #expect(used.sorted() == Array(old.indices), "seed \(seed)")
  }

  private func moves(in diff: KeyedDiff) -> Int {
    diff.steps.count { if case .move = $0 { true } else { false } }
  }

  /// Applies the steps as a host does: items that are not moved keep their order, and moved and new
  /// items are inserted between them.
  private func apply<Key: Equatable>(_ diff: KeyedDiff, to old: [Key], new: [Key]) -> [Key] {
    var last = -1
    return diff.steps.enumerated().map { position, step in
      switch step {
      case .insert: return new[position]
      case .move(let index): return old[index]
      case .stay(let index):
        #expect(index > last, "items that stay keep their order")
        last = index
        return old[index]
      }
    }
  }

  /// The length of a longest increasing subsequence, by dynamic programming.
  private func longestIncreasing(_ values: [Int]) -> Int {
    var best = [Int](repeating: 1, count: values.count)
    for end in values.indices {
      for start in 0..<end where values[start] < values[end] {
        best[end] = max(best[end], best[start] + 1)
      }
    }
    return best.max() ?? 0
  }
}
