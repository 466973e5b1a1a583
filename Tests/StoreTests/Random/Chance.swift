import MillraceStoreTesting

/// What a random program draws its values from.
struct Chance: RandomNumberGenerator {
  private var generator: SeededGenerator
  /// No NaN is drawn. Elements of lists are calm: two lists that share their storage are equal even
  /// if an element is not equal to itself, and what shares its storage is no promise of anybody's.
  var isCalm = false

  init(seed: UInt64, isCalm: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.isCalm = isCalm
  }

  mutating func next() -> UInt64 { generator.next() }

  mutating func number(below end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

  /// Draws something for the element of a list.
  mutating func calmly<Value>(_ draw: (inout Chance) -> Value) -> Value {
    let wasCalm = isCalm
    isCalm = true
    defer { isCalm = wasCalm }
    return draw(&self)
  }

  /// One of few values, among which are some that are equal and have other bits, and one that is
  /// not equal to itself.
  mutating func treacherousDouble() -> Double {
    switch number(below: 12) {
    case 0...3: 0.0
    case 4...7: -0.0
    case 8: isCalm ? 2.5 : .nan
    default: 1.5
    }
  }

  /// One of few values, among which are some that are equal and spelled differently, and some that
  /// are equal and stored apart.
  mutating func treacherousString() -> String {
    switch number(below: 5) {
    case 0: ""
    case 1: "\u{E9}"
    case 2: "e\u{301}"
    case 3: "short"
    // Made anew each time, too long to lie in the string itself.
    default: String(repeating: "a name that needs storage, ", count: 2)
    }
  }
}

/// How an action is drawn, again and again the same.
struct Draw: Sendable {
  let seed: UInt64
  let isCalm: Bool
  /// The action undoes itself when it is applied twice.
  let isFlip: Bool

  func action<State: Part>(of state: State.Type) -> State.Action {
    var chance = Chance(seed: seed, isCalm: isCalm)
    return isFlip ? State.randomFlip(&chance) : State.randomAction(&chance)
  }
}
