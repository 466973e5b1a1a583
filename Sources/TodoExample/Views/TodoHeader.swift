import MillraceDocument

/// The tabs with their counts, the filter, the order and the progress.
struct TodoHeader: Component, Equatable {
  let tab: TodoTab
  /// The number of items of each tab, in the order of the tabs; nil for a tab not counted yet.
  let counts: [Int?]
  let sort: TodoSort
  let filter: TodoFilter
  let isNarrow: Bool
  let list: FocusHandle
  let dispatch: TodoDispatcher

  var body: Node {
    Row(gap: 2) {
      Tabs(
        zip(TodoTab.allCases, counts).map { TabItem($0, $0.title, count: isNarrow ? nil : $1) },
        selected: tab
      ) { dispatch(.list(.show($0))) }
      .grow()
      // After a click on a tab, the list gets the focus, and with it the keys.
      .onFocusChange { hasFocus in if hasFocus { list.focus() } }
      if !isNarrow {
        if !filter.isEmpty { Text(filter.description).truncate().style(\.accent) }
        if sort != .manual { Text("by \(sort.rawValue)").dim().shrink(0) }
        if let all = counts[0], all > 0 {
          ProgressBar(done: counts[3] ?? 0, of: all).width(12).shrink(0)
        }
      }
    }
    .shrink(0)
  }
}

/// A text above an empty list, which explains how to add items, or how to find other items.
struct EmptyNotice: Component, Equatable {
  let tab: TodoTab
  let isSearch: Bool

  var body: Node {
    let text =
      switch tab {
      case _ where isSearch: "Nothing found. Press Esc to show all."
      case .all:
        "Nothing to do. Type above and press Enter, as in: (A) call Mom +family @phone due:fri"
      case .today: "Nothing is due today. Press t on an item to set its due date."
      case .upcoming: "Nothing is due later. Press t on an item to set its due date."
      case .done: "Nothing done yet. Press Space on an item to tick it."
      }
    Text(text).style(\.muted).italic().margin(horizontal: 2)
  }
}
