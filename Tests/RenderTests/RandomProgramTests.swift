import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import Testing
import TestSupport

/// Trees with every kind of node that change at random: by new roots and from inside.
@MainActor
@Suite("Random programs")
struct RandomProgramTests {
  @Test(
    "after random changes the tree, styles and live nodes equal a fresh rendering",
    arguments: 0..<rounds(4, long: 120))
  func everything(seed: UInt64) {
    let program = Program(seed: seed)
    let shown = TestBench()
    shown.renderer.render(program.root(for: shown))
    for step in 0..<25 {
      program.change()
      for part in program.changed { shown.changes[part]?() }
      if program.coin() {
        shown.renderer.render(program.root(for: shown))
      } else {
        // The provider around the part is not rendered, so its value stays.
        program.accent = shown.accent
        shown.renderer.render()
      }
      let fresh = TestBench()
      fresh.renderer.render(program.root(for: fresh))
      func comment() -> Comment { "seed \(seed), step \(step)" }
      let (trees, wanted) = (shown.description, fresh.description)
      #expect(trees == wanted, comment())
      #expect(shown.host.items.count == fresh.host.items.count, comment())
      #expect(shown.alive == fresh.alive, comment())
      #expect(shown.host.invalidCalls == [], comment())
      #expect(!shown.renderer.needsRender, comment())
      if trees != wanted { return }
    }
    shown.renderer.unmount()
    #expect(shown.alive == 0)
    #expect(shown.host.items.isEmpty)
  }
}

/// A renderer, its host and the state of its nodes.
@MainActor private final class TestBench {
  let host = RecordingHost()
  let renderer: Renderer
  /// Closures that render a part again.
  var changes: [Int: () -> Void] = [:]
  /// The number of nodes that have appeared and have not disappeared since.
  var alive = 0
  /// The last provided value.
  var accent = 0

  init() { renderer = Renderer(host: host) }

  /// The trees of all layers. Sorts the content of each layer, because its order depends on when
  /// it appeared.
  var description: String {
    func describe(_ id: ElementID) -> String {
      guard let item = host.items[id] else { return "?" }
      let name = "\(item.element.content.plainText) \(item.element.style.width)"
      return "\(name)(\(item.children.map(describe).joined(separator: " ")))"
    }
    return Layer.allCases.map { layer in
      let trees = host.layers[layer, default: []].map(describe)
      return (layer == .base ? trees : trees.sorted()).joined(separator: "\n")
    }.joined(separator: "\n---\n")
  }
}

private indirect enum Shape {
  case leaf(Int), nothing, reader, part(Int)
  case group([Shape]), fragment([Shape]), loop([(key: Int, Shape)])
  case branch(Bool, Shape), optional(Shape?)
  case provider(Int, Shape), portal(Layer, [Shape]), memo(Int)
  case boundary(fails: Bool, Shape), logged(Shape), wide(Int, Shape)
}

