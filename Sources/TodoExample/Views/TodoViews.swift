import Millrace

/// What lasts from one view to the next: where the focus can go, and what each filter shows, brought up to
/// date from what has changed, so that a key costs no more in a long list.
@MainActor
final class TodoViews {
  let draft = FocusHandle()
  let list = FocusHandle()
  private var items = IdentifiedList<Todo>()
  private var active = FilteredList<Todo>(where: { !$0.isDone })
  private var done = FilteredList<Todo>(where: \.isDone)

  /// - Complexity: O(*c* log *n*) in the number of changes since the last call.
  func update(to list: IdentifiedList<Todo>) {
    items = list
    active.update(to: list)
    done.update(to: list)
  }

  func items(of filter: TodoFilter) -> IdentifiedList<Todo> {
    switch filter {
    case .all: items
    case .active: active.elements
    case .done: done.elements
    }
  }

  var counts: TodoCounts { TodoCounts(active: active.count, done: done.count) }
}
