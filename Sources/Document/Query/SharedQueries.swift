/// The newest results of queries of one list, which the sessions of a program share: what one of them has computed, others
/// that ask the same do not compute again, nor keep a second time.
@MainActor
public final class SharedQueries<Element: Identifiable & Equatable & Sendable>
where Element.ID: Sendable {
  /// One for a request, the newest last.
  private var known: [ListParts<Element>] = []

  public nonisolated init() {}

  func parts(for request: ListRequest<Element>, of list: IdentifiedList<Element>)
    -> ListParts<Element>?
  {
    known.first { $0.request == request && $0.list == list }
  }

  /// Keeps what was computed for the sixteen requests that were asked last.
  func keep(_ parts: ListParts<Element>) {
    known.removeAll { $0.request == parts.request }
    known.append(parts)
    if known.count > 16 { known.removeFirst() }
  }
}
