import Millrace

/// What lasts from one view to the next: where the focus can go, and what the tabs, a filter and an order show. That
/// is brought up to date from what has changed, so that a key costs no more in a long list.
@MainActor
final class TodoViews: Equatable {
  /// What a filter and an order make of a tab.
  struct Wish: Equatable {
    var tab: TodoTab
    var filter: TodoFilter
    var sort: TodoSort
    var day: CalendarDay
  }

  /// Lists up to this length are filtered at once; longer ones on another thread.
  static let smallCount = 2_000

  let draft = FocusHandle()
  let list = FocusHandle()
  let searchField = FocusHandle()
  /// What time it is.
  let now: @MainActor () -> Moment
  /// Called when something else is to be shown, though the state is the same.
  var onChange: @MainActor () -> Void = {}

  private var items = IdentifiedList<Todo>()
  private var day: CalendarDay?
  private var tabs: [TodoTab: FilteredList<Todo>] = [:]
  private var wish: Wish?
  private var refined: Refined?
  private var building: Task<Void, Never>?
  private var search = TodoSearch()
  private var searched = ""
  private var lingering: [(id: TodoID, offset: Int)] = []
  private(set) var shown = IdentifiedList<Todo>()

  init(now: @escaping @MainActor () -> Moment = { .now }) { self.now = now }

  /// - Complexity: O(*c* log *n*) in the number of changes since the last call, as long as the same is wanted.
  func update(to list: IdentifiedList<Todo>, _ wish: Wish, search text: String) {
    items = list
    if wish.day != day {
      day = wish.day
      for tab in TodoTab.allCases where tab != .all {
        tabs[tab] = FilteredList { tab.shows($0, on: wish.day) }
      }
    }
    for tab in tabs.keys { tabs[tab]?.update(to: list) }
    if text != searched { (searched, lingering) = (text, []) }
    if wish != self.wish {
      (self.wish, lingering) = (wish, [])
      refine(wish)
    } else {
      refined?.update(to: elements(of: wish.tab))
    }
    let found =
      refined?.elements ?? (building == nil ? elements(of: wish.tab) : IdentifiedList<Todo>())
    search.onChange = { [weak self] in self?.onChange() }
    shown = text.isEmpty ? found : search.find(text, in: found)
    for (id, offset) in lingering where !shown.contains(id: id) {
      if let todo = items[id: id] { shown.insert(todo, at: min(offset, shown.count)) }
    }
  }

  func count(of tab: TodoTab) -> Int { elements(of: tab).count }

  var isSearching: Bool { !searched.isEmpty }

  /// Whether what is wanted is still being looked for.
  var isBusy: Bool { building != nil || search.isBusy }

  nonisolated static func == (first: TodoViews, second: TodoViews) -> Bool { first === second }

  /// How many were found, of which the first are shown.
  var foundCount: Int { search.count }

  /// Lets items stay where they are, though the tab or the filter hides them from now on.
  func keep(_ ids: [TodoID]) {
    for id in ids {
      if let offset = shown.index(id: id) { lingering.append((id, offset)) }
    }
    lingering.sort { $0.offset < $1.offset }
  }

  /// The focus has moved on.
  func letGo() {
    guard !lingering.isEmpty else { return }
    lingering = []
    onChange()
  }

  private func elements(of tab: TodoTab) -> IdentifiedList<Todo> { tabs[tab]?.elements ?? items }

  private func refine(_ wish: Wish) {
    building?.cancel()
    (building, refined) = (nil, nil)
    guard let empty = Refined(wish) else { return }
    let all = elements(of: wish.tab)
    if all.count <= Self.smallCount {
      refined = empty
      refined?.update(to: all)
      return
    }
    building = Task { [weak self] in
      let built = await Task.detached {
        var built = empty
        built.update(to: all)
        return built
      }.value
      guard let self, !Task.isCancelled else { return }
      (refined, building) = (built, nil)
      refined?.update(to: elements(of: wish.tab))
      onChange()
    }
  }
}

/// A part of a list, in another order.
private struct Refined: Sendable {
  private var filtered: FilteredList<Todo>?
  private var sorted: SortedList<Todo>?
  private(set) var elements = IdentifiedList<Todo>()

  /// - Returns: nil if all is wanted as it is.
  init?(_ wish: TodoViews.Wish) {
    let filter = wish.filter
    if !filter.isEmpty { filtered = FilteredList { filter.matches($0) } }
    // What has a date is read by date.
    let isDated = wish.tab == .today || wish.tab == .upcoming
    let sort = wish.sort == .manual && isDated ? .due : wish.sort
    if sort != .manual { sorted = SortedList { sort.areInIncreasingOrder($0, $1) } }
    if filtered == nil, sorted == nil { return nil }
  }

  mutating func update(to list: IdentifiedList<Todo>) {
    elements = list
    filtered?.update(to: elements)
    elements = filtered?.elements ?? elements
    sorted?.update(to: elements)
    elements = sorted?.elements ?? elements
  }
}
