import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite("Reconciling")
struct ReconcileTests {
  let host = RecordingHost()

  private func shown(_ nodes: Node...) -> (Renderer, [String]) {
    let renderer = Renderer(host: host)
    for node in nodes {
      host.clearLog()
      renderer.render(node)
    }
    return (renderer, host.log)
  }

  @Test("a first rendering creates each element and inserts it at its position")
  func first() {
    let (_, log) = shown(
      group {
        leaf("a")
        leaf("b")
      })
    #expect(host.tree == "group(a b)")
    #expect(
      log == [
        "create group", "create a", "create b", "insert a", "insert b", "insert group",
      ])
  }

  @Test("an equal tree changes nothing")
  func unchanged() {
    let tree = group { leaf("a") }
    let (_, log) = shown(tree, tree)
    #expect(log.isEmpty)
  }

  @Test("if a leaf changes, only that leaf is updated")
  func update() {
    let (_, log) = shown(
      group {
        leaf("a")
        leaf("b")
      },
      group {
        leaf("a")
        leaf("c")
      })
    #expect(log == ["update b to c"])
  }

  @Test("an element of another type replaces the old one")
  func otherType() {
    let (_, log) = shown(group { leaf("a") }, group { group("inner") {} })
    #expect(log == ["remove a", "create inner", "insert inner"])
    #expect(host.tree == "group(inner())")
  }

  @Test("an if without else keeps its position, so siblings keep their identity")
  func slotOfIf() {
    func tree(_ isOn: Bool) -> Node {
      group {
        if isOn { leaf("a") }
        leaf("b")
      }
    }
    let (renderer, log) = shown(tree(true), tree(false))
    #expect(log == ["remove a"])
    host.clearLog()
    renderer.render(tree(true))
    #expect(host.log == ["create a", "insert a"])
    #expect(host.tree == "group(a b)")
    #expect(host.invalidCalls.isEmpty)
  }

  @Test("keyed children are moved with the fewest moves, and never created again")
  func keyedMoves() {
    func list(_ keys: [Int]) -> Node { group { for key in keys { leaf("\(key)").key(key) } } }
    let (_, log) = shown(list([1, 2, 3, 4, 5]), list([5, 1, 2, 3, 4]))
    #expect(log == ["move 5"])
    #expect(host.tree == "group(5 1 2 3 4)")
  }

  @Test("a keyed child of several elements moves as a whole")
  func movesFragment() {
    func list(_ keys: [String]) -> Node {
      group {
        for key in keys {
          Node.fragment([leaf(key), leaf(key + "'")]).key(key)
        }
        leaf("end")
      }
    }
    let (_, log) = shown(list(["a", "b", "c"]), list(["c", "a", "b"]))
    #expect(host.tree == "group(c c' a a' b b' end)")
    #expect(Set(log) == ["move c", "move c'"])
  }

  @Test("duplicate keys are reported with their path, and every child is shown")
  func duplicateKeys() {
    let renderer = Renderer(host: host)
    var issues: [RenderIssue] = []
    renderer.onIssue = { issues.append($0) }
    renderer.render(
      group {
        leaf("a").key(1)
        leaf("b").key(1)
      })
    #expect(host.tree == "group(a b)")
    #expect(issues == [RenderIssue(.duplicateKey(NodeKey(1)), path: "Group")])
    #expect("\(issues[0])".contains("two children of Group have the key 1"))
  }

  @Test("changed handlers reach the host without an update")
  func newestHandlers() throws {
    let asked = Log()
    func tree(_ name: String) -> Node {
      let handlers = Handlers {
        $0.key = { _, _ in
          asked(name)
          return true
        }
      }
      return Node(Element(Leaf(name: "a"), handlers: handlers))
    }
    let (renderer, log) = shown(tree("old"), tree("new"))
    #expect(log.isEmpty)
    let id = try #require(host.id(of: "a"))
    #expect(renderer.dispatch(id) { try $0.key?(.enter, $1) ?? false })
    #expect(asked.lines == ["new"])
  }

  @Test("a changed style is an update")
  func styleChange() {
    let (_, log) = shown(leaf("a").width(3), leaf("a").width(4))
    #expect(log == ["update a to a"])
  }

  @Test("unmount removes every element")
  func unmount() {
    let (renderer, _) = shown(group { leaf("a") })
    renderer.unmount()
    #expect(host.tree == "")
    #expect(host.items.isEmpty)
  }

  @Test(
    "after each random tree the host's tree equals a fresh rendering",
    arguments: 0..<rounds(40, long: 150))
  func randomTrees(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let renderer = Renderer(host: host)
    for step in 0..<12 {
      let tree = randomNode(depth: 3, &generator)
      renderer.render(tree)
      let fresh = RecordingHost()
      Renderer(host: fresh).render(tree)
      #expect(host.tree == fresh.tree, "seed \(seed), step \(step)")
      #expect(host.invalidCalls == [], "seed \(seed), step \(step)")
      #expect(host.items.count == fresh.items.count, "seed \(seed), step \(step)")
    }
  }

  private func randomNode(depth: Int, _ generator: inout SeededGenerator) -> Node {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 3), using: &generator) {
    case 0: return .empty
    case 1, 2: return leaf("\(Int.random(in: 0..<4, using: &generator))")
    case 3: return .fragment(randomChildren(depth: depth - 1, &generator))
    case 4:
      return Wrapper(content: .fragment(randomChildren(depth: depth - 1, &generator))).node
    case 5: return Wrapper(content: randomNode(depth: depth - 1, &generator)).node
    default:
      return Node(Element(Group(), children: randomChildren(depth: depth - 1, &generator)))
    }
  }

  private func randomChildren(depth: Int, _ generator: inout SeededGenerator) -> [Node] {
    let count = Int.random(in: 0...6, using: &generator)
    guard Bool.random(using: &generator) else {
      return (0..<count).map { _ in randomNode(depth: depth, &generator) }
    }
    let keys = (0..<8).shuffled(using: &generator).prefix(count)
    return keys.map { key in
      let node = randomNode(depth: depth, &generator)
      // Sometimes a child without a key among keyed ones.
      return key == 7 ? node : node.key(key)
    }
  }
}

private struct Wrapper: Component {
  let content: Node
  var body: Node { content }
}
