import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Released nodes", .timeLimit(.minutes(20)))
struct LeakTests {
  /// An object to capture.
  final class Token: Sendable {
    let text = "a"
  }

  /// Shows a node, ends its life, and returns whether its captured object was released.
  private func releases(
    _ node: (Token) -> Node, _ end: (Renderer) -> Void = { $0.render(group {}) }
  ) -> Bool {
    let renderer = Renderer(host: RecordingHost())
    weak var weakToken: Token?
    func show() {
      let token = Token()
      weakToken = token
      renderer.render(group { node(token) })
      renderer.render(group { node(token) })
    }
    show()
    #expect(weakToken != nil)
    end(renderer)
    return withExtendedLifetime(renderer) { weakToken == nil }
  }

  @Test("captures of elements' and modifiers' handlers are released")
  func handlers() {
    #expect(releases { token in button("a") { _ = token } })
    #expect(releases { token in leaf("a").onClick { _ = token } })
    #expect(releases { token in Caller { _ = token }.node })
  }

  @Test("captures of effects are released")
  func effects() {
    #expect(
      releases { token in
        leaf("a").onAppear { _ = token }.onDisappear { _ = token }
          .onChange(of: token.text) { _, _ in _ = token }
      })
  }

  @Test("values in components and local state are released")
  func components() {
    #expect(releases { token in Holder(token: token).node })
    #expect(releases { token in StateHolder(held: token).node })
    #expect(releases({ token in Holder(token: token).node }, { $0.unmount() }))
  }

  @Test("values in providers and their readers are released")
  func environment() {
    #expect(releases { token in Reader().environment(\.held, Held(token: token)) })
    #expect(
      releases({ token in Reader().environment(\.held, Held(token: token)) }, { $0.unmount() }))
  }

  @Test("a reader is released while its provider stays")
  func readerAlone() {
    let renderer = Renderer(host: RecordingHost())
    weak var weakToken: Token?
    func show() {
      let token = Token()
      weakToken = token
      renderer.render(
        group { Reader(token: token) }.environment(\.held, nil))
    }
    show()
    #expect(weakToken != nil)
    renderer.render(group {}.environment(\.held, nil))
    #expect(weakToken == nil)
  }

  @Test("content in other layers is released")
  func portals() {
    #expect(releases { token in Portal(to: .dialog) { Holder(token: token) }.node })
  }

  @Test("content and errors of boundaries are released")
  func boundaries() {
    func tree(_ token: Token, isFailing: Bool) -> Node {
      ErrorBoundary {
        if isFailing { Free { throw Carrier(token: token) } }
        Holder(token: token)
      } failure: { error, retry in
        button("\(error is Carrier) \(token.text)") { retry() }
      }.node
    }
    #expect(releases { tree($0, isFailing: false) })
    #expect(releases { tree($0, isFailing: true) })
  }

  @Test("static content is released")
  func staticContent() {
    #expect(releases { token in Static { button(token.text) { _ = token } }.node })
  }

  @Test("a tree that was not unmounted is released with its renderer")
  func wholeTree() {
    weak var weakToken: Token?
    weak var weakRenderer: Renderer?
    func show() {
      let renderer = Renderer(host: RecordingHost())
      let token = Token()
      (weakToken, weakRenderer) = (token, renderer)
      renderer.render(
        group {
          Holder(token: token)
          Portal(to: .toast) { button("a") { _ = token } }
          Reader()
        }.environment(\.held, Held(token: token)))
    }
    show()
    #expect(weakRenderer == nil)
    #expect(weakToken == nil)
  }

  @Test("captures of a task are released when it ended with its node")
  func tasks() async {
    let renderer = Renderer(host: RecordingHost())
    let said = AsyncStream<String>.makeStream()
    weak var weakToken: Token?
    func show() {
      let token = Token()
      weakToken = token
      renderer.render(
        group {
          Holder(token: token).task {
            said.continuation.yield("begins \(token.text)")
            let (forever, continuation) = AsyncStream<Never>.makeStream()
            for await _ in forever {}
            withExtendedLifetime(continuation) {}
            said.continuation.yield("ends \(token.text)")
          }
        })
    }
    show()
    var iterator = said.stream.makeAsyncIterator()
    #expect(await iterator.next() == "begins a")
    renderer.render(group {})
    #expect(await iterator.next() == "ends a")
    // The task still has to return, and its executor has to release it.
    for _ in 0..<100 where weakToken != nil { await Task.yield() }
    #expect(weakToken == nil)
  }

  private struct Carrier: Error { let token: Token }

  struct Held: Equatable, Sendable {
    let token: Token
    static func == (first: Held, second: Held) -> Bool { first.token === second.token }
  }

  private struct Holder: Component {
    let token: Token
    @Local var count = 0
    var body: Node { button("\(token.text) \(count)") { count += 1 } }
  }

  private struct StateHolder: Component {
    @Local var held: Token?
    var body: Node { button(held?.text ?? "") { held = nil } }
  }

  private struct Caller: Component, Equatable {
    @Handler var action: @MainActor () -> Void
    var body: Node { button("a") { action() } }
  }

  private struct Reader: Component {
    var token: Token?
    @Environment(\.held) var held
    var body: Node { button("\(held?.token.text ?? "")") { _ = token } }
  }
}

extension EnvironmentValues {
  fileprivate var held: LeakTests.Held? { nil }
}
