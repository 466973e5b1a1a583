import Millrace

/// Which items show, how many there are, and a way to be rid of what is done.
struct FilterBar: Component, Equatable {
  let filter: TodoFilter
  let counts: TodoCounts
  let isNarrow: Bool
  let dispatch: Dispatcher<TodoAction>

  var body: Node {
    Row(gap: 1, wraps: true) {
      for choice in TodoFilter.allCases {
        Button("\(choice.title) \(counts.count(of: choice))") { dispatch(.show(choice)) }
          .bold(choice == filter).underline(choice == filter).dim(choice != filter)
          .key(choice)
      }
      Spacer()
      if counts.done > 0 {
        Button(isNarrow ? "clear" : "clear done") { dispatch(.clearDone) }.dim()
      }
    }
    .shrink(0)
  }
}

/// The keys, on one line: as many as there is room for.
struct KeyHelp: Component, Equatable {
  var body: Node {
    let keys = [
      "↑↓ move", "space tick", "e edit", "d delete", "a add", "q quit", "1 2 3 filter",
      "c clear done",
    ]
    // What does not fit goes on a line below, which the height cuts off.
    Row(gap: 2, wraps: true) {
      for key in keys { Text(key).key(key) }
    }
    .height(1).shrink(0).dim()
  }
}
