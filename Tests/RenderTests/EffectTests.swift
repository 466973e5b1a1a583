import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Effects")
struct EffectTests {
  let host = RecordingHost()
  let renderer: Renderer
  let log = Log()
  let issues = Issues()

  init() {
    renderer = Renderer(host: host)
    issues.collect(from: renderer)
  }

  /// A node that logs its appearance and disappearance.
  private func logged(_ name: String, _ node: some NodeConvertible) -> Node {
    node.onAppear { log("+\(name)") }.onDisappear { log("-\(name)") }
  }

  @Test("an element appears once, and disappears once")
  func element() {
    renderer.render(logged("a", leaf("a")))
    renderer.render(logged("a", leaf("b")))
    #expect(log.take() == ["+a"])
    renderer.render(.empty)
    #expect(log.take() == ["-a"])
  }

  @Test("effects of children run before those of their parents, on appearing and disappearing")
  func order() {
    renderer.render(
      logged(
        "group",
        group {
          logged("a", leaf("a"))
          logged("component", Free { logged("b", leaf("b")) })
        }))
    #expect(log.take() == ["+a", "+b", "+component", "+group"])
    renderer.unmount()
    #expect(log.take() == ["-a", "-b", "-component", "-group"])
  }

  @Test("effects run after the commit of the frame")
  func afterCommit() {
    host.onCommit = { [log, host] in log("commit \(host.tree)") }
    func tree(_ value: Int) -> Node {
      logged("a", leaf("\(value)")).onChange(of: value) { log("\($0) to \($1)") }
    }
    renderer.render(tree(1))
    renderer.render(tree(2))
    renderer.render(.empty)
    #expect(log.lines == ["commit 1", "+a", "commit 2", "1 to 2", "commit ", "-a"])
  }

  @Test("a conditional node appears only while its condition holds")
  func condition() {
    func tree(_ isOn: Bool) -> Node { logged("a", when(isOn, leaf("a"))) }
    renderer.render(tree(false))
    #expect(log.take() == [])
    renderer.render(tree(true))
    #expect(log.take() == ["+a"])
    renderer.render(tree(false))
    #expect(log.take() == ["-a"])
  }

  @Test("a keyed move causes neither onAppear nor onDisappear")
  func move() {
    func tree(_ keys: [Int]) -> Node {
      group { for key in keys { logged("\(key)", leaf("\(key)")).key(key) } }
    }
    renderer.render(tree([1, 2, 3]))
    #expect(log.take() == ["+1", "+2", "+3"])
    renderer.render(tree([3, 1, 4]))
    #expect(log.take() == ["-2", "+4"])
  }

  @Test("the newest onDisappear is called, with its latest captures")
  func newestCapture() {
    func tree(_ value: Int) -> Node { Frozen { leaf("a") }.onDisappear { log("bye \(value)") } }
    renderer.render(tree(1))
    renderer.render(tree(2))
    renderer.render(.empty)
    #expect(log.lines == ["bye 2"])
  }

  @Test("an effect added by a later frame applies to the node from then on")
  func addedLater() {
    func tree(_ isLogged: Bool) -> Node { isLogged ? logged("a", leaf("a")) : leaf("a") }
    renderer.render(tree(false))
    renderer.render(tree(true))
    #expect(log.take() == ["+a"])
    renderer.render(.empty)
    #expect(log.take() == ["-a"])
  }

  @Test("onChange reports a change even if the component is skipped")
  func changeOfSkipped() {
    func tree(_ value: Int) -> Node {
      Frozen { leaf("a") }.onChange(of: value) { log("\($0) to \($1)") }
    }
    renderer.render(tree(1))
    renderer.render(tree(1))
    #expect(log.take() == [])
    let bodies = renderer.statistics.bodies
    renderer.render(tree(2))
    #expect(log.take() == ["1 to 2"])
    #expect(renderer.statistics.bodies == bodies)
  }

  @Test("onChange inside a component reports changes of its local state")
  func changeOfState() {
    let remote = Remote<Int>()
    renderer.render(
      Stateful(remote, 0) { count in
        leaf("\(count)").onChange(of: count) { log("\($0) to \($1)") }
      }.node)
    remote.value = 3
    renderer.render()
    #expect(log.lines == ["0 to 3"])
  }

  @Test("local state that an effect sets is rendered in the same frame")
  func sameFrame() {
    let remote = Remote<Int>()
    renderer.render(
      Stateful(remote, 0) { count in
        leaf("\(count)").onAppear { remote.value = 1 }
          .onChange(of: count) { old, new in if new < 3 { remote.value = new + 1 } }
      }.node)
    #expect(host.tree == "3")
    #expect(!renderer.needsRender)
  }

  @Test("an effect that never settles ends the frame and requests another")
  func neverSettles() {
    let requests = Requests()
    let renderer = Renderer(host: host, requestFrame: { requests.add() })
    let remote = Remote<Int>()
    renderer.render(
      Stateful(remote, 0) { count in
        leaf("\(count)").onAppear { remote.value = 1 }
          .onChange(of: count) { remote.value = $1 + 1 }
      }.node)
    #expect(renderer.needsRender)
    #expect(requests.count > 0)
  }

  @Test("an error of an effect is reported, and the other effects run")
  func failure() {
    renderer.render(
      group {
        leaf("a").onAppear { throw Failure("no luck") }
        logged("b", leaf("b"))
      })
    #expect(log.lines == ["+b"])
    #expect(issues.all == [RenderIssue(.handlerFailed("no luck"), path: "Group/Leaf")])
  }

  @Test("a node that an error removed before its first frame neither appears nor disappears")
  func neverShown() {
    renderer.render(
      ErrorBoundary {
        logged("a", leaf("a"))
        Free { throw Failure("no luck") }
      } failure: { error, _ in
        logged("failure", leaf("\(error)"))
      }.node)
    #expect(log.lines == ["+failure"])
    renderer.unmount()
    #expect(log.lines == ["+failure", "-failure"])
  }

  @Test("a node that an error removes after it was shown disappears")
  func shownBefore() {
    let remote = Remote<Bool>()
    renderer.render(
      ErrorBoundary {
        logged("a", leaf("a"))
        Stateful(remote, false) { isBad in if isBad { try fail("no luck") } }
      } failure: { error, _ in
        leaf("\(error)")
      }.node)
    remote.value = true
    renderer.render()
    #expect(log.lines == ["+a", "-a"])
  }

  @Test("providers, portals and static content have effects")
  func otherNodes() {
    renderer.render(
      group {
        logged("provider", leaf("a").environment(0))
        logged("portal", Portal(to: .dialog) { logged("inside", leaf("b")) })
        logged("static", Static { leaf("c") })
      })
    #expect(log.take() == ["+provider", "+inside", "+portal", "+static"])
    renderer.unmount()
    #expect(log.take() == ["-provider", "-inside", "-portal", "-static"])
  }

  @Test("changed components of equal depth are rendered in the order of their appearance")
  func orderOfSiblings() {
    let remotes = (0..<20).map { _ in Remote<Int>() }
    renderer.render(
      group {
        for (index, remote) in remotes.enumerated() {
          Stateful(remote, 0) { count in
            leaf("\(index)").onChange(of: count) { _, _ in log("\(index)") }
          }.key(index)
        }
      })
    for remote in remotes.shuffled() { remote.value = 1 }
    renderer.render()
    #expect(log.lines == (0..<20).map { "\($0)" })
  }
}
