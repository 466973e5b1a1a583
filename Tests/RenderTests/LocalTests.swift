import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Local state and bindings")
struct LocalTests {
  let host = RecordingHost()
  let renderer: Renderer
  let issues = Issues()

  init() {
    renderer = Renderer(host: host)
    issues.collect(from: renderer)
  }

  @Test("local state starts from a prop, and later props do not change it")
  func startsFromProp() {
    let remote = Remote<Int>()
    func tree(_ start: Int) -> Node { Stateful(remote, start) { leaf("\($0)") }.node }
    renderer.render(tree(5))
    renderer.render(tree(6))
    #expect(host.tree == "5")
    remote.value = 7
    renderer.render(tree(8))
    #expect(host.tree == "7")
  }

  #if DEBUG
    @Test(
      "a body that sets local state is reported; one that settles it is not, and is not rendered again"
    )
    func bodyIsPure() {
      renderer.render(Settling(least: 3).node)
      #expect(host.tree == "3")
      #expect(renderer.statistics.bodies == 1)
      renderer.render(Settling(least: 2).node)
      renderer.render(Settling(least: 5).node)
      #expect(host.tree == "5")
      #expect(issues.invalidCalls == [])
      renderer.render(Settling(least: 7, writes: true).node)
      #expect(issues.invalidCalls == [.bodySetsState])
    }
  #endif

  @Test("SavedStates keeps the state of the last removed children, up to its limit")
  func shelf() {
    let savedStates = SavedStates()
    savedStates.limit = 2
    let remotes = (0..<3).map { _ in Remote<Int>() }
    func tree(_ shown: Range<Int>) -> Node {
      Node(
        Element(
          Group(), style: .element, offset: .zero, handlers: nil, savedStates: savedStates,
          children: shown.map { number in
            Stateful(remotes[number], 0) { leaf("\($0)") }.key(number)
          }))
    }
    renderer.render(tree(0..<3))
    for remote in remotes { remote.value = 7 }
    renderer.render(tree(0..<0))
    renderer.render(tree(0..<3))
    #expect(host.tree == "group(0 7 7)")
  }

  @Test("a binding to a field reads and writes that field only")
  func field() {
    let probe = Probe()
    renderer.render(Form(probe: probe).node)
    #expect(probe.name?.wrappedValue == "Ann")
    probe.name?.wrappedValue = "Bob"
    #expect(probe.name?.wrappedValue == "Bob")
    renderer.render()
    #expect(host.tree == "Bob 30 Rome")
    probe.city?.wrappedValue = "Oslo"
    renderer.render()
    #expect(host.tree == "Bob 30 Oslo")
  }

  @Test("a binding stays valid when its component gets new props")
  func lasts() {
    let probe = Probe()
    renderer.render(Form(probe: probe).node)
    let first = probe.name
    renderer.render(Form(probe: probe).node)
    first?.wrappedValue = "Bob"
    renderer.render()
    #expect(host.tree == "Bob 30 Rome")
  }

  @Test("bindings are equal if they refer to one value and read equal values")
  func equality() {
    let probe = Probe()
    renderer.render(Form(probe: probe).node)
    let (name, city) = (probe.name, probe.city)
    renderer.render(Form(probe: probe).node)
    #expect(probe.name == name)
    #expect(probe.name != city)
    #expect(probe.city == city)
    city?.wrappedValue = "Oslo"
    renderer.render()
    #expect(probe.name == name)
    #expect(probe.city != city)
    let free = Binding(get: { 1 }, set: { _ in })
    #expect(free != free)
  }

  @Test("a component with a binding is rendered when the value changes, and skipped otherwise")
  func skippedByBinding() {
    let probe = Probe()
    renderer.render(Parent(probe: probe).node)
    probe.action()
    renderer.render()
    #expect(host.tree == "Ann 31")
    #expect(renderer.statistics.skipped == 1)
    probe.name?.wrappedValue = "Bob"
    renderer.render()
    #expect(host.tree == "Bob 31")
    #expect(renderer.statistics.skipped == 1)
  }

  @Test("wrapped properties are found among stored properties of any size")
  func offsets() {
    let probe = Probe()
    func tree(_ isOn: Bool, _ value: Value) -> Node {
      Mixed<UInt8, (Bool, String)>(
        isOn: isOn, onEnd: { probe.texts.append("end \(isOn)") }, value: value,
        small: isOn ? 1 : nil,
        probe: probe, pair: (true, "p")
      ).environment(\.unit, isOn ? "mm" : "in")
    }
    renderer.render(tree(true, .text("a")))
    #expect(host.tree == "0 x nil mm 1")
    probe.action()
    renderer.render(tree(false, .number(1)))
    #expect(host.tree == "1 x! Optional(2) in nil")
    probe.action()
    renderer.render(tree(false, .none))
    #expect(host.tree == "2 x!! Optional(3) in nil")
    probe.end()
    #expect(probe.texts == ["end false"])
  }

  @Test("properties whose wrappers are equal have separate state")
  func equalWrappers() {
    let probe = Probe()
    renderer.render(Twins(probe: probe).node)
    probe.action()
    renderer.render()
    #expect(host.tree == "1 2")
    probe.end()
    renderer.render(Twins(probe: probe).node)
    #expect(host.tree == "3 2")
  }

  @Test("a component that was skipped and then renders itself calls the newest handler")
  func newestHandler() {
    let probe = Probe()
    func tree(_ text: String) -> Node {
      Skipped(probe: probe) { probe.texts.append(text) }.node
    }
    renderer.render(tree("old"))
    renderer.render(tree("new"))
    #expect(renderer.statistics.skipped == 1)
    probe.action()
    renderer.render()
    #expect(host.tree == "1")
    probe.end()
    #expect(probe.texts == ["new"])
  }

