/// A function that filters or orders elements, with an id. Functions cannot be compared, so two
/// rules with the same id are equal. The function must be pure, and is called on any thread.
public struct ListRule<Function: Sendable>: Sendable, Equatable {
  let id: EffectKey
  let function: Function

  /// Makes a rule: `ListFilter<Note>(id: "open") { !$0.isDone }`.
  /// - Parameters:
  ///   - id: Everything that the function depends on, such as a tab and the current day.
  ///   - function: The function. It must be pure.
  public init(id: some Hashable & Sendable, _ function: Function) {
    (self.id, self.function) = (EffectKey(id), function)
  }

  public static func == (first: Self, second: Self) -> Bool { first.id == second.id }
}

/// Selects elements of a list.
public typealias ListFilter<Element> = ListRule<@Sendable (Element) -> Bool>

/// Orders elements, by a strict weak ordering. Equal elements keep the list's order.
public typealias ListOrder<Element> = ListRule<@Sendable (Element, Element) -> Bool>

/// The part of a list to show: tab, filter, order and search.
public struct ListRequest<Element: Sendable>: Sendable, Equatable {
  /// The tabs, whose elements are counted. Nil is a tab of all elements, which need no counting.
  public var tabs: [ListFilter<Element>?]
  /// The index of the shown tab; nil for all elements. It must be an index of `tabs` when a query
  /// uses the request; another index is a programmer's error. If the tabs change, change the index
  /// with them.
  public var tab: Int?
  /// Selects the elements of the tab that are shown; nil for all.
  public var filter: ListFilter<Element>?
  /// The order; nil for the order of the list.
  public var order: ListOrder<Element>?
  /// The text of a fuzzy search among the selected elements, the best matches first; empty for no
  /// search.
  public var search: String

  /// Makes a request from its parts. Without arguments, it requests the whole list in the list's
  /// order.
  /// - Parameters:
  ///   - tabs: The tabs, whose elements are counted. Nil is a tab of all elements.
  ///   - tab: The index of the shown tab, which must be an index of `tabs`; nil for all elements.
  ///   - filter: Selects the elements of the tab that are shown.
  ///   - order: The order; nil for the order of the list.
  ///   - search: The text of a fuzzy search, whose best matches come first; empty for no search.
  public init(
    tabs: [ListFilter<Element>?] = [], tab: Int? = nil, filter: ListFilter<Element>? = nil,
    order: ListOrder<Element>? = nil, search: String = ""
  ) {
    (self.tabs, self.tab, self.filter) = (tabs, tab, filter)
    (self.order, self.search) = (order, search)
  }
}

/// The results of a query that are computed so far.
public struct ListResults<Element: Identifiable & Equatable & Sendable>: Equatable {
  /// The elements to show.
  public internal(set) var shown = IdentifiedList<Element>()
  /// The number of elements in each tab; nil while being counted.
  public internal(set) var counts: [Int?] = []
  /// The number of elements that a search has found, of which the best 1,000 are shown; nil without
  /// a search.
  public internal(set) var foundCount: Int?
  /// Whether the shown elements may be incomplete or unsorted. The counts do not matter.
  public internal(set) var isIncomplete = false
}
