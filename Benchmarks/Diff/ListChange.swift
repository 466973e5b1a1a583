/// A list of keys, and what becomes of it.
struct ListChange {
  let name: String
  let old: [Int]
  let new: [Int]
  /// The least number of items that have to be moved; nil where nobody knows.
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

  /// From the third quarter to the first.
  static func moveOne(_ n: Int) -> ListChange {
    let old = Array(0..<n)
    var new = old
    new.insert(new.remove(at: n * 3 / 4), at: n / 4)
    return ListChange(name: "move one", old: old, new: new, moves: 1)
  }

  static func shuffle(_ n: Int) -> ListChange {
    let old = Array(0..<n)
    var generator = SplitMix(state: 2)
    return ListChange(
      name: "shuffle", old: old, new: old.shuffled(using: &generator), moves: nil)
  }
}

/// Numbers that look random, the same ones in every run.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
