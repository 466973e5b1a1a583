import MillraceIdentifiedList

/// The stages of a query: tabs, filter, order, search. Each is built once; then changes of the list
/// update it.
struct QueryStages<Element: Identifiable & Equatable & Sendable>: Sendable
where Element.ID: Sendable {
  let text: @Sendable (Element) -> String
  private(set) var request = ListRequest<Element>()
  private(set) var list = IdentifiedList<Element>()
  private var tabs: [FilteredList<Element>?] = []
  private var filtered: FilteredList<Element>?
  private var sorted: SortedList<Element>?
  private var search: ListSearch<Element>?

  init(text: @escaping @Sendable (Element) -> String) { self.text = text }

  /// Drops the stages that depend on a changed part of the request, and updates the other stages to
  /// the new list. A tab that the request does not have is a programmer's error.
  /// - Complexity: O(*c* log *n*) in the number *c* of changes.
  mutating func update(to new: IdentifiedList<Element>, for request: ListRequest<Element>) {
    if let tab = request.tab, !request.tabs.indices.contains(tab) {
      programmerError(
        """
        The tab \(tab) is not an index of the request's \(request.tabs.count) tabs. Pass nil to show \
        all elements.
        """)
    }
    let old = self.request
    var isSame = request.tabs == old.tabs
    if !isSame { tabs = Array(repeating: nil, count: request.tabs.count) }
    isSame = isSame && request.tab == old.tab && request.filter == old.filter
    if !isSame { filtered = nil }
    isSame = isSame && request.order == old.order
    if !isSame { sorted = nil }
    if !isSame || request.search != old.search { search = nil }
    (self.request, list) = (request, new)
    for tab in tabs.indices { tabs[tab]?.update(to: new) }
    if let ofTab { filtered?.update(to: ofTab) }
    if let selected { sorted?.update(to: selected) }
    if let ordered { search?.update(to: ordered) }
  }

  // The elements after each stage; nil for a stage that is not built.

  private func elements(of tab: Int) -> IdentifiedList<Element>? {
    request.tabs[tab] == nil ? list : tabs[tab]?.elements
  }

  private var ofTab: IdentifiedList<Element>? { request.tab.map(elements) ?? list }

  private var selected: IdentifiedList<Element>? {
    request.filter == nil ? ofTab : filtered?.elements
  }

  private var ordered: IdentifiedList<Element>? {
    request.order == nil ? selected : sorted?.elements
  }

  /// Whether the elements have the requested order.
  var isSorted: Bool { ordered != nil }

  var results: ListResults<Element> {
    // Until they are sorted, the elements are shown unsorted, so that a list keeps its current row.
    let shown = ordered ?? selected ?? IdentifiedList()
    var results = ListResults(shown: shown, isIncomplete: isIncomplete)
    results.counts = request.tabs.indices.map { elements(of: $0)?.count }
    if !request.search.isEmpty {
      let best = (search?.best ?? []).compactMap { results.shown[id: $0] }
      (results.shown, results.foundCount) = (IdentifiedList(best), search?.count ?? 0)
    }
    return results
  }

  /// Whether the shown elements may be incomplete or unsorted.
  private var isIncomplete: Bool {
    ordered == nil || !request.search.isEmpty && search?.isComplete != true
  }

  private var uncounted: Int? { tabs.indices.first { elements(of: $0) == nil } }

  var isComplete: Bool { !isIncomplete && uncounted == nil }

  /// Builds the next missing stage: first a stage that the shown elements need, then the counts.
  /// - Parameter slice: How many elements are searched at a time.
  mutating func build(slice: Int) {
    if let tab = ofTab == nil ? request.tab : isIncomplete ? nil : uncounted {
      tabs[tab] = request.tabs[tab].map { FilteredList(where: $0.function) }
      tabs[tab]?.update(to: list)
    } else if filtered == nil, let filter = request.filter, let ofTab {
      filtered = FilteredList(where: filter.function)
      filtered?.update(to: ofTab)
    } else if sorted == nil, let order = request.order, let selected {
      sorted = SortedList(by: order.function)
      sorted?.update(to: selected)
    } else {
      advanceSearch(by: slice)
    }
  }

  /// - Parameter isFirst: Whether to advance only a search that has not begun.
  mutating func advanceSearch(by slice: Int, isFirst: Bool = false) {
    guard isIncomplete, let ordered, !isFirst || search == nil else { return }
    search = search ?? ListSearch(request.search, in: ordered, text: text)
    search?.advance(by: slice)
    // The list may have changed since the first slice.
    search?.update(to: ordered)
  }
}
