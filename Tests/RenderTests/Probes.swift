import MillraceRender
import MillraceTesting
import Synchronization

/// A record of events, in order.
final class Log: Sendable {
  private let all = Mutex<[String]>([])
  var lines: [String] { all.withLock { $0 } }

  func callAsFunction(_ line: String) { all.withLock { $0.append(line) } }

  /// Returns the lines since the last call.
  func take() -> [String] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }
}

/// The issues that a renderer reported.
@MainActor final class Issues {
  private(set) var all: [RenderIssue] = []
  var invalidCalls: [RenderIssue.Mistake] { all.map(\.mistake) }

  nonisolated init() {}

  func collect(from renderer: Renderer) { renderer.onIssue = { self.all.append($0) } }
}

/// Counts the frames that a renderer requested.
final class Requests: Sendable {
  private let requests = Mutex(0)
  var count: Int { requests.withLock { $0 } }
  func add() { requests.withLock { $0 += 1 } }
}

/// An error for a test's body or handler to throw.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Throws in a node builder, where a `throw` statement would cause a warning.
func fail(_ text: String) throws { throw Failure(text) }

/// A component with a test's body. It is never equal to another.
struct Free: Component {
  let content: @MainActor () throws -> Node

  init(@NodeBuilder _ content: @escaping @MainActor () throws -> Node) { self.content = content }

  var body: Node { get throws { try content() } }
}

/// A component that is rendered only when its id changes, with any content.
struct Frozen: Component, Equatable {
  let id: Int
  let content: @MainActor () -> Node

  init(_ id: Int = 0, @NodeBuilder _ content: @escaping @MainActor () -> Node) {
    self.id = id
    self.content = content
  }

  var body: Node { content() }

  static func == (first: Frozen, second: Frozen) -> Bool { first.id == second.id }
}

/// Gives a test access to the local state of a component.
@MainActor final class Remote<Value> {
  fileprivate var get: (() -> Value)?
  fileprivate var set: (Value) -> Void = { _ in }

  nonisolated init() {}

  var value: Value? {
    get { get?() }
    set { newValue.map(set) }
  }
}

/// A component with local state that a test can read and set.
struct Stateful<Value>: Component {
  let remote: Remote<Value>
  @Local var value: Value
  let content: @MainActor (Value) throws -> Node

  init(
    _ remote: Remote<Value>, _ start: Value,
    @NodeBuilder _ content: @escaping @MainActor (Value) throws -> Node
  ) {
    self.remote = remote
    _value = Local(wrappedValue: start)
    self.content = content
  }

  var body: Node {
    get throws {
      remote.get = { value }
      remote.set = { value = $0 }
      return try content(value)
    }
  }
}

/// A leaf that handles a click.
func button(_ name: String, _ action: @escaping @MainActor () throws -> Void) -> Node {
  let handlers = Handlers {
    $0.click = { _, _ in
      try action()
      return true
    }
  }
  return Node(Element(Leaf(name: name), handlers: handlers))
}

extension RecordingHost {
  /// Clicks on an element: its handlers are asked, then those of its ancestors.
  /// - Returns: Whether a handler handled the click.
  @discardableResult
  func click(_ name: String, in renderer: Renderer) -> Bool {
    renderer.path(from: id(of: name)).contains {
      renderer.dispatch($0) { try $0.click?(.zero, $1) ?? false }
    }
  }
}
