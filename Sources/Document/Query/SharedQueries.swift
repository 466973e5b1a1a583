/// The newest results of queries of one list, shared by the sessions of a program. A session that
/// makes the same request as another reuses its results, without computing or storing them again.
@MainActor
public final class SharedQueries<Element: Identifiable & Equatable & Sendable>
where Element.ID: Sendable {
  /// The results, one for each request, the newest last.
  private var known: [QueryStages<Element>] = []

  /// Makes a cache without results.
  public nonisolated init() {}

  func parts(for request: ListRequest<Element>, of list: IdentifiedList<Element>)
    -> QueryStages<Element>?
  {
    known.first { $0.request == request && $0.list == list }
  }

  /// Adds results. Keeps only the results of the sixteen latest requests.
  func keep(_ parts: QueryStages<Element>) {
    known.removeAll { $0.request == parts.request }
    known.append(parts)
    if known.count > 16 { known.removeFirst() }
  }
}
