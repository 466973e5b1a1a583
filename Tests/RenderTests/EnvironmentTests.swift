import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Environment")
struct EnvironmentTests {
  let host = RecordingHost()
  let renderer: Renderer

  init() { renderer = Renderer(host: host) }

  /// The number of bodies evaluated to show a node.
  private func bodies(_ node: some NodeConvertible) -> Int {
    let before = renderer.statistics.bodies
    renderer.render(node.node)
    return renderer.statistics.bodies - before
  }

  @Test("a value without a provider is the key's default")
  func defaultValue() {
    renderer.render(Reader("a").node)
    #expect(host.tree == "a plain")
  }

  @Test("the nearest provider's value is read")
  func nearest() {
    renderer.render(
      group {
        Reader("a")
        Reader("b").environment(\.accent, "inner")
      }.environment(\.accent, "outer"))
    #expect(host.tree == "group(a outer b inner)")
  }

  @Test("a change renders the readers of its value only")
  func readersAlone() {
    func tree(_ accent: String) -> Node {
      group {
        Frozen { Reader("deep") }
        Reader("a")
        Frozen { leaf("none") }
        LevelReader()
      }.environment(\.accent, accent)
    }
    renderer.render(tree("red"))
    #expect(bodies(tree("blue")) == 2)
    #expect(host.tree == "group(deep blue a blue none level 0)")
  }

  @Test("an equal value renders no reader")
  func equalValue() {
    func tree() -> Node { Frozen { Reader("a") }.environment(\.accent, "red") }
    renderer.render(tree())
    #expect(bodies(tree()) == 0)
  }

  @Test("a value that cannot be compared renders its readers each time")
  func incomparable() {
    func tree(_ text: String) -> Node {
      Frozen { FormatReader() }.environment(\.format) { "\(text) \($0)" }
    }
    renderer.render(tree("a"))
    #expect(bodies(tree("b")) == 1)
    #expect(host.tree == "b 1")
  }

  @Test("a change of an outer provider renders no reader inside an inner one of the same key")
  func shadowed() {
    func tree(_ accent: String) -> Node {
      group {
        Frozen { Reader("a") }
        Frozen { Reader("b") }.environment(\.accent, "inner")
      }.environment(\.accent, accent)
    }
    renderer.render(tree("red"))
    #expect(bodies(tree("blue")) == 1)
    #expect(host.tree == "group(a blue b inner)")
  }

  @Test("a reader of two values that change at once is rendered once")
  func twoValues() {
    func tree(_ level: Int) -> Node {
      Frozen { BothReader() }.environment(\.accent, "\(level)").environment(\.level, level)
    }
    renderer.render(tree(1))
    #expect(bodies(tree(2)) == 1)
    #expect(host.tree == "2 2")
  }

  @Test("a value is provided and read by its type")
  func byType() {
    func tree(_ name: String) -> Node { Frozen { UserReader() }.environment(User(name: name)) }
    renderer.render(tree("Ann"))
    #expect(host.tree == "Ann")
    #expect(bodies(tree("Bob")) == 1)
    #expect(host.tree == "Bob")
  }

  @Test("a reader that appears later reads the current value")
  func lateReader() {
    let remote = Remote<Bool>()
    func tree(_ accent: String) -> Node {
      Frozen { Stateful(remote, false) { isOn in if isOn { Reader("a") } } }
        .environment(\.accent, accent)
    }
    renderer.render(tree("red"))
    renderer.render(tree("blue"))
    remote.value = true
    renderer.render()
    #expect(host.tree == "a blue")
  }

  @Test("a removed reader is not rendered again")
  func forgotten() {
    let remote = Remote<Bool>()
    func tree(_ accent: String) -> Node {
      Frozen { Stateful(remote, true) { isOn in if isOn { Reader("a") } } }
        .environment(\.accent, accent)
    }
    renderer.render(tree("red"))
    remote.value = false
    renderer.render()
    #expect(bodies(tree("blue")) == 0)
  }

  @Test("local state can be provided as a value")
  func providedState() {
    let remote = Remote<Int>()
    renderer.render(
      Stateful(remote, 1) { level in Frozen { LevelReader() }.environment(\.level, level) }.node)
    remote.value = 2
    renderer.render()
    #expect(host.tree == "level 2")
  }

  @Test("content in another layer has the environment of its portal")
  func portal() {
    func tree(_ accent: String) -> Node {
      group { Portal(to: .dialog) { Frozen { Reader("a") } } }.environment(\.accent, accent)
    }
    renderer.render(tree("red"))
    #expect(host.tree(in: .dialog) == "a red")
    #expect(bodies(tree("blue")) == 1)
    #expect(host.tree(in: .dialog) == "a blue")
  }

  @Test("static content is not built again, but its readers are rendered")
  func staticContent() {
    var made = 0
    func tree(_ accent: String) -> Node {
      Static {
        made += 1
        return Reader("a").node
      }.environment(\.accent, accent)
    }
    renderer.render(tree("red"))
    renderer.render(tree("blue"))
    #expect(host.tree == "a blue")
    #expect(made == 1)
  }

  @Test("a modifier around a provider applies to the element inside")
  func modifiers() throws {
    renderer.render(Reader("a").environment(\.accent, "red").width(7))
    let id = try #require(host.id(of: "a red"))
    #expect(host.items[id]?.element.style.width == 7)
  }

  @Test("a keyed provider keeps the local state inside it when it moves")
  func keyed() {
    let remotes = [Remote<Int>(), Remote<Int>()]
    func tree(_ order: [Int]) -> Node {
      group {
        for key in order {
          Stateful(remotes[key], 0) { count in
            Reader("\(key):\(count)")
          }.environment(\.accent, "red").key(key)
        }
      }
    }
    renderer.render(tree([0, 1]))
    remotes[1].value = 5
    renderer.render(tree([1, 0]))
    #expect(host.tree == "group(1:5 red 0:0 red)")
  }

  @Test("a component removed with its provider can still read the value in onDisappear")
  func readAtTheEnd() {
    let log = Log()
    renderer.render(Farewell(log: log).environment(User(name: "Ann")))
    renderer.unmount()
    #expect(log.lines == ["bye Ann"])
  }
}

extension EnvironmentValues {
  fileprivate var accent: String { "plain" }
  fileprivate var level: Int { 0 }
  fileprivate var format: @Sendable (Int) -> String { { "\($0)" } }
}

private struct User: Equatable { let name: String }

private struct Reader: Component, Equatable {
  let label: String
  @Environment(\.accent) var accent

  init(_ label: String) { self.label = label }

  var body: Node { leaf("\(label) \(accent)") }
}

private struct LevelReader: Component, Equatable {
  @Environment(\.level) var level
  var body: Node { leaf("level \(level)") }
}

private struct BothReader: Component, Equatable {
  @Environment(\.accent) var accent
  @Environment(\.level) var level
  var body: Node { leaf("\(accent) \(level)") }
}

private struct FormatReader: Component, Equatable {
  @Environment(\.format) var format
  var body: Node { leaf(format(1)) }
}

private struct UserReader: Component, Equatable {
  @Environment(User.self) var user
  var body: Node { leaf(user.name) }
}

private struct Farewell: Component {
  let log: Log
  @Environment(User.self) var user
  var body: Node { leaf("a").onDisappear { log("bye \(user.name)") } }
}
