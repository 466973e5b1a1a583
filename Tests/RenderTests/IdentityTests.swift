import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import Testing

@MainActor
@Suite("Identity")
struct IdentityTests {
  let host = RecordingHost()
  let renderer: Renderer
  let issues = Issues()
  let remote = Remote<Int>()

  init() {
    renderer = Renderer(host: host)
    issues.collect(from: renderer)
  }

  /// Returns a counter. Its local state identifies it.
  private func counter(_ remote: Remote<Int>? = nil) -> Stateful<Int> {
    Stateful(remote ?? self.remote, 0) { leaf("\($0)") }
  }

  @Test("the branches of an if are two positions with separate state")
  func branches() {
    func tree(_ isFirst: Bool) -> Node { group { if isFirst { counter() } else { counter() } } }
    renderer.render(tree(true))
    remote.value = 3
    renderer.render(tree(true))
    #expect(host.tree == "group(3)")
    renderer.render(tree(false))
    #expect(host.tree == "group(0)")
  }

  @Test("the cases of a switch, and an if inside them, are separate positions", arguments: 0..<5)
  func cases(other: Int) {
    func tree(_ value: Int) -> Node {
      group {
        switch value {
        case 0: counter()
        case 1: counter()
        case 2, 3: if value == 2 { counter() } else { counter() }
        default: counter()
        }
      }
    }
    for value in 0..<5 where value != other {
      renderer.render(tree(value))
      remote.value = 3
      renderer.render(tree(value))
      #expect(host.tree == "group(3)")
      renderer.render(tree(other))
      #expect(host.tree == "group(0)")
    }
    #expect(host.invalidCalls == [])
  }

  @Test("a branch is replaced between siblings that keep their state")
  func branchAmongSiblings() {
    let others = [Remote<Int>(), Remote<Int>()]
    func tree(_ isFirst: Bool) -> Node {
      group {
        counter(others[0])
        if isFirst {
          leaf("a")
          leaf("b")
        } else {
          leaf("c")
        }
        counter(others[1])
      }
    }
    renderer.render(tree(true))
    for other in others { other.value = 4 }
    renderer.render(tree(false))
    #expect(host.tree == "group(4 c 4)")
    renderer.render(tree(true))
    #expect(host.tree == "group(4 a b 4)")
    #expect(host.invalidCalls == [])
  }

  @Test("nil and false keep their slot, so later siblings keep their state")
  func slots() {
    func tree(_ isOn: Bool, _ word: String?) -> Node {
      group {
        if isOn { leaf("if") }
        word.map(leaf)
        when(isOn, leaf("when"))
        counter()
      }
    }
    renderer.render(tree(true, "word"))
    remote.value = 2
    renderer.render(tree(false, nil))
    #expect(host.tree == "group(2)")
    renderer.render(tree(true, "word"))
    #expect(host.tree == "group(if word when 2)")
  }

  @Test("keyed children keep their state through random changes of the list", arguments: 0..<40)
  func keyedMoves(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let remotes = (0..<8).map { _ in Remote<Int>() }
    var expected: [Int: Int] = [:]
    /// The key is also inside an environment, a condition and nested branches.
    @NodeBuilder func child(_ key: Int) -> Node {
      if key % 4 == 0 {
        counter(remotes[key]).key(key).environment(\.tint, "red")
      } else if key % 4 == 1 {
        when(true, counter(remotes[key]).key(key))
      } else {
        counter(remotes[key]).key("inner").environment(\.tint, "red").environment(7).key(key)
      }
    }
    for _ in 0..<10 {
      let keys = Array(
        (0..<8).shuffled(using: &generator).prefix(.random(in: 0...8, using: &generator)))
      renderer.render(group { for key in keys { child(key) } })
      expected = expected.filter { keys.contains($0.key) }
      for key in keys where Bool.random(using: &generator) {
        expected[key] = .random(in: 1..<100, using: &generator)
        remotes[key].value = expected[key]
      }
      renderer.render()
      let shown = keys.map { "\(expected[$0, default: 0])" }.joined(separator: " ")
      #expect(host.tree == "group(\(shown))", "seed \(seed)")
    }
    #expect(host.invalidCalls == [])
    #expect(issues.all == [])
  }

  @Test("a loop without keys is reported when its count changes while a child has state")
  func loop() {
    let remotes = (0..<3).map { _ in Remote<Int>() }
    func tree(_ count: Int) -> Node {
      group { for index in 0..<count { group("row") { counter(remotes[index]) } } }
    }
    renderer.render(tree(2))
    renderer.render(tree(2))
    #expect(issues.all == [])
    renderer.render(tree(1))
    #expect(issues.all == [RenderIssue(.loopWithoutKeys, path: "Group")])
  }

