import MillraceDocument

/// Selects the visible items.
enum TodoTab: String, Codable, CaseIterable, Sendable {
  case all, today, upcoming, done

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// - Parameter day: The current day.
  func shows(_ todo: Todo, on day: CalendarDay) -> Bool {
    switch self {
    case .all: true
    case .today: !todo.isDone && !todo.isWaiting(on: day) && todo.due.map { $0.day <= day } ?? false
    case .upcoming:
      !todo.isDone && (todo.isWaiting(on: day) || todo.due.map { $0.day > day } ?? false)
    case .done: todo.isDone
    }
  }
}

/// The order of the visible items. Equal items keep the list's order.
enum TodoSort: String, Codable, CaseIterable, Sendable {
  case manual, priority, due, title

  /// Whether `left` comes before `right`.
  func areInIncreasingOrder(_ left: Todo, _ right: Todo) -> Bool {
    switch self {
    case .manual: false
    case .priority: isLess(left.priority, right.priority)
    case .due: isLess(left.due, right.due)
    case .title: left.title.precedesIgnoringCase(right.title)
    }
  }

  /// Nil comes last.
  private func isLess<Value: Comparable>(_ left: Value?, _ right: Value?) -> Bool {
    left.map { left in right.map { left < $0 } ?? true } ?? false
  }
}
