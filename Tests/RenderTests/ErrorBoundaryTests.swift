import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Error boundaries")
struct ErrorBoundaryTests {
  let host = RecordingHost()
  let renderer: Renderer
  let issues = Issues()
  private let retries = Retries()

  init() {
    renderer = Renderer(host: host)
    issues.collect(from: renderer)
  }

  /// A boundary that shows its name and the error.
  private func boundary(
    _ name: String = "failed", @NodeBuilder _ content: @escaping @MainActor () throws -> Node
  ) -> ErrorBoundary {
    ErrorBoundary(content: content) { [retries] error, retry in
      retries.last = retry
      return leaf("\(name): \(error)")
    }
  }

  @Test("an error of a body at its first rendering replaces all content of the boundary")
  func mount() {
    renderer.render(
      group {
        leaf("before")
        boundary {
          group("inner") { leaf("part") }
          Failing("no luck")
        }
        leaf("after")
      })
    #expect(host.tree == "group(before failed: no luck after)")
    #expect(host.items.count == 4)
    #expect(host.invalidCalls == [])
    #expect(issues.invalidCalls == [])
  }

  @Test("an error of an updated body is shown, and the rest of the tree keeps its state")
  func update() {
    let remote = Remote<Int>()
    func tree(_ error: String?) -> Node {
      group {
        Stateful(remote, 0) { leaf("\($0)") }
        boundary { Failing(error) }
      }
    }
    renderer.render(tree(nil))
    remote.value = 5
    renderer.render(tree("no luck"))
    #expect(host.tree == "group(5 failed: no luck)")
  }

  @Test("an error of a body that a change of local state renders is shown")
  func localState() {
    let remote = Remote<String?>()
    renderer.render(boundary { Stateful(remote, nil) { Failing($0) } }.node)
    remote.value = "no luck"
    renderer.render()
    #expect(host.tree == "failed: no luck")
  }

  @Test("failed content is never committed")
  func beforeCommit() {
    var committed: [String] = []
    host.onCommit = { [host] in committed.append(host.tree) }
    renderer.render(
      boundary {
        leaf("part")
        Failing("no luck")
      }.node)
    #expect(committed == ["failed: no luck"])
  }

  @Test("a boundary handles two errors in its content")
  func twoErrors() {
    renderer.render(
      boundary("outer") {
        leaf("a")
        boundary("inner") {
          Failing("first")
          Failing("second")
        }
      }.node)
    #expect(host.tree == "a inner: first")
    #expect(issues.invalidCalls == [])
  }

  @Test("an error in the failure view goes to the outer boundary")
  func failureFails() {
    renderer.render(
      boundary("outer") {
        ErrorBoundary {
          Failing("first")
        } failure: { _, _ in
          Failing("second")
        }
      }.node)
    #expect(host.tree == "outer: second")
  }

  @Test("an error in the failure builder goes to the outer boundary")
  func failureBuilderFails() {
    renderer.render(
      boundary("outer") {
        ErrorBoundary {
          Failing("first")
        } failure: { _, _ in
          throw Failure("second")
        }
      }.node)
    #expect(host.tree == "outer: second")
  }

  @Test("retry builds the content again")
  func retry() {
    let remote = Remote<Int>()
    var error: String? = "no luck"
    renderer.render(
      boundary {
        Stateful(remote, 0) { leaf("\($0)") }
        Free { Failing(error) }
      }.node)
    #expect(host.tree == "failed: no luck")
    retries.last()
    renderer.render()
    #expect(host.tree == "failed: no luck")
    error = nil
    retries.last()
    #expect(renderer.needsRender)
    renderer.render()
    #expect(host.tree == "0 fine")
    remote.value = 2
    renderer.render()
    #expect(host.tree == "2 fine")
  }

  @Test("a retry of a removed boundary does nothing")
  func lateRetry() {
    renderer.render(boundary { Failing("no luck") }.node)
    renderer.render(leaf("other"))
    retries.last()
    renderer.render()
    #expect(host.tree == "other")
  }

  @Test("the error stays shown when the parent is rendered again")
  func stays() {
    func tree(_ name: String) -> Node {
      group {
        leaf(name)
        boundary { Failing("no luck") }
      }
    }
    renderer.render(tree("a"))
    renderer.render(tree("b"))
    #expect(host.tree == "group(b failed: no luck)")
  }

  @Test("an error without a boundary is reported, and the old content stays")
  func noBoundary() {
    renderer.render(group { Failing(nil) })
    renderer.render(group { Failing("no luck") })
    #expect(host.tree == "group(fine)")
    #expect(issues.invalidCalls == [.bodyFailed("no luck")])
    renderer.render(group { Failing(nil) })
    #expect(host.tree == "group(fine)")
  }

  @Test("a failed first rendering without a boundary shows nothing, and recovers")
  func noBoundaryAtFirst() {
    renderer.render(
      group {
        Failing("no luck")
        leaf("b")
      })
    #expect(host.tree == "group(b)")
    renderer.render(
      group {
        Failing(nil)
        leaf("b")
      })
    #expect(host.tree == "group(fine b)")
    #expect(host.invalidCalls == [])
  }

  @Test("a boundary handles an error of a builder inside it")
  func throwingBuilder() {
    func word(_ text: String) throws -> Node { throw Failure(text) }
    renderer.render(boundary { try group { try group { try word("no luck") } } }.node)
    #expect(host.tree == "failed: no luck")
  }

  @Test("the boundary around a portal handles errors in the other layer")
  func portal() {
    let remote = Remote<String?>()
    renderer.render(
      group {
        boundary {
          leaf("a")
          Portal(to: .dialog) {
            leaf("b")
            Stateful(remote, nil) { Failing($0) }
          }
        }
      })
    #expect(host.tree(in: .dialog) == "b fine")
    remote.value = "no luck"
    renderer.render()
    #expect(host.tree == "group(failed: no luck)")
    #expect(host.tree(in: .dialog) == "")
    #expect(host.invalidCalls == [])
  }

  @Test("an error of static content is shown")
  func staticContent() {
    renderer.render(boundary { Static { throw Failure("no luck") } }.node)
    #expect(host.tree == "failed: no luck")
  }

  @Test("an outer boundary replaces an inner one that failed in the same pass")
  func both() {
    renderer.render(
      boundary("outer") {
        boundary("inner") { Failing("first") }
        Failing("second")
      }.node)
    #expect(host.tree == "outer: second")
    #expect(host.items.count == 1)
  }
}

@MainActor private final class Retries {
  var last: @MainActor () -> Void = {}
  nonisolated init() {}
}

private struct Failing: Component, Equatable {
  let error: String?

  init(_ error: String?) { self.error = error }

  var body: Node {
    get throws {
      if let error { throw Failure(error) }
      return leaf("fine")
    }
  }
}
