import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Tasks of nodes", .timeLimit(.minutes(20)))
struct TaskTests {
  let host = RecordingHost()
  let renderer: Renderer
  /// The output of the tasks.
  private let said = AsyncStream<String>.makeStream()

  init() { renderer = Renderer(host: host) }

  /// A node with a task that runs until it is cancelled.
  private func working(_ id: Int, _ name: String? = nil) -> Node {
    leaf("a").task(id: id) { [said] in
      said.continuation.yield("begins \(name ?? "\(id)")")
      let (forever, continuation) = AsyncStream<Never>.makeStream()
      for await _ in forever {}
      withExtendedLifetime(continuation) {}
      said.continuation.yield("ends \(name ?? "\(id)")")
    }
  }

  private func next() async -> String? {
    var iterator = said.stream.makeAsyncIterator()
    return await iterator.next()
  }

  /// Returns when every task that waited for the main actor has run.
  private func others() async { for _ in 0..<3 { await Task { @MainActor in }.value } }

  @Test("a task starts when its node has appeared, and is cancelled when it disappears")
  func life() async {
    renderer.render(working(1))
    #expect(await next() == "begins 1")
    renderer.render(.empty)
    #expect(await next() == "ends 1")
  }

  @Test("a different id cancels the task and starts another, and an equal id does not")
  func identity() async {
    renderer.render(working(1, "first"))
    #expect(await next() == "begins first")
    renderer.render(working(1, "equal"))
    renderer.render(working(2, "other"))
    let both = Set([await next(), await next()])
    #expect(both == ["ends first", "begins other"])
    renderer.unmount()
    #expect(await next() == "ends other")
  }

  @Test("a task whose node is removed before the task starts does nothing")
  func neverBegins() async {
    renderer.render(working(1))
    renderer.render(working(2))
    renderer.unmount()
    await others()
    said.continuation.finish()
    #expect(await next() == nil)
  }

  @Test("a node rendered twice in its first frame has its task")
  func twiceInOneFrame() async {
    var again = true
    host.onCommit = {
      guard again else { return }
      again = false
      renderer.render(working(1, "second"))
    }
    renderer.render(working(1, "first"))
    #expect(await next() == "begins second")
    renderer.unmount()
    #expect(await next() == "ends second")
  }

  @Test("an error of a task is reported")
  func failure() async {
    let issues = AsyncStream<RenderIssue>.makeStream()
    renderer.onIssue = { issues.continuation.yield($0) }
    renderer.render(leaf("a").task { throw Failure("no luck") })
    var iterator = issues.stream.makeAsyncIterator()
    #expect(await iterator.next() == RenderIssue(.handlerFailed("no luck"), path: "Leaf"))
  }

  @Test("a task cancelled by its node's removal reports no error")
  func cancellation() async {
    var issues: [RenderIssue] = []
    renderer.onIssue = { issues.append($0) }
    renderer.render(
      leaf("a").task { [said] in
        said.continuation.yield("begins")
        let (forever, continuation) = AsyncStream<Never>.makeStream()
        for await _ in forever {}
        withExtendedLifetime(continuation) {}
        defer { said.continuation.yield("ends") }
        try Task.checkCancellation()
      })
    #expect(await next() == "begins")
    renderer.unmount()
    #expect(await next() == "ends")
    await others()
    #expect(issues == [])
  }

  @Test("a task sets local state as a handler does")
  func setsState() async {
    let remote = Remote<Int>()
    renderer.render(
      Stateful(remote, 0) { count in
        leaf("\(count)").task { [said] in
          remote.value = 4
          said.continuation.yield("set")
        }
      }.node)
    #expect(await next() == "set")
    #expect(renderer.needsRender)
    renderer.render()
    #expect(host.tree == "4")
  }
}