  @Test("a component can read another environment value than its last value did")
  func otherPath() {
    struct Show: Component {
      @Environment private var value: String
      init(_ path: KeyPath<EnvironmentValues, String>) { _value = Environment(path) }
      var body: Node { leaf(value) }
    }
    func tree(_ path: KeyPath<EnvironmentValues, String>) -> Node {
      group { Show(path) }.environment(\.unit, "mm").environment(\.size, "large")
    }
    renderer.render(tree(\.unit))
    #expect(host.tree == "group(mm)")
    renderer.render(tree(\.size))
    #expect(host.tree == "group(large)")
    renderer.render(tree(\.unit))
    #expect(host.tree == "group(mm)")
  }

  @Test("two specializations of a generic component have separate offsets")
  func generic() {
    let (small, large) = (Remote<UInt8>(), Remote<(Int, Int, Int)>())
    renderer.render(
      group {
        Stateful(small, 1) { leaf("\($0)") }
        Stateful(large, (1, 2, 3)) { leaf("\($0)") }
      })
    small.value = 2
    large.value = (4, 5, 6)
    renderer.render()
    #expect(host.tree == "group(2 (4, 5, 6))")
  }

  @Test("a component that is a class has local state")
  func classComponent() {
    let probe = Probe()
    renderer.render(Object(probe).node)
    probe.action()
    renderer.render(Object(probe).node)
    #expect(host.tree == "1")
  }

  @Test("local state that is set after its component was removed changes nothing")
  func tooLate() {
    let remote = Remote<Int>()
    renderer.render(Stateful(remote, 0) { leaf("\($0)") }.node)
    renderer.render(leaf("other"))
    remote.value = 1
    renderer.render()
    #expect(host.tree == "other")
    #expect(remote.value == 1)
  }
}

extension EnvironmentValues {
  fileprivate var unit: String { "none" }
  fileprivate var size: String { "none" }
}

private struct Person: Equatable {
  var name = "Ann"
  var age = 30
  var address = Address()

  struct Address: Equatable { var city = "Rome" }
}

/// Gives a test access to a component.
@MainActor private final class Probe {
  var name: Binding<String>?
  var city: Binding<String>?
  var action: () -> Void = {}
  var end: () -> Void = {}
  var texts: [String] = []
}

private struct Form: Component {
  let probe: Probe
  @Local var person = Person()

  var body: Node {
    probe.name = $person.name
    probe.city = $person.address.city
    return leaf("\(person.name) \(person.age) \(person.address.city)")
  }
}

private struct Parent: Component {
  let probe: Probe
  @Local var person = Person()

  var body: Node {
    probe.name = $person.name
    probe.action = { person.age += 1 }
    return Node.fragment([Name(name: $person.name).node, leaf("\(person.age)")])
  }
}

private struct Name: Component, Equatable {
  let name: Binding<String>
  var body: Node { leaf(name.wrappedValue) }
}

private enum Value { case text(String), number(Int), none }

private struct Mixed<Small, Pair>: Component {
  let isOn: Bool
  @Local var count = 0
  @Handler var onEnd: @MainActor () -> Void
  let value: Value
  let small: Small?
  @Local var text = "x"
  @Environment(\.unit) var unit
  let probe: Probe
  let pair: Pair
  @Local var last: Small? = nil
  @Local var number: Int? = nil

  init(
    isOn: Bool, onEnd: @escaping @MainActor () -> Void, value: Value, small: Small?, probe: Probe,
    pair: Pair
  ) {
    self.isOn = isOn
    _onEnd = Handler(wrappedValue: onEnd)
    self.value = value
    self.small = small
    self.probe = probe
    self.pair = pair
  }

  var body: Node {
    probe.action = {
      count += 1
      text += "!"
      number = (number ?? 1) + 1
    }
    probe.end = { onEnd() }
    return leaf(
      "\(count) \(text) \(String(describing: number)) \(unit) \(small.map { "\($0)" } ?? "nil")")
  }
}

private final class Object: Component {
  let probe: Probe
  @Local var count = 0

  init(_ probe: Probe) { self.probe = probe }

  var body: Node {
    probe.action = { self.count += 1 }
    return leaf("\(count)")
  }
}

private struct Twins: Component {
  let probe: Probe
  @Local private var first = 1
  @Local private var second = 1

  init(probe: Probe) { self.probe = probe }

  var body: Node {
    probe.action = { second = 2 }
    probe.end = { first = 3 }
    return leaf("\(first) \(second)")
  }
}

private struct Skipped: Component, Equatable {
  let probe: Probe
  @Handler var onEnd: @MainActor () -> Void
  @Local private var count = 0

  init(probe: Probe, onEnd: @escaping @MainActor () -> Void) {
    self.probe = probe
    _onEnd = Handler(wrappedValue: onEnd)
  }

  static func == (first: Skipped, second: Skipped) -> Bool { first.probe === second.probe }

  var body: Node {
    probe.action = { count += 1 }
    probe.end = { onEnd() }
    return leaf("\(count)")
  }
}

/// Shows a number that only grows.
private struct Settling: Component {
  var least: Int
  var writes = false
  @Local private var number = 0

  var body: Node {
    if writes, number < least { number = least }
    _number.settle { $0 = max($0, least) }
    return leaf("\(number)")
  }
}
