import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Inspection")
struct InspectionTests {
  let host = RecordingHost()
  let renderer: Renderer
  let remote = Remote<Int>()

  init() { renderer = Renderer(host: host) }

  private func tree(_ name: String, shade: String = "light") -> Node {
    group {
      Card(name: name)
      Stateful(remote, 0) { leaf("\($0)") }.key("counter")
      ShadeReader()
    }.environment(\.shade, shade)
  }

  /// The type and reason of each component, in order.
  private var reasons: [String] {
    func reasons(_ nodes: [InspectedNode]) -> [String] {
      nodes.flatMap { node in
        (node.reason.map { ["\(node.type) \($0)"] } ?? []) + reasons(node.children)
      }
    }
    return reasons(renderer.inspect())
  }

  @Test("an inspected tree has paths, types, props and state")
  func tree() throws {
    renderer.render(tree("Ann"))
    let root = try #require(renderer.inspect().first)
    #expect(root.type == "Group")
    #expect(root.frame == nil)
    #expect(root.children.map(\.type) == ["Card", "Stateful<Int>", "ShadeReader"])
    let card = root.children[0]
    #expect(card.path == "Group/Card")
    #expect(card.props == "name: Ann, isOpen: true")
    #expect(card.state == ["count: 0"])
    #expect(card.children.map(\.path) == ["Group/Card/Leaf"])
    #expect(root.children[1].path == "Group/Stateful<Int>[counter]")
    #expect(root.children[2].state == ["shade: light"])
    #expect(root.children[2].props == "")
  }

  @Test("without inspection there are no reasons and no costs")
  func off() {
    renderer.render(tree("Ann"))
    #expect(!renderer.isInspected)
    #expect(reasons == [])
    #expect(renderer.inspect().first?.children.first?.cost == .zero)
  }

  @Test("each frame has the reasons of its renderings")
  func reasonsOfFrames() {
    renderer.isInspected = true
    renderer.render(tree("Ann"))
    #expect(reasons == ["Card appeared", "Stateful<Int> appeared", "ShadeReader appeared"])
    renderer.render(tree("Bob"))
    #expect(reasons == ["Card props", "Stateful<Int> props"])
    remote.value = 1
    renderer.render()
    #expect(reasons == ["Stateful<Int> localState"])
    renderer.render(tree("Bob", shade: "dark"))
    #expect(reasons == ["Stateful<Int> props", "ShadeReader environment"])
    renderer.render()
    #expect(reasons == [])
    renderer.isInspected = false
    renderer.render(tree("Cid"))
    #expect(reasons == [])
  }

  @Test("a frame record has the cause of each body, with its name and values")
  func causes() {
    var frames: [FrameRecord] = []
    renderer.render(tree("Ann"))
    renderer.onFrame = { frames.append($0.described()) }
    #expect(renderer.isInspected)
    renderer.render(tree("Bob", shade: "dark"))
    remote.value = 1
    remote.value = 2
    renderer.render()
    renderer.render()
    func lines(_ frame: FrameRecord) -> [String] {
      frame.bodies.map { body in
        let causes = body.causes.map { "\($0.reason) \($0.name): \($0.old) → \($0.new)" }
        return "\(body.path) \(causes)"
      }
    }
    #expect(
      frames.map(lines) == [
        [
          #"Group/Card ["props name: Ann → Bob"]"#,
          #"Group/Stateful<Int>[counter] ["props :  → "]"#,
          #"Group/ShadeReader ["environment shade: light → dark"]"#,
        ], [#"Group/Stateful<Int>[counter] ["localState value: 0 → 2"]"#],
      ])
    #expect(frames.flatMap(\.bodies).allSatisfy { $0.microseconds > 0 })
    renderer.onFrame = nil
    remote.value = 3
    renderer.render()
    #expect(!renderer.isInspected)
    #expect(frames.count == 2)
  }

  @Test("the values of a cause become text when the record is described, and not before")
  func texts() throws {
    var described = 0
    renderer.describe = { value in
      described += 1
      return "\(value)"
    }
    var frames: [FrameRecord] = []
    renderer.render(tree("Ann"))
    renderer.onFrame = { frames.append($0) }
    renderer.render(tree("Bob", shade: "dark"))
    remote.value = 1
    renderer.render()
    #expect(described == 0)
    let records = frames.map { $0.described() }
    let causes = records.flatMap(\.bodies).flatMap(\.causes)
    #expect(causes.map(\.name) == ["name", "", "shade", "value"])
    #expect(causes[0].old == "Ann" && causes[0].new == "Bob")
    // The first frame changed two props of Stateful that are not Equatable, so their texts are
    // compared. Both texts are equal.
    #expect(described == 4 + 6)
    #expect(records.map { $0.described() } == records && described == 10)
  }

  @Test("a rendered component has a cost")
  func cost() throws {
    renderer.isInspected = true
    renderer.render(tree("Ann"))
    let card = try #require(renderer.inspect().first?.children.first)
    #expect(card.cost > .zero)
    renderer.render()
    #expect(renderer.inspect().first?.children.first?.cost == .zero)
  }

  #if DEBUG
    @Test("an environment value that a component reads without a wrapper is shown with its name")
    func extraRead() {
      let card = Node(Card(name: "Ann"), reading: \.shade, named: "tone", isEqual: nil) {
        leaf("\($0.name) \($1)")
      }
      renderer.render(group { card }.environment(\.shade, "dark"))
      #expect(renderer.inspect().first?.children.first?.state == ["count: 0", "tone: dark"])
    }
  #endif

  @Test("a required environment value without a provider does not fail inspection")
  func notProvided() {
    renderer.render(Late().node)
    #expect(renderer.inspect().first?.state == [])
  }

  @Test("an inspected tree has portals and static content, and no grouping nodes")
  func kinds() {
    renderer.render(
      Node.fragment([
        when(true, Static { leaf("a") }),
        ErrorBoundary {
          Portal(to: .dialog) { leaf("b") }
        } failure: { _, _ in
          leaf("c")
        }.node,
      ]))
    #expect(renderer.inspect().map(\.type) == ["Static", "Portal(dialog)"])
    #expect(
      renderer.inspect().flatMap(\.children).map(\.path) == [
        "Static/Leaf", "Portal(dialog)/Leaf",
      ])
  }
}

extension EnvironmentValues {
  fileprivate var shade: String { "none" }
}

private struct Card: Component, Equatable {
  let name: String
  var isOpen = true
  @Local var count = 0
  var body: Node { leaf(name) }
}

private struct ShadeReader: Component, Equatable {
  @Environment(\.shade) var shade
  var body: Node { leaf(shade) }
}

private struct Late: Component {
  struct Missing: Equatable {}
  @Environment(Missing.self) var missing
  var body: Node { button("a") { _ = missing } }
}
