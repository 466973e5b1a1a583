/// Filters, sorts, searches and counts a list, and updates the results incrementally.
///
/// Lists of up to 2,000 elements are processed at once. The results of a longer list are computed
/// on another thread, in parts; the ``Queried`` that shows them is rendered again after each part.
/// After that, an update costs O(changes), independent of the list's length; very many changes
/// start the computation again. The results are never older than the list.
///
/// A query is a cache: results depend only on the list and the request, except for elements that
/// ``pin(_:)`` keeps.
@MainActor
public final class ListQuery<Element: Identifiable & Equatable & Sendable>: Equatable
where Element.ID: Sendable {
  /// Runs work on another thread.
  typealias Worker = @Sendable (@escaping @Sendable () -> Void) -> Void

  nonisolated static var smallCount: Int { 2_000 }

  var onChange: @MainActor () -> Void = {}
  /// Results shared with the queries of other sessions.
  var shared: SharedQueries<Element>?
  private let worker: Worker
  private let runOnMainActor: MainActorRunner
  private var parts: QueryStages<Element>
  private var isWorking = false
  private var pinned: [(id: Element.ID, offset: Int)] = []
  private var isCurrent = false
  /// The results of the last rendering; empty before the first.
  public private(set) var results = ListResults<Element>()

  /// Makes a query without results. A component keeps it between renderings:
  /// `@Local var query = ListQuery<Note> { $0.title }`.
  /// - Parameter text: Returns the text of an element to search. It must be pure, and is called on
  ///   any thread.
  public nonisolated convenience init(searching text: @escaping @Sendable (Element) -> String) {
    self.init(
      searching: text, worker: { work in Task.detached(priority: .userInitiated) { work() } },
      runOnMainActor: { work in Task { @MainActor in work() } })
  }

  nonisolated init(
    searching text: @escaping @Sendable (Element) -> String, worker: @escaping Worker,
    runOnMainActor: @escaping MainActorRunner
  ) {
    (parts, self.worker, self.runOnMainActor) = (QueryStages(text: text), worker, runOnMainActor)
  }

  public nonisolated static func == (first: ListQuery, second: ListQuery) -> Bool {
    first === second
  }

  /// Keeps elements at their indices in the results although they no longer match, until the
  /// request changes, ``unpinAll()`` is called, or unsorted results become sorted.
  /// - Complexity: O(*n* log *n*) in the number of pinned elements.
  public func pin(_ ids: some Sequence<Element.ID>) {
    var known = Set(pinned.lazy.map(\.id))
    for id in ids where known.insert(id).inserted {
      if let offset = results.shown.index(id: id) { pinned.append((id, offset)) }
    }
    pinned.sort { $0.offset < $1.offset }
  }

  /// Hides pinned elements that do not match.
  public func unpinAll() {
    if pinned.isEmpty { return }
    (pinned, isCurrent) = ([], false)
    onChange()
  }

  /// - Complexity: O(*c* log *n*) in the number *c* of changes since the last call with the same
  ///   request.
  func results(
    _ request: ListRequest<Element>, of list: IdentifiedList<Element>
  ) -> ListResults<Element> {
    let isSame = request == parts.request
    if isCurrent, isSame, list.sharesStorage(with: parts.list) { return results }
    if !isSame { pinned = [] }
    update(to: list, for: request)
    results = parts.results
    var removed = 0
    for (id, offset) in pinned where !results.shown.contains(id: id) {
      if let element = list[id: id] {
        results.shown.insert(element, at: min(offset - removed, results.shown.count))
      } else {
        removed += 1
      }
    }
    isCurrent = true
    return results
  }

  private func update(to list: IdentifiedList<Element>, for request: ListRequest<Element>) {
    if let known = shared?.parts(for: request, of: list) { return parts = known }
    defer { if parts.isComplete { shared?.keep(parts) } }
    // Comparing with a very different list would take too long on this thread, so the stages are
    // built again.
    if abs(list.count - parts.list.count) > Self.smallCount {
      parts = QueryStages(text: parts.text)
    }
    parts.update(to: list, for: request)
    if list.count <= Self.smallCount {
      while !parts.isComplete { parts.build(slice: .max) }
    }
    // The first part of the list is searched here, so that some results are shown at once.
    parts.advanceSearch(by: Self.smallCount, isFirst: true)
    if isWorking || parts.isComplete { return }
    isWorking = true
    worker { [parts, runOnMainActor, weak self] in
      var built = parts
      built.build(slice: 100_000)
      runOnMainActor { [built] in self?.accept(built) }
    }
  }

  /// Accepts the stages that the worker built, and updates them to the current list and request.
  private func accept(_ built: QueryStages<Element>) {
    let now = parts
    (parts, isWorking, isCurrent) = (built, false, false)
    // The pinned elements have offsets in the unsorted list, which are wrong in the sorted list.
    if built.isSorted, !now.isSorted { pinned = [] }
    update(to: now.list, for: now.request)
    onChange()
  }
}

/// Shows the results of a query, and is rendered again when more are ready.
///
/// ```swift
/// let query = ListQuery<Note> { $0.title }
/// Queried(notes, ListRequest(search: search), by: query) { results in
///   Text("\(results.shown.count) notes")
///   List(results.shown) { Text($0.title) }
/// }
/// ```
public struct Queried<Element: Identifiable & Equatable & Sendable>: LiveComponent
where Element.ID: Sendable {
  private let query: ListQuery<Element>
  private let list: IdentifiedList<Element>
  private let request: ListRequest<Element>
  private let shared: SharedQueries<Element>?
  private let content: @MainActor (ListResults<Element>) throws -> Node

  /// Shows the results of a query.
  /// - Parameters:
  ///   - list: The elements.
  ///   - request: The filter, order and search.
  ///   - query: The cache between renderings: a separate one for each `Queried`.
  ///   - shared: The results that the program's sessions share. All their queries must search the
  ///     same text of an element.
  ///   - content: The view of the results.
  public init(
    _ list: IdentifiedList<Element>, _ request: ListRequest<Element>,
    by query: ListQuery<Element>, sharing shared: SharedQueries<Element>? = nil,
    @NodeBuilder content: @escaping @MainActor (ListResults<Element>) throws -> Node
  ) {
    (self.list, self.request, self.query, self.content) = (list, request, query, content)
    self.shared = shared
  }

  public var connectionSource: AnyHashable? { ObjectIdentifier(query) }

  public func connect(_ invalidation: Invalidation) -> AnyObject? {
    query.onChange = { invalidation() }
    return nil
  }

  public func body(in context: RenderContext) throws -> Node {
    query.shared = shared
    return try content(query.results(request, of: list))
  }
}
