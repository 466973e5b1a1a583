import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Handlers")
struct HandlerTests {
  let host = RecordingHost()
  let renderer: Renderer
  let log = Log()
  let issues = Issues()

  init() {
    renderer = Renderer(host: host)
    issues.collect(from: renderer)
  }

  @Test("a handler in the props does not prevent skipping, and the newest one is called")
  func newest() {
    renderer.render(Picker(name: "a") { log("old \($0)") }.node)
    let bodies = renderer.statistics.bodies
    renderer.render(Picker(name: "a") { log("new \($0)") }.node)
    #expect(renderer.statistics.bodies == bodies)
    host.click("a 0", in: renderer)
    #expect(log.lines == ["new a"])
  }

  @Test("the newest handler is called after local state rendered the component")
  func besideState() {
    renderer.render(Picker(name: "a") { log("1 \($0)") }.node)
    host.click("a 0", in: renderer)
    renderer.render()
    renderer.render(Picker(name: "a") { log("2 \($0)") }.node)
    host.click("a 1", in: renderer)
    renderer.render()
    renderer.render(Picker(name: "b") { log("3 \($0)") }.node)
    host.click("b 2", in: renderer)
    renderer.render()
    #expect(host.tree == "b 3")
    #expect(log.lines == ["1 a", "2 a", "3 b"])
  }

  @Test("several handlers of a component are distinguished")
  func several() {
    func tree(_ version: Int) -> Node {
      Editor(
        onSave: { log("save \(version)") }, name: "e", onCancel: { log("cancel \(version)") },
        onRename: { log("rename \(version) \($0)") }
      ).node
    }
    renderer.render(tree(1))
    renderer.render(tree(2))
    for name in ["save", "cancel", "rename"] { host.click(name, in: renderer) }
    #expect(log.lines == ["save 2", "cancel 2", "rename 2 e"])
  }

  @Test("a component inside a skipped one calls the outer one's newest handler")
  func nested() {
    func tree(_ version: Int) -> Node { Outer { log("\(version) \($0)") }.node }
    renderer.render(tree(1))
    renderer.render(tree(2))
    host.click("inner 0", in: renderer)
    #expect(log.lines == ["2 inner"])
  }

  @Test("static content with an older component value calls the newest handler")
  func olderValue() {
    func tree(_ version: Int) -> Node {
      StaticCaller(version: version) { log("\(version)") }.node
    }
    renderer.render(tree(1))
    renderer.render(tree(2))
    host.click("call", in: renderer)
    #expect(log.lines == ["2"])
  }

  @Test("a component value at two positions calls the newest handler of each position")
  func twoPositions() {
    let shared = Picker(name: "a") { log("shared \($0)") }
    func picker(_ name: String) -> Picker { Picker(name: name) { _ in log("own \(name)") } }
    renderer.render(
      group {
        shared.key(1)
        shared.key(2)
      })
    renderer.render(
      group {
        picker("b").key(1)
        picker("c").key(2)
      })
    host.click("b 0", in: renderer)
    host.click("c 0", in: renderer)
    #expect(log.lines == ["own b", "own c"])
  }

  @Test("an older value that is shown again calls its own handler again")
  func shownAgain() {
    let (first, second) = (Picker(name: "a") { _ in log("1") }, Picker(name: "b") { _ in log("2") })
    for (picker, name) in [(first, "a 0"), (second, "b 0"), (first, "a 0")] {
      renderer.render(picker.node)
      host.click(name, in: renderer)
      renderer.render(Frozen { leaf("other") }.node)
    }
    #expect(log.lines == ["1", "2", "1"])
    renderer.render(first.node)
    renderer.render(second.node)
    renderer.render(first.node)
    host.click("a 0", in: renderer)
    #expect(log.lines.last == "1")
  }

