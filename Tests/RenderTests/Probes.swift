import MillraceRender
import MillraceTesting
import Synchronization

/// What happened, in order.
final class Log: Sendable {
  private let all = Mutex<[String]>([])
  var lines: [String] { all.withLock { $0 } }

  func callAsFunction(_ line: String) { all.withLock { $0.append(line) } }

  /// The lines since the last call.
  func take() -> [String] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }
}

/// What a renderer reported.
@MainActor final class Issues {
  private(set) var all: [RenderIssue] = []
  var mistakes: [RenderIssue.Mistake] { all.map(\.mistake) }

  nonisolated init() {}

  func collect(from renderer: Renderer) { renderer.onIssue = { self.all.append($0) } }
}

/// Counts the frames that a renderer asked for.
final class Requests: Sendable {
  private let requests = Mutex(0)
  var count: Int { requests.withLock { $0 } }
  func add() { requests.withLock { $0 += 1 } }
}

/// What a body or a handler of a test throws.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Throws, in a node builder, where a `throw` alone would be a warning.
func fail(_ text: String) throws { throw Failure(text) }

/// A component whose body a test writes. It is never equal to another.
struct Free: Component {
  let content: @MainActor () throws -> Node

  init(@NodeBuilder _ content: @escaping @MainActor () throws -> Node) { self.content = content }

  var body: Node { get throws { try content() } }
}

/// A component that is rendered when its id changes, whatever is in it.
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

/// The local state of a component, for a test that reads and sets it.
@MainActor final class Remote<Value> {
  fileprivate var get: (() -> Value)?
  fileprivate var set: (Value) -> Void = { _ in }

  nonisolated init() {}

  var value: Value? {
    get { get?() }
    set { newValue.map(set) }
  }
}

/// A component with local state that a test reaches.
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

/// A leaf that answers a click.
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
  /// Clicks on an element: its handlers are asked, then those of the elements around.
  /// - Returns: whether one used the click up.
  @discardableResult
  func click(_ name: String, in renderer: Renderer) -> Bool {
    renderer.path(from: id(of: name)).contains {
      renderer.answer($0) { try $0.click?(.zero, $1) ?? false }
    }
  }
}
