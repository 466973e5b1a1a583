import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Changes during rendering")
struct ReentrancyTests {
  let host = RecordingHost()
  let renderer: Renderer
  let log = Log()
  private let requests = Requests()

  init() { renderer = Renderer(host: host, requestFrame: { [requests] in requests.add() }) }

  /// Runs an action once, at the next commit.
  private func atCommit(_ action: @escaping @MainActor () -> Void) {
    host.onCommit = { [host] in
      host.onCommit = {}
      action()
    }
  }

  @Test("a handler sets the state of several components, and one frame shows it")
  func severalStates() {
    let remotes = [Remote<Int>(), Remote<Int>()]
    renderer.render(
      group {
        button("set") { for remote in remotes { remote.value = 1 } }
        for (index, remote) in remotes.enumerated() {
          Stateful(remote, 0) { leaf("\($0)") }.key(index)
        }
      })
    host.click("set", in: renderer)
    #expect(host.tree == "group(set 0 0)")
    #expect(requests.count == 1)
    renderer.render()
    #expect(host.tree == "group(set 1 1)")
  }

  @Test("a handler can remove its own component and still set its state")
  func ownEnd() {
    let (isOn, count) = (Remote<Bool>(), Remote<Int>())
    renderer.render(
      Stateful(isOn, true) { shown in
        if shown {
          Stateful(count, 0) { number in
            button("\(number)") {
              isOn.value = false
              renderer.render()
              count.value = number + 1
            }.onDisappear { log("gone") }
          }
        }
      }.node)
    #expect(host.click("0", in: renderer))
    renderer.render()
    #expect(host.tree == "")
    #expect(log.lines == ["gone"])
    #expect(!renderer.needsRender)
    #expect(host.invalidCalls == [])
  }

  @Test("keys that onAppear changes repeatedly are shown in the same frame")
  func keysFromEffect() {
    let keys = Remote<[Int]>()
    renderer.render(
      Stateful(keys, [1, 2, 3]) { shown in
        group {
          for key in shown {
            leaf("\(key)").onAppear { if key < 6 { keys.value = [key + 3] + shown.reversed() } }
              .key(key)
          }
        }
      }.node)
    #expect(host.tree == "group(6 3 2 1)")
    #expect(!renderer.needsRender)
    #expect(host.invalidCalls == [])
  }

  @Test("keys that a layout changes are shown in the same frame")
  func keysFromLayout() {
    let keys = Remote<[Int]>()
    atCommit { keys.value = [3, 1, 4] }
    renderer.render(
      Stateful(keys, [1, 2, 3]) { shown in
        group { for key in shown { leaf("\(key)").key(key) } }
      }.node)
    #expect(host.tree == "group(3 1 4)")
    #expect(!renderer.needsRender)
    #expect(requests.count == 0)
  }

  @Test("a new root from an effect is shown in the same frame")
  func rootFromEffect() {
    renderer.render(
      leaf("a").onAppear { renderer.render(leaf("b")) }.onDisappear { log("never: one element") })
    #expect(host.tree == "b")
    renderer.render(group { leaf("c").onAppear { renderer.render(leaf("d")) } })
    #expect(host.tree == "d")
    #expect(!renderer.needsRender)
  }

  @Test("a new root from a layout is shown in the same frame, and only its effects run")
  func rootFromLayout() {
    atCommit { renderer.render(group { leaf("b").onAppear { log("b") } }) }
    renderer.render(leaf("a").onAppear { log("a") })
    #expect(host.tree == "group(b)")
    #expect(log.lines == ["b"])
  }

  @Test("a new root from a body is shown in the same frame")
  func rootFromBody() {
    renderer.render(
      Free {
        renderer.render(leaf("b"))
        leaf("a")
      }.node)
    #expect(host.tree == "b")
  }

  @Test("unmount in an effect removes everything in the same frame")
  func unmountFromEffect() {
    renderer.render(
      group { leaf("a").onAppear { renderer.unmount() }.onDisappear { log("gone") } })
    #expect(host.items.isEmpty)
    #expect(log.lines == ["gone"])
    #expect(!renderer.needsRender)
  }

  @Test("unmount in a layout removes everything in the same frame, and no node appears")
  func unmountFromLayout() {
    atCommit { renderer.unmount() }
    renderer.render(leaf("a").onAppear { log("+") }.onDisappear { log("-") })
    #expect(host.items.isEmpty)
    #expect(log.lines == [])
  }

  @Test("a root rendered during unmount is shown")
  func rootFromUnmount() {
    renderer.render(leaf("a").onDisappear { renderer.render(leaf("b")) })
    renderer.unmount()
    #expect(host.tree == "b")
  }

  @Test("an unmounted tree can be shown again, with new state")
  func shownAgain() {
    let remote = Remote<Int>()
    func tree() -> Node { Stateful(remote, 0) { leaf("\($0)") }.node }
    renderer.render(tree())
    remote.value = 1
    renderer.unmount()
    renderer.unmount()
    renderer.render()
    #expect(host.tree == "")
    renderer.render(tree())
    #expect(host.tree == "0")
  }

  @Test("render() in an effect leaves the pending work to the current frame")
  func nestedRender() {
    let remote = Remote<Int>()
    renderer.render(
      Stateful(remote, 0) { count in
        leaf("\(count)").onAppear {
          remote.value = 1
          renderer.render()
          log(host.tree)
        }
      }.node)
    #expect(log.lines == ["0"])
    #expect(host.tree == "1")
  }

  @Test("a body that sets local state is rendered until it settles")
  func stateFromBody() {
    let remote = Remote<Int>()
    renderer.render(
      Stateful(remote, 0) { count in
        if count < 3 { remote.value = count + 1 }
        leaf("\(count)")
      }.node)
    #expect(host.tree == "3")
    #expect(!renderer.needsRender)
  }

  @Test("a failure view that retries when it appears ends the frame and requests another")
  func endlessRetry() {
    renderer.render(
      ErrorBoundary {
        Free { throw Failure("no luck") }
      } failure: { error, retry in
        leaf("\(error)").onAppear { retry() }
      }.node)
    #expect(host.tree == "no luck")
    #expect(renderer.needsRender)
    #expect(requests.count > 0)
  }

  @Test("an element removed by its handler does not interrupt bubbling")
  func goesWhileAsked() {
    let isOn = Remote<Bool>()
    renderer.render(
      group {
        Stateful(isOn, true) { shown in
          if shown {
            leaf("a").onKey { _ in
              log("inner")
              isOn.value = false
              renderer.render()
              return false
            }
          }
        }
      }.onKey { _ in
        log("outer")
        return true
      })
    let path = renderer.path(from: host.id(of: "a"))
    #expect(path.contains { renderer.dispatch($0) { try $0.key?(.enter, $1) ?? false } })
    #expect(log.lines == ["inner", "outer"])
    #expect(host.tree == "group()")
  }
}
