import MillraceStoreTesting

/// A list of keys before and after a change.
struct ListChange {
  let name: String
  let old: [Int]
  let new: [Int]
  /// The minimum number of items to move; nil if that is unknown.
  let moves: Int?

  static func append(_ n: Int) -> ListChange {
    let old = Array(0..<n)
    return ListChange(name: "append one", old: old, new: old + [n], moves: 0)
  }

  static func removeInTheMiddle(_ n: Int) -> ListChange {
    let old = Array(0..<n)
    var new = old
    new.remove(at: n / 2)
    return ListChange(name: "remove one in the middle", old: old, new: new, moves: 0)
  }

  /// Moves an item from the third quarter to the first.
  static func moveOne(_ n: Int) -> ListChange {
    let old = Array(0..<n)
    var new = old
    new.insert(new.remove(at: n * 3 / 4), at: n / 4)
    return ListChange(name: "move one", old: old, new: new, moves: 1)
  }

  static func shuffle(_ n: Int) -> ListChange {
    let old = Array(0..<n)
    var generator = SeededGenerator(seed: 2)
    return ListChange(
      name: "shuffle", old: old, new: old.shuffled(using: &generator), moves: nil)
  }
}