  @Test("a loop without keys is not reported when no child has state")
  func harmlessLoop() {
    func tree(_ count: Int) -> Node {
      group {
        for index in 0..<count { Frozen(index) { leaf("\(index)") } }
        counter()
      }
    }
    for count in [2, 3, 0, 1] { renderer.render(tree(count)) }
    #expect(host.tree == "group(0 0)")
    #expect(issues.all == [])
  }

  @Test("a loop with keys is never reported")
  func keyedLoop() {
    let remotes = (0..<3).map { _ in Remote<Int>() }
    for count in [2, 3, 0, 1] {
      renderer.render(group { for index in 0..<count { counter(remotes[index]).key(index) } })
    }
    #expect(issues.all == [])
  }

  @Test("a key inside an environment or a condition is the identity in the loop")
  func wrappedKeys() {
    let remotes = (0..<6).map { _ in Remote<Int>() }
    func tree(_ order: [Int], hidden: Int = -1, other: Int = -1) -> Node {
      group {
        for id in order {
          if id != hidden {
            if id == other {
              counter(remotes[id + 3]).key(id)
            } else {
              counter(remotes[id]).key(id).onAppear {}.environment(\.tint, "red")
            }
          }
        }
      }
    }
    renderer.render(tree([0, 1, 2]))
    for id in 0..<3 { remotes[id].value = id + 1 }
    renderer.render(tree([2, 0, 1]))
    #expect(host.tree == "group(3 1 2)")
    renderer.render(tree([1, 2, 0], hidden: 2))
    #expect(host.tree == "group(2 1)")
    // The same key in the other branch identifies another component.
    renderer.render(tree([0, 1], other: 1))
    #expect(host.tree == "group(1 0)")
    #expect(host.invalidCalls == [])
    #expect(issues.all == [])
    renderer.render(group { for id in [1, 1] { leaf("a").key(id).environment(\.tint, "b") } })
    #expect(issues.all == [RenderIssue(.duplicateKey(NodeKey(1)), path: "Group")])
  }

  @Test("children with duplicate keys are shown, and the first keeps the state of the key")
  func duplicateKeys() {
    let remotes = [Remote<Int>(), Remote<Int>()]
    func tree(_ name: String) -> Node {
      group {
        for remote in remotes { Stateful(remote, 0) { leaf("\(name)\($0)") }.key("k") }
      }
    }
    renderer.render(tree("a"))
    remotes[0].value = 1
    remotes[1].value = 2
    renderer.render(tree("b"))
    #expect(host.tree == "group(b1 b2)")
    #expect(Set(issues.all.map(\.description)).count == 1)
    #expect(host.invalidCalls == [])
  }

  @Test("a changed key is another component at the same position")
  func changedKey() {
    renderer.render(counter().key(1))
    remote.value = 3
    renderer.render(counter().key(2))
    #expect(host.tree == "0")
  }

  @Test("static content is built once, until its id changes")
  func staticContent() {
    var made = 0
    func tree(_ id: String, _ name: String) -> Node {
      group {
        Static(id: id) {
          made += 1
          return leaf(name)
        }
      }
    }
    renderer.render(tree("1", "a"))
    renderer.render(tree("1", "b"))
    #expect(host.tree == "group(a)")
    #expect(made == 1)
    renderer.render(tree("2", "c"))
    #expect(host.tree == "group(c)")
    #expect(made == 2)
  }

  @Test("static content keeps its local state when its id changes")
  func staticState() {
    func tree(_ id: Int) -> Node { Static(id: id) { counter() }.node }
    renderer.render(tree(1))
    remote.value = 4
    renderer.render(tree(2))
    #expect(host.tree == "4")
    remote.value = 5
    renderer.render()
    #expect(host.tree == "5")
  }

  @Test("a modifier restyles static content without building it again")
  func staticRestyled() throws {
    var made = 0
    func tree(_ width: Length) -> Node {
      Static {
        made += 1
        return Free { leaf("a") }.node
      }.width(width)
    }
    renderer.render(tree(3))
    let bodies = renderer.statistics.bodies
    renderer.render(tree(4))
    let id = try #require(host.id(of: "a"))
    #expect(host.items[id]?.element.style.width == 4)
    #expect(made == 1)
    #expect(renderer.statistics.bodies == bodies)
  }

  @Test("the content of an identical element object is not compared")
  func sameElement() {
    let part = Element(Group(), children: (0..<100).map { leaf("\($0)") })
    func tree(_ name: String) -> Node {
      group {
        leaf(name)
        Node(part)
      }
    }
    renderer.render(tree("a"))
    let before = renderer.statistics.comparisons
    renderer.render(tree("b"))
    #expect(renderer.statistics.comparisons - before == 3)
  }
}

extension EnvironmentValues { fileprivate var tint: String { "none" } }
