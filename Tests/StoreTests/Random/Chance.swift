import MillraceStoreTesting

/// The random source of a random program.
struct Chance: RandomNumberGenerator {
  private var generator: SeededGenerator
  /// Whether no NaN is drawn. True for list elements: lists that share storage compare equal even
  /// if an element is not equal to itself, and which lists share storage is not specified.
  var excludesNaN = false

  init(seed: UInt64, excludesNaN: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.excludesNaN = excludesNaN
  }

  mutating func next() -> UInt64 { generator.next() }

  mutating func number(below end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

  /// Draws a value for an element of a list.
  mutating func withoutNaN<Value>(_ draw: (inout Chance) -> Value) -> Value {
    let excludedNaN = excludesNaN
    excludesNaN = true
    defer { excludesNaN = excludedNaN }
    return draw(&self)
  }

  /// Returns one of a few values: some are equal with different bits, and one is not equal to
  /// itself.
  mutating func treacherousDouble() -> Double {
    switch number(below: 12) {
    case 0...3: 0.0
    case 4...7: -0.0
    case 8: excludesNaN ? 2.5 : .nan
    default: 1.5
    }
  }

  /// Returns one of a few values: some are equal with different spellings, and some are equal with
  /// separate storage.
  mutating func treacherousString() -> String {
    switch number(below: 5) {
    case 0: ""
    case 1: "\u{E9}"
    case 2: "e\u{301}"
    case 3: "short"
    // A new string each time, too long for inline storage.
    default: String(repeating: "a name that needs storage, ", count: 2)
    }
  }
}

/// A seeded draw: it yields the same action each time.
struct Draw: Sendable {
  let seed: UInt64
  let excludesNaN: Bool
  /// Whether the action undoes itself when it is applied twice.
  let isFlip: Bool

  func action<State: Part>(of state: State.Type) -> State.Action {
    var chance = Chance(seed: seed, excludesNaN: excludesNaN)
    return isFlip ? State.randomFlip(&chance) : State.randomAction(&chance)
  }
}
