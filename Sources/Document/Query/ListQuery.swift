/// Answers what a screen wants to show of a list, and brings the answer up to date from what has changed.
///
/// Lists of up to 2,000 elements are looked through at once. What a longer one takes is built on another thread, a part
/// at a time; then the answer comes later, and the ``Queried`` around it is rendered again. From then on a change costs
/// what it changes, however long the list is, and what shows is never older than the list.
///
/// It is a memory of what was computed: an answer depends on the list and the request alone, but for what
/// ``keep(_:)`` holds.
@MainActor
public final class ListQuery<Element: Identifiable & Equatable & Sendable>: Equatable
where Element.ID: Sendable {
  /// Has work done away from the main actor.
  typealias Worker = @Sendable (@escaping @Sendable () -> Void) -> Void

  nonisolated static var smallCount: Int { 2_000 }

  var onChange: @MainActor () -> Void = {}
  private let worker: Worker
  private let hop: MainActorHop
  private var parts: ListParts<Element>
  private var isWorking = false
  private var kept: [(id: Element.ID, offset: Int)] = []
  private var isAnswered = false
  /// The last answer.
  public private(set) var results = ListResults<Element>()

  /// - Parameter text: What a search looks at: always the same for an equal element.
  public nonisolated convenience init(searching text: @escaping @Sendable (Element) -> String) {
    self.init(
      searching: text, worker: { work in Task.detached(priority: .userInitiated) { work() } },
      hop: { work in Task { @MainActor in work() } })
  }

  nonisolated init(
    searching text: @escaping @Sendable (Element) -> String, worker: @escaping Worker,
    hop: @escaping MainActorHop
  ) {
    (parts, self.worker, self.hop) = (ListParts(text: text), worker, hop)
  }

  public nonisolated static func == (first: ListQuery, second: ListQuery) -> Bool {
    first === second
  }

  /// Lets elements stay where they show, though the request hides them from now on: until it changes, or
  /// ``letGo()``.
  public func keep(_ ids: some Sequence<Element.ID>) {
    for id in ids where !kept.contains(where: { $0.id == id }) {
      if let offset = results.shown.index(id: id) { kept.append((id, offset)) }
    }
    kept.sort { $0.offset < $1.offset }
  }

  /// Lets go of what was kept.
  public func letGo() {
    if kept.isEmpty { return }
    (kept, isAnswered) = ([], false)
    onChange()
  }

  /// - Complexity: O(*c* log *n*) in the number *c* of changes since the last call, as long as the same is wanted.
  func answer(
    _ request: ListRequest<Element>, of list: IdentifiedList<Element>
  ) -> ListResults<Element> {
    let isSame = request == parts.request
    if isAnswered, isSame, list == parts.list { return results }
    if !isSame { kept = [] }
    update(to: list, for: request)
    results = parts.results
    var gone = 0
    for (id, offset) in kept where !results.shown.contains(id: id) {
      if let element = list[id: id] {
        results.shown.insert(element, at: min(offset - gone, results.shown.count))
      } else {
        gone += 1
      }
    }
    isAnswered = true
    return results
  }

  private func update(to list: IdentifiedList<Element>, for request: ListRequest<Element>) {
    // Another list as a whole: not on this thread.
    if abs(list.count - parts.list.count) > Self.smallCount { parts = ListParts(text: parts.text) }
    parts.update(to: list, for: request)
    if list.count <= Self.smallCount {
      while !parts.isComplete { parts.build(slice: .max) }
    }
    // So that there is something to see at once.
    parts.advanceSearch(by: Self.smallCount, isFirst: true)
    if isWorking || parts.isComplete { return }
    isWorking = true
    worker { [parts, hop, weak self] in
      var built = parts
      built.build(slice: 100_000)
      hop { [built] in self?.accept(built) }
    }
  }

  /// Goes on with what was built, for the list and the request as they are by now.
  private func accept(_ built: ListParts<Element>) {
    let now = parts
    (parts, isWorking, isAnswered) = (built, false, false)
    update(to: now.list, for: now.request)
    onChange()
  }
}

/// Shows what a query answers, and is rendered again when more is known.
///
/// ```swift
/// Queried(state.document.items, request, by: query) { results in
///   Text("\(results.shown.count) notes")
///   List(results.shown) { Text($0.title) }
/// }
/// ```
public struct Queried<Element: Identifiable & Equatable & Sendable>: LiveComponent
where Element.ID: Sendable {
  private let query: ListQuery<Element>
  private let list: IdentifiedList<Element>
  private let request: ListRequest<Element>
  private let content: @MainActor (ListResults<Element>) throws -> Node

  /// - Parameters:
  ///   - list: What there is.
  ///   - request: What is wanted of it.
  ///   - query: Remembers the answer from one body to the next: one for each place.
  ///   - content: What to show for the answer.
  public init(
    _ list: IdentifiedList<Element>, _ request: ListRequest<Element>,
    by query: ListQuery<Element>,
    @NodeBuilder content: @escaping @MainActor (ListResults<Element>) throws -> Node
  ) {
    (self.list, self.request, self.query, self.content) = (list, request, query, content)
  }

  public var connectionSource: AnyHashable? { ObjectIdentifier(query) }

  public func connect(_ invalidation: Invalidation) -> AnyObject? {
    query.onChange = { invalidation() }
    return nil
  }

  public func body(in context: RenderContext) throws -> Node {
    try content(query.answer(request, of: list))
  }
}