  @Test("a modifier's handler is the newest even if its component is skipped")
  func modifier() {
    func tree(_ version: Int) -> Node {
      Frozen { leaf("a") }.onClick { log("\(version)") }
    }
    renderer.render(tree(1))
    renderer.render(tree(2))
    host.click("a", in: renderer)
    #expect(log.lines == ["2"])
  }

  @Test("an event goes to the outermost modifier first, and to the element last")
  func order() throws {
    func asked(_ name: String, _ node: some NodeConvertible) -> Node {
      node.onKey { _ in
        log(name)
        return false
      }
    }
    let element = Node(
      Element(
        Leaf(name: "a"),
        handlers: Handlers {
          $0.key = { _, _ in
            log("element")
            return true
          }
        }))
    renderer.render(
      asked(
        "around the group",
        group { asked("outer", asked("component", Free { asked("inner", element) })) }))
    let id = try #require(host.id(of: "a"))
    #expect(renderer.dispatch(id) { try $0.key?(.enter, $1) ?? false })
    #expect(log.lines == ["outer", "component", "inner", "element"])
  }

  @Test("an unhandled event bubbles outwards, through components and layers")
  func bubbling() {
    renderer.render(
      group("outer") {
        Free {
          group("inner") { Portal(to: .dialog) { leaf("a") } }.onClick { log("inner") }
        }
      }.onClick { log("outer") })
    #expect(renderer.path(from: host.id(of: "a")).count == 3)
    host.click("a", in: renderer)
    #expect(log.lines == ["inner"])
  }

  @Test("handlers around a portal do not handle events inside it, but its own do")
  func portalModifiers() throws {
    renderer.render(
      Free { Portal(to: .dialog) { leaf("a") }.onClick { log("portal") } }.onClick { log("around") }
    )
    let id = try #require(host.id(of: "a"))
    #expect(renderer.handlers(of: id).count == 1)
    host.click("a", in: renderer)
    #expect(log.lines == ["portal"])
  }

  @Test("an error of a handler is reported, and the event counts as handled")
  func failure() {
    renderer.render(
      group { button("a") { throw Failure("no luck") } }.onClick { log("group") })
    #expect(host.click("a", in: renderer))
    #expect(log.lines == [])
    #expect(issues.all == [RenderIssue(.handlerFailed("no luck"), path: "Group/Leaf")])
  }

  @Test("an error of a notified handler is reported, and the others are notified")
  func reportedFailure() throws {
    renderer.render(
      leaf("a").onFocusChange { log("inner \($0)") }.onFocusChange { _ in throw Failure("no luck") }
    )
    let id = try #require(host.id(of: "a"))
    renderer.notify(id) { handlers, _ in try handlers.focusChanged?(true) }
    #expect(log.lines == ["inner true"])
    #expect(issues.invalidCalls == [.handlerFailed("no luck")])
  }
}

private struct Picker: Component, Equatable {
  @Local var count = 0
  let name: String
  @Handler var onPick: @MainActor (String) -> Void

  init(name: String, onPick: @escaping @MainActor (String) -> Void) {
    self.name = name
    _onPick = Handler(wrappedValue: onPick)
  }

  var body: Node {
    button("\(name) \(count)") {
      count += 1
      onPick(name)
    }
  }
}

private struct Editor: Component, Equatable {
  @Handler var onSave: @MainActor () -> Void
  let name: String
  @Handler var onCancel: @MainActor () -> Void
  @Handler var onRename: @MainActor (String) -> Void

  var body: Node {
    button("save") { onSave() }
    button("cancel") { onCancel() }
    button("rename") { onRename(name) }
  }
}

private struct Outer: Component, Equatable {
  @Handler var onPick: @MainActor (String) -> Void

  var body: Node { group { Picker(name: "inner") { onPick($0) } } }
}

private struct StaticCaller: Component, Equatable {
  let version: Int
  @Handler var action: @MainActor () -> Void

  var body: Node {
    Static { button("call") { action() } }
  }
}
