import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Connections")
struct ConnectionTests {
  let host = RecordingHost()
  let renderer: Renderer
  let log = Log()

  init() { renderer = Renderer(host: host) }

  @Test("a component with an equal source is connected once, over many updates")
  func once() {
    for value in 0..<10 { renderer.render(Listener(log: log, source: "a", value: value).node) }
    #expect(host.tree == "9")
    #expect(log.lines == ["connect a"])
  }

  @Test("a new source is connected before the old connection is released")
  func another() {
    renderer.render(Listener(log: log, source: "a", value: 0).node)
    renderer.render(Listener(log: log, source: "b", value: 0).node)
    #expect(log.lines == ["connect a", "connect b", "release a"])
  }

  @Test("nil sources are never equal, so each update connects again")
  func nilSource() {
    for value in 0..<2 { renderer.render(Listener(log: log, source: nil, value: value).node) }
    #expect(log.lines == ["connect nil", "connect nil", "release nil"])
  }

  @Test("a connection is released when its component disappears, and made again when it returns")
  func released() {
    func tree(_ isOn: Bool) -> Node {
      group { if isOn { Listener(log: log, source: "a", value: 0) } }
    }
    for isOn in [true, false, true] { renderer.render(tree(isOn)) }
    renderer.unmount()
    #expect(log.lines == ["connect a", "release a", "connect a", "release a"])
  }

  @Test("a keyed move keeps the connection")
  func move() {
    for keys in [[1, 2, 3], [3, 1, 2]] {
      renderer.render(
        group { for key in keys { Listener(log: log, source: key, value: key).key(key) } })
    }
    #expect(log.lines == ["connect 1", "connect 2", "connect 3"])
  }

  @Test("an equal component is skipped and stays connected, with any source")
  func equatable() {
    for _ in 0..<2 { renderer.render(EquatableListener(log: log).node) }
    #expect(log.lines == ["connect"])
    renderer.unmount()
    #expect(log.lines == ["connect", "release"])
  }

  @Test("a change during the connection is not lost")
  func notifiedAtOnce() {
    let requests = Requests()
    let renderer = Renderer(host: host, requestFrame: { requests.add() })
    renderer.render(Listener(log: log, source: "a", value: 0, tellsAtOnce: true).node)
    #expect(log.lines == ["connect a"])
    #expect(renderer.statistics.bodies == 2)
    #expect(!renderer.needsRender)
  }

  @Test("a source that never stops changing leaves each frame an end, and its effects")
  func endless() {
    let requests = Requests()
    let renderer = Renderer(host: host, requestFrame: { requests.add() })
    var invalidation: Invalidation?
    let local = Remote<Int>()
    host.onCommit = { invalidation?() }
    let tree = group {
      Listener(log: log, source: "a", value: 0, keep: { invalidation = $0 })
      leaf("b").onAppear { local.value = 1 }
      Stateful(local, 0) { leaf("\($0)") }
    }.onAppear { log("appeared") }
    renderer.render(tree)
    #expect(log.lines == ["connect a", "appeared"])
    #expect(host.tree == "group(0 b 1)", "an effect's change is in the same frame")
    for _ in 0..<3 {
      #expect(renderer.needsRender)
      let (bodies, asked) = (renderer.statistics.bodies, requests.count)
      renderer.render()
      #expect((1...3).contains(renderer.statistics.bodies - bodies))
      #expect(requests.count > asked, "the rest waits for a frame of its own")
    }
    invalidation = nil
    renderer.render()
    #expect(!renderer.needsRender)
  }

  @Test("all components of a frame show one version, also if later ones are left for the next")
  func oneVersion() {
    final class Owner { var version = 0 }
    struct Reader: LiveComponent {
      let owner: Owner
      let keep: @MainActor (Invalidation) -> Void

      func connect(_ invalidation: Invalidation) -> AnyObject? {
        keep(invalidation)
        return nil
      }

      func body(in context: RenderContext) -> Node {
        leaf("\(context.frameValue(for: ObjectIdentifier(owner)) { owner.version })")
      }
    }
    let owner = Owner()
    var invalidation: Invalidation?
    let renderer = Renderer(host: host)
    let local = Remote<Int>()
    host.onCommit = {
      owner.version += 1
      invalidation?()
      if owner.version == 4 { local.value = 1 }
    }
    renderer.render(
      group {
        Reader(owner: owner, keep: { invalidation = $0 })
        Stateful(local, 0) { value in
          if value == 1 { Reader(owner: owner, keep: { _ in }) }
        }
      })
    #expect(host.tree == "group(3 3)")
  }

  @Test("a component that changes in every pass leaves each frame an end, and its effects")
  func restless() {
    let requests = Requests()
    let renderer = Renderer(host: host, requestFrame: { requests.add() })
    let count = Remote<Int>()
    host.onCommit = { count.value = (count.value ?? 0) + 1 }
    renderer.render(
      group { Stateful(count, 0) { leaf("\($0)") } }.onAppear { log("appeared") })
    #expect(log.lines == ["appeared"])
    #expect(requests.count > 0)
    host.onCommit = {}
    renderer.render()
    #expect(!renderer.needsRender)
  }

  @Test("a change reported by a released connection is ignored")
  func notifiedTooLate() {
    var invalidation: Invalidation?
    renderer.render(
      group { Listener(log: log, source: "a", value: 0, keep: { invalidation = $0 }) })
    renderer.render(group {})
    invalidation?()
    renderer.render()
    #expect(renderer.statistics.bodies == 1)
    #expect(!renderer.needsRender)
  }
}

private final class Connection {
  private let end: () -> Void
  init(_ end: @escaping () -> Void) { self.end = end }
  deinit { end() }
}

private struct Listener: LiveComponent {
  let log: Log
  let source: AnyHashable?
  let value: Int
  var tellsAtOnce = false
  var keep: @MainActor (Invalidation) -> Void = { _ in }

  var connectionSource: AnyHashable? { source }

  func connect(_ invalidation: Invalidation) -> AnyObject? {
    let name = source.map { "\($0.base)" } ?? "nil"
    log("connect \(name)")
    keep(invalidation)
    if tellsAtOnce { invalidation() }
    return Connection { [log] in log("release \(name)") }
  }

  func body(in context: RenderContext) -> Node { leaf("\(value)") }
}

private struct EquatableListener: LiveComponent, Equatable {
  let log: Log

  func connect(_ invalidation: Invalidation) -> AnyObject? {
    log("connect")
    return Connection { [log] in log("release") }
  }

  func body(in context: RenderContext) -> Node { leaf("a") }

  static func == (first: Self, second: Self) -> Bool { first.log === second.log }
}
