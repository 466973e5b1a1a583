import MillraceLayout
import MillraceRender
import MillraceTesting
import Synchronization
import Testing

@MainActor
@Suite("Components")
struct ComponentTests {
  let host = RecordingHost()

  @Test("invalidateAll renders every component again, and keeps local state")
  func invalidated() {
    let text = Captured("old")
    let remote = Remote<Int>()
    let renderer = Renderer(host: host)
    renderer.render(
      Frozen {
        group {
          Frozen { leaf(text.value) }
          Stateful(remote, 0) { leaf("\($0)") }
        }
      }.node)
    remote.value = 1
    text.value = "new"
    renderer.render()
    #expect(host.tree == "group(old 1)")
    renderer.invalidateAll()
    renderer.render()
    #expect(host.tree == "group(new 1)")
  }

  @Test("local state starts with its default, and setting it renders the component again")
  func localState() throws {
    let renderer = Renderer(host: host)
    let handle = Handle()
    renderer.render(Counter(label: "n", handle: handle).node)
    #expect(host.tree == "n 0")
    host.clearLog()
    handle.increment()
    #expect(renderer.needsRender)
    renderer.render()
    #expect(host.tree == "n 1")
    #expect(host.log == ["update n 0 to n 1"])
    #expect(!renderer.needsRender)
  }

  @Test("local state is discarded with its component")
  func localStateEnds() {
    let renderer = Renderer(host: host)
    let handle = Handle()
    func tree(_ isOn: Bool) -> Node { group { if isOn { Counter(label: "n", handle: handle) } } }
    renderer.render(tree(true))
    handle.increment()
    renderer.render(tree(false))
    renderer.render(tree(true))
    #expect(host.tree == "group(n 0)")
  }

  @Test("a change of local state renders that component only")
  func onlyWhatChanged() {
    let renderer = Renderer(host: host)
    let handles = (0..<100).map { _ in Handle() }
    renderer.render(
      group {
        for index in 0..<100 { Counter(label: "\(index)", handle: handles[index]).key(index) }
      })
    let before = renderer.statistics.bodies
    handles[40].increment()
    renderer.render()
    #expect(renderer.statistics.bodies == before + 1)
  }

  @Test("an equatable component with equal props is not rendered again")
  func skipsEqual() {
    let renderer = Renderer(host: host)
    func tree(_ name: String) -> Node {
      group {
        Greeting(name: name)
        Greeting(name: "same")
      }
    }
    renderer.render(tree("a"))
    let before = renderer.statistics
    renderer.render(tree("b"))
    #expect(renderer.statistics.bodies == before.bodies + 1)
    #expect(renderer.statistics.skipped == before.skipped + 1)
    #expect(host.tree == "group(hello b hello same)")
  }

  @Test("a skipped component still responds to its local state")
  func skippedKeepsState() {
    let renderer = Renderer(host: host)
    let handle = Handle()
    renderer.render(EquatableCounter(handle: handle).node)
    renderer.render(EquatableCounter(handle: handle).node)
    handle.increment()
    renderer.render()
    #expect(host.tree == "1")
    renderer.render(EquatableCounter(handle: handle).node)
    #expect(host.tree == "1")
  }

  @Test("a modifier on a component applies to the component's element")
  func modifiersPassThrough() throws {
    let renderer = Renderer(host: host)
    renderer.render(Outer().grow(2).width(7))
    let id = try #require(host.id(of: "hello outer"))
    #expect(host.items[id]?.element.style.grow == 2)
    #expect(host.items[id]?.element.style.width == 7)
  }

  @Test("an equal component with a changed modifier is restyled, and not rendered")
  func changedModifier() throws {
    let renderer = Renderer(host: host)
    renderer.render(Greeting(name: "a").width(3))
    let before = renderer.statistics.bodies
    renderer.render(Greeting(name: "a").width(4))
    let id = try #require(host.id(of: "hello a"))
    #expect(host.items[id]?.element.style.width == 4)
    #expect(renderer.statistics.bodies == before)
  }

  @Test("a component that becomes several elements keeps its position")
  func growsAtItsPosition() {
    let renderer = Renderer(host: host)
    let handle = Handle()
    renderer.render(
      group {
        leaf("before")
        Repeater(handle: handle)
        leaf("after")
      })
    #expect(host.tree == "group(before after)")
    handle.increment()
    renderer.render()
    handle.increment()
    renderer.render()
    #expect(host.tree == "group(before 0 1 after)")
    #expect(host.invalidCalls.isEmpty)
  }

