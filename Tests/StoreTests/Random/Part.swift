import MillraceStore

/// A state of the random programs: the root's, or that of a descendant.
protocol Part: Fingerprinted, Identifiable where ID == Int {
  associatedtype Action: Sendable

  static func random(id: Int, _ chance: inout Chance) -> Self
  static func randomAction(_ chance: inout Chance) -> Action
  /// Returns an action that undoes itself when it is applied twice.
  static func randomFlip(_ chance: inout Chance) -> Action

  /// The reducer of the store.
  static var reducer: Reducer<Self, Action> { get }
  /// The model's counterpart of the reducer: plain code that uses none of the store's.
  /// - Parameter gone: Gets a name for each missing child that an action was sent to.
  mutating func apply(_ action: Action, gone: inout Set<String>)

  /// The kinds of subscription to this state.
  static var watches: [WatchKind<Self>] { get }
  /// The kinds of scope for the children of this state.
  static var children: [ChildKind<Self>] { get }
}

/// The innermost state.
struct Leaf: Part {
  enum Action: Sendable {
    case setX(Double)
    case setN(Int)
    case rename(String)
    case flip
    case nothing
  }

  let id: Int
  // Seven bytes of padding follow, with arbitrary content.
  var flag: UInt8
  var x: Double
  var n: Int
  var name: String

  func feed(_ hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(flag)
    x.feed(&hasher)
    hasher.combine(n)
    name.feed(&hasher)
  }

  static func random(id: Int, _ chance: inout Chance) -> Leaf {
    Leaf(
      id: id, flag: UInt8.random(in: 0...1, using: &chance), x: chance.treacherousDouble(),
      n: chance.number(below: 3), name: chance.treacherousString())
  }

  static func randomAction(_ chance: inout Chance) -> Action {
    switch chance.number(below: 8) {
    case 0...2: .setX(chance.treacherousDouble())
    case 3...4: .setN(chance.number(below: 3))
    case 5...6: .rename(chance.treacherousString())
    default: .nothing
    }
  }

  static func randomFlip(_ chance: inout Chance) -> Action { .flip }

  static var reducer: Reducer<Leaf, Action> {
    Reducer { leaf, action in
      switch action {
      case .setX(let x): leaf.x = x
      case .setN(let n): leaf.n = n
      case .rename(let name): leaf.name = name
      case .flip: leaf.n ^= 1
      case .nothing: break
      }
    }
  }

  mutating func apply(_ action: Action, gone: inout Set<String>) {
    switch action {
    case .setX(let x): self = Leaf(id: id, flag: flag, x: x, n: n, name: name)
    case .setN(let n): self = Leaf(id: id, flag: flag, x: x, n: n, name: name)
    case .rename(let name): self = Leaf(id: id, flag: flag, x: x, n: n, name: name)
    case .flip: self = Leaf(id: id, flag: flag, x: x, n: n ^ 1, name: name)
    case .nothing: break
    }
  }

  static var watches: [WatchKind<Leaf>] {
    [
      .keyPath("x", \.x), .keyPath("n", \.n), .keyPath("name", \.name), .keyPath("self", \.self),
      .closure("n") { $0.n }, .closure("name") { $0.name }, .whole,
      .selector("n, name", StateSelector(\Leaf.n, \.name) { $0 * 1_000 + $1.count }),
    ]
  }

  static var children: [ChildKind<Leaf>] { [] }
}
