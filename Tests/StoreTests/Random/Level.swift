import MillraceStore

/// A state with children of all four kinds: a field, an optional, the elements of a list, and the
/// cases of an enum.
struct Level<Inner: Part>: Part {
  indirect enum Action: Sendable {
    case setX(Double)
    case setN(Int)
    case rename(String)
    case setNumbers([Int])
    case nothing
    case flip
    case swapOptional
    case swapChoice
    case setOptional(Inner?)
    case setChoice(Choice<Inner>)
    case insert(Inner, at: Int)
    case remove(Int)
    case replace(Inner)
    case moveFirst(to: Int)
    case field(Inner.Action)
    case optional(Inner.Action)
    case row(Int, Inner.Action)
    case choice(Inner.Action)
  }

  let id: Int
  // Seven bytes of padding follow, with arbitrary content, as in an optional that is nil.
  var flag: UInt8
  var x: Double
  var n: Int
  var name: String
  var numbers: [Int]
  var field: Inner
  var optional: Inner?
  /// The value that `swapOptional` exchanges with the optional.
  var spare: Inner?
  var rows: IdentifiedList<Inner>
  var choice: Choice<Inner>

  /// A computed property without storage.
  var computed: Int { n + numbers.count }

  func feed(_ hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(flag)
    x.feed(&hasher)
    hasher.combine(n)
    name.feed(&hasher)
    numbers.feed(&hasher)
    field.feed(&hasher)
    optional.feed(&hasher)
    spare.feed(&hasher)
    rows.feed(&hasher)
    choice.feed(&hasher)
  }
}

/// An enum with two cases that hold a child, only one of which has a scope.
enum Choice<Inner: Part>: Fingerprinted {
  case nothing
  case scoped(Inner)
  case other(Inner)

  func feed(_ hasher: inout Hasher) {
    switch self {
    case .nothing: hasher.combine(0)
    case .scoped(let inner):
      hasher.combine(1)
      inner.feed(&hasher)
    case .other(let inner):
      hasher.combine(2)
      inner.feed(&hasher)
    }
  }

  /// The other case with the same value.
  var swapped: Choice {
    switch self {
    case .nothing: .nothing
    case .scoped(let inner): .other(inner)
    case .other(let inner): .scoped(inner)
    }
  }

  static var scopedPath: CasePath<Choice, Inner> {
    CasePath({ .scoped($0) }) { if case .scoped(let inner) = $0 { inner } else { nil } }
  }
}

// MARK: Chance

extension Level {
  static func random(id: Int, _ chance: inout Chance) -> Level {
    Level(
      id: id, flag: UInt8.random(in: 0...1, using: &chance), x: chance.treacherousDouble(),
      n: chance.number(below: 3), name: chance.treacherousString(),
      numbers: randomNumbers(&chance), field: .random(id: 0, &chance),
      optional: Bool.random(using: &chance) ? .random(id: 0, &chance) : nil, spare: nil,
      rows: IdentifiedList(
        (0..<chance.number(below: 3)).map { id in chance.withoutNaN { .random(id: id, &$0) } }),
      choice: randomChoice(&chance))
  }

  private static func randomChoice(_ chance: inout Chance) -> Choice<Inner> {
    switch chance.number(below: 4) {
    case 0: .nothing
    case 1: .other(.random(id: 0, &chance))
    default: .scoped(.random(id: 0, &chance))
    }
  }

  private static func randomNumbers(_ chance: inout Chance) -> [Int] {
    Array(0..<chance.number(below: 3))
  }

  static func randomAction(_ chance: inout Chance) -> Action {
    let id = chance.number(below: 3)
    return switch chance.number(below: 24) {
    case 0...1: .setX(chance.treacherousDouble())
    case 2...3: .setN(chance.number(below: 3))
    case 4...5: .rename(chance.treacherousString())
    case 6: .setNumbers(randomNumbers(&chance))
    case 7: .nothing
    case 8: .setOptional(nil)
    case 9...10: .setOptional(.random(id: 0, &chance))
    case 11...12: .setChoice(randomChoice(&chance))
    case 13...14:
      .insert(chance.withoutNaN { .random(id: id, &$0) }, at: chance.number(below: 3))
    case 15: .remove(id)
    case 16: .replace(chance.withoutNaN { .random(id: id, &$0) })
    case 17: .moveFirst(to: chance.number(below: 3))
    case 18...19: .field(Inner.randomAction(&chance))
    case 20: .optional(Inner.randomAction(&chance))
    case 21...22: .row(id, chance.withoutNaN { Inner.randomAction(&$0) })
    default: .choice(Inner.randomAction(&chance))
    }
  }

  static func randomFlip(_ chance: inout Chance) -> Action {
    switch chance.number(below: 12) {
    case 0...2: .flip
    case 3...4: .swapOptional
    case 5...6: .swapChoice
    case 7...8: .field(Inner.randomFlip(&chance))
    case 9: .optional(Inner.randomFlip(&chance))
    case 10: .row(chance.number(below: 2), Inner.randomFlip(&chance))
    default: .choice(Inner.randomFlip(&chance))
    }
  }
}
