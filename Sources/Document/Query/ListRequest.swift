/// A function that chooses elements or puts them in order, and what it does: functions cannot be compared, so two with
/// equal ids count as the same. It must be pure, and is called on any thread.
public struct ListRule<Function: Sendable>: Sendable, Equatable {
  let id: EffectKey
  let function: Function

  /// - Parameters:
  ///   - id: All that the function depends on: a tab and the present day, say.
  ///   - function: Pure.
  public init(id: some Hashable & Sendable, _ function: Function) {
    (self.id, self.function) = (EffectKey(id), function)
  }

  public static func == (first: Self, second: Self) -> Bool { first.id == second.id }
}

/// Which elements of a list are wanted.
public typealias ListFilter<Element> = ListRule<@Sendable (Element) -> Bool>

/// In which order elements are wanted, a strict weak ordering: whether the first of two comes first. Equal ones keep the
/// list's order.
public typealias ListOrder<Element> = ListRule<@Sendable (Element, Element) -> Bool>

/// What a screen wants to show of a list.
public struct ListRequest<Element: Sendable>: Sendable, Equatable {
  /// The elements of each tab are counted. Nil is a tab of all elements, which costs nothing.
  public var tabs: [ListFilter<Element>?]
  /// Which of the tabs is shown, from 0; nil for all elements.
  public var tab: Int?
  /// Which elements of the tab are shown.
  public var filter: ListFilter<Element>?
  /// In which order; nil for the list's.
  public var order: ListOrder<Element>?
  /// What is looked for among these, in the letters' order, the best first; empty for all.
  public var search: String

  public init(
    tabs: [ListFilter<Element>?] = [], tab: Int? = nil, filter: ListFilter<Element>? = nil,
    order: ListOrder<Element>? = nil, search: String = ""
  ) {
    (self.tabs, self.tab, self.filter) = (tabs, tab, filter)
    (self.order, self.search) = (order, search)
  }
}

/// What a list has of what is wanted, as far as it is known.
public struct ListResults<Element: Identifiable & Equatable & Sendable>: Equatable {
  /// What to show.
  public internal(set) var shown = IdentifiedList<Element>()
  /// How many elements each tab has; nil while they are being counted.
  public internal(set) var counts: [Int?] = []
  /// How many elements a search has found, of which the first 1,000 are shown; nil where nothing is looked for.
  public internal(set) var foundCount: Int?
  /// Whether more may follow.
  public internal(set) var isBusy = false
}
