import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import Testing

@MainActor
@Suite("Animated")
struct AnimatedTests {
  let host = RecordingHost()
  let time = ManualClock()
  let requests = Requests()
  let renderer: Renderer
  let clock: FrameClock

  init() {
    renderer = Renderer(host: host, requestFrame: requests.add)
    let time = time
    clock = FrameClock(
      elapsed: { time.elapsed },
      schedule: { delay, work in
        time.schedule(after: delay) { MainActor.assumeIsolated { work() } }
      })
  }

  private struct Bar: Component, Equatable {
    @Animated var width = 0
    @Animated var corner = CellPoint.zero

    var body: Node {
      leaf("\(width) \(corner.x)")
      button("move") { $width.animate(to: 100, over: .milliseconds(160), curve: .linear) }
      button("back") { $width.animate(to: 0, over: .milliseconds(160), curve: .linear) }
      button("shift") { $corner.animate(to: CellPoint(x: 8, y: 8), over: .milliseconds(32)) }
      button("set") { width = 7 }
    }
  }

  private func show(calm: Bool = false) {
    renderer.render(
      group { Bar() }.environment(\.clock, clock).environment(\.reducesMotion, calm))
  }

  private func press(_ name: String) {
    host.click(name, in: renderer)
    renderer.render()
  }

  /// The leaf's text after each of several frames.
  private func frames(_ count: Int) -> [String] {
    (0..<count).map { _ in
      time.advance(by: .milliseconds(16))
      renderer.render()
      return String(host.tree.dropFirst("group(".count).prefix { $0 != " " })
    }
  }

  @Test("an animated value moves frame by frame to its target, then no timer runs")
  func moves() {
    show()
    #expect(time.pendingCount == 0)
    press("move")
    #expect(frames(4) == ["10", "20", "30", "40"])
    // Rendering the parent does not end the animation.
    show()
    #expect(frames(6) == ["50", "60", "70", "80", "90", "100"])
    let (bodies, count) = (renderer.statistics.bodies, requests.count)
    _ = frames(1)
    #expect(time.pendingCount == 0)
    #expect(frames(3) == ["100", "100", "100"])
    #expect(renderer.statistics.bodies == bodies)
    #expect(requests.count == count)
  }

  @Test("a new animation starts at the current value, and setting the value ends it")
  func retargeted() {
    show()
    press("move")
    #expect(frames(5).last == "50")
    press("back")
    #expect(frames(2) == ["45", "40"])
    press("set")
    #expect(frames(3) == ["7", "7", "7"])
    #expect(time.pendingCount == 0)
    press("shift")
    _ = frames(1)
    #expect(host.tree.hasPrefix("group(7 4 "))
  }

  @Test("a late frame shows the value that is due at its own time")
  func late() {
    show()
    press("move")
    time.advance(by: .milliseconds(88))
    renderer.render()
    #expect(host.tree.hasPrefix("group(50 "))
    time.advance(by: .seconds(1))
    renderer.render()
    #expect(host.tree.hasPrefix("group(100 "))
    #expect(time.pendingCount == 0)
  }

  @Test("a function whose listener is released by a function due at the same time is not called")
  func released() {
    var calls: [String] = []
    var listeners: [AnyObject?] = []
    func add(_ name: String) {
      listeners.append(
        clock.onFrame {
          calls.append("frame \(name)")
          listeners = []
        })
      listeners.append(clock.after(.milliseconds(16)) { calls.append("after \(name)") })
    }
    add("a")
    add("b")
    time.advance(by: .milliseconds(16))
    #expect(calls == ["frame a"])
    time.advance(by: .milliseconds(16))
    #expect(calls == ["frame a"] && time.pendingCount == 0)
  }

  @Test("a component removed during its animation schedules nothing")
  func unmounted() {
    show()
    press("move")
    _ = frames(1)
    renderer.render(leaf("gone"))
    let count = requests.count
    time.advance(by: .milliseconds(16))
    #expect(time.pendingCount == 0)
    #expect(requests.count == count)
  }

  @Test("with reduced motion or without a clock, the value is at its target at once")
  func still() {
    show(calm: true)
    press("move")
    #expect(host.tree.hasPrefix("group(100 "))
    renderer.render(leaf("gone"))
    renderer.render(group { Bar() })
    press("move")
    #expect(host.tree.hasPrefix("group(100 "))
    #expect(time.pendingCount == 0)
  }
}