/// The parts of a program, each with a shape that changes. Every `TestBench` shows the same parts.
@MainActor private final class Program {
  private var generator: SeededGenerator
  private var shapes: [Shape] = []
  private(set) var changed: [Int] = []
  var accent = 0
  private static let parts = 15

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    shapes = Array(repeating: .nothing, count: Self.parts)
    for part in shapes.indices { shapes[part] = shape(in: part, depth: 3) }
  }

  func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
  func coin() -> Bool { .random(using: &generator) }

  func change() {
    changed = (0..<number(1...3)).map { _ in number(0...Self.parts - 1) }
    for part in changed { shapes[part] = shape(in: part, depth: 3) }
    accent = number(0...2)
  }

  func root(for bench: TestBench) -> Node {
    bench.accent = accent
    return Part(number: 0, program: self, bench: bench).environment(\.accent, accent)
  }

  func content(of part: Int, for bench: TestBench) -> Node { node(shapes[part], bench) }

  // MARK: - Shapes

  /// A shape that contains each possible child part at most once.
  private func shape(in part: Int, depth: Int) -> Shape {
    var inner = [2 * part + 1, 2 * part + 2].filter { $0 < Self.parts && (coin() || coin()) }
    return .group([shape(depth, &inner), shape(depth, &inner), shape(depth, &inner)])
  }

  private func shape(_ depth: Int, _ inner: inout [Int]) -> Shape {
    if coin(), let part = inner.popLast() { return .part(part) }
    if depth == 0 { return coin() ? .leaf(number(0...3)) : .reader }
    switch number(0...14) {
    case 0: return .nothing
    case 1: return .leaf(number(0...3))
    case 2, 3: return .group(shapes(depth, &inner))
    case 4: return .fragment(shapes(depth, &inner))
    case 5, 6:
      let keys = (0..<6).shuffled(using: &generator).prefix(number(0...6))
      return .loop(keys.map { ($0, shape(depth - 1, &inner)) })
    case 7: return .branch(coin(), shape(depth - 1, &inner))
    case 8: return .optional(coin() ? shape(depth - 1, &inner) : nil)
    case 9: return .provider(number(0...2), shape(depth - 1, &inner))
    case 10:
      return .portal([.popover, .dialog, .toast][number(0...2)], shapes(depth, &inner))
    case 11: return .memo(number(0...2))
    case 12: return .boundary(fails: coin(), shape(depth - 1, &inner))
    case 13: return .logged(shape(depth - 1, &inner))
    default: return .wide(number(1...3), shape(depth - 1, &inner))
    }
  }

  private func shapes(_ depth: Int, _ inner: inout [Int]) -> [Shape] {
    var shapes: [Shape] = []
    for _ in 0..<number(0...3) { shapes.append(shape(depth - 1, &inner)) }
    return shapes
  }

  @NodeBuilder private func node(_ shape: Shape, _ bench: TestBench) -> Node {
    switch shape {
    case .leaf(let name): leaf("\(name)")
    case .nothing: Node.empty
    case .reader: AccentReader()
    case .part(let number): Part(number: number, program: self, bench: bench)
    case .group(let shapes): group { Node.fragment(shapes.map { node($0, bench) }) }
    case .fragment(let shapes): Node.fragment(shapes.map { node($0, bench) })
    case .loop(let shapes): for (key, shape) in shapes { node(shape, bench).key(key) }
    case .branch(let isFirst, let shape):
      if isFirst { node(shape, bench) } else { group("else") { node(shape, bench) } }
    case .optional(let shape): if let shape { node(shape, bench) }
    case .provider(let accent, let shape): node(shape, bench).environment(\.accent, accent)
    case .portal(let layer, let shapes):
      Portal(to: layer) { Node.fragment(shapes.map { node($0, bench) }) }
    case .memo(let id):
      Static(id: id) {
        leaf("memo \(id)")
        AccentReader()
      }
    case .boundary(let fails, let shape):
      // The key differs with and without an error, because a boundary keeps showing its error.
      Node.fragment([
        ErrorBoundary {
          self.node(shape, bench)
          Free { if fails { try fail("no luck") } }
        } failure: { error, _ in
          leaf("\(error)")
          AccentReader()
        }.key(fails)
      ])
    case .logged(let shape):
      node(shape, bench).onAppear { bench.alive += 1 }.onDisappear { bench.alive -= 1 }
    case .wide(let width, let shape): node(shape, bench).width(.cells(Double(width)))
    }
  }
}

/// A part of the program that is rendered again only when its shape has changed.
private struct Part: Component, Equatable {
  let number: Int
  let program: Program
  let bench: TestBench
  @Local var changes = 0

  var body: Node {
    bench.changes[number] = { changes += 1 }
    return program.content(of: number, for: bench)
  }

  static func == (first: Part, second: Part) -> Bool {
    first.number == second.number && first.bench === second.bench
  }
}

private struct AccentReader: Component, Equatable {
  @Environment(\.accent) var accent
  var body: Node { leaf("accent \(accent)") }
}

extension EnvironmentValues {
  fileprivate var accent: Int { -1 }
}