  @Test(
    "a component value at two positions has its own local state at each, and keeps it when moved")
  func twoPositions() {
    let renderer = Renderer(host: host)
    let handle = Handle()
    let counter = Counter(label: "n", handle: handle)
    func tree(_ keys: [Int]) -> Node { group { for key in keys { counter.key(key) } } }
    renderer.render(tree([1, 2]))
    // The body at the second position was evaluated last.
    handle.increment()
    renderer.render()
    #expect(host.tree == "group(n 0 n 1)")
    renderer.render(tree([2, 1]))
    #expect(host.tree == "group(n 1 n 0)")
    handle.increment()
    renderer.render()
    #expect(host.tree == "group(n 1 n 1)")
  }

  @Test("300 components that gain an element in one pass all show it")
  func wide() {
    let renderer = Renderer(host: host)
    let handles = (0..<300).map { _ in Handle() }
    renderer.render(
      group { for index in 0..<300 { Repeater(handle: handles[index]).key(index) } })
    for handle in handles { handle.increment() }
    renderer.render()
    #expect(host.items.count == 301)
    #expect(host.invalidCalls.isEmpty)
  }

  @Test("a live component is rendered again when its source changes on any thread")
  func liveComponent() async {
    let requests = Requests()
    let renderer = Renderer(host: host, requestFrame: { requests.add() })
    let source = Source()
    renderer.render(Live(source: source).node)
    #expect(host.tree == "0")
    await Task.detached { source.set(5) }.value
    #expect(requests.count == 1)
    #expect(renderer.needsRender)
    renderer.render()
    #expect(host.tree == "5")
  }

  @Test("all live components read the same value of their source in one pass")
  func frameValues() {
    let renderer = Renderer(host: host)
    let source = Source()
    renderer.render(
      group {
        Live(source: source, changesAfterReading: true)
        Live(source: source)
      })
    host.clearLog()
    source.set(3)
    renderer.render()
    // The first component changes the source while it renders. The second does not see the change
    // in this frame.
    #expect(host.log.prefix(2) == ["update 0 to 3", "update 0 to 3"])
    #expect(host.log.dropFirst(2) == ["update 3 to 4", "update 3 to 4"])
  }

  @Test("a released renderer releases its components' sources")
  func nothingLeaks() {
    weak var renderer: Renderer?
    weak var source: Source?
    do {
      let strong = Renderer(host: RecordingHost())
      let live = Source()
      strong.render(group { Live(source: live) })
      renderer = strong
      source = live
      strong.unmount()
    }
    #expect(renderer == nil)
    #expect(source == nil)
  }
}

/// Gives a test access to a component.
@MainActor private final class Handle {
  var action: () -> Void = {}
  func increment() { action() }
}

private struct Counter: Component {
  let label: String
  let handle: Handle
  @Local var count = 0

  var body: Node {
    handle.action = { count += 1 }
    return leaf("\(label) \(count)")
  }
}

private struct EquatableCounter: Component, Equatable {
  let handle: Handle
  @Local var count = 0

  var body: Node {
    handle.action = { count += 1 }
    return leaf("\(count)")
  }

  static func == (first: Self, second: Self) -> Bool { first.handle === second.handle }
}

private struct Repeater: Component {
  let handle: Handle
  @Local var count = 0

  var body: Node {
    handle.action = { count += 1 }
    return Node.fragment((0..<count).map { leaf("\($0)").key($0) })
  }
}

private struct Greeting: Component, Equatable {
  let name: String
  var body: Node { leaf("hello \(name)") }
}

private struct Outer: Component {
  var body: Node { Greeting(name: "outer") }
}

/// A changing source outside the tree.
private final class Source: Sendable {
  private struct State {
    var value = 0
    var listeners: [Int: @Sendable () -> Void] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  var value: Int { state.withLock { $0.value } }

  func set(_ value: Int) {
    let listeners = state.withLock { state in
      state.value = value
      return Array(state.listeners.values)
    }
    for listener in listeners { listener() }
  }

  func listen(_ body: @escaping @Sendable () -> Void) -> Token {
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = body
      return state.next
    }
    return Token { [weak self] in self?.state.withLock { $0.listeners[number] = nil } }
  }

  final class Token {
    private let end: () -> Void
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { end() }
  }
}

private struct Live: LiveComponent {
  let source: Source
  var changesAfterReading = false

  func connect(_ invalidation: Invalidation) -> AnyObject? { source.listen { invalidation() } }

  func body(in context: RenderContext) -> Node {
    let value = context.frameValue(for: ObjectIdentifier(source)) { source.value }
    if changesAfterReading, value == 3 { source.set(4) }
    return leaf("\(value)")
  }
}
