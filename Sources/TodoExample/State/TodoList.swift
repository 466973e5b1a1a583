import Millrace

/// The items, and what a merge left to the user: the part of the state that undo covers.
struct TodoList: Codable, Equatable, Sendable {
  var items: IdentifiedList<Todo>
  var conflicts: [Conflict] = []

  init(items: IdentifiedList<Todo> = IdentifiedList()) { self.items = items }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // The list's own decoding is generic code, and takes twice as long.
    let todos = try container.decode([Todo].self, forKey: .items)
    items = IdentifiedList(todos)
    guard items.count == todos.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .items, in: container, debugDescription: "two items have the same id")
    }
    conflicts = try container.decodeIfPresent([Conflict].self, forKey: .conflicts) ?? []
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(items, forKey: .items)
    if !conflicts.isEmpty { try container.encode(conflicts, forKey: .conflicts) }
  }

  private enum CodingKeys: CodingKey { case items, conflicts }
}

/// Which items show.
enum TodoTab: String, Codable, CaseIterable, Sendable {
  case all, today, upcoming, done

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// - Parameter day: the present one.
  func shows(_ todo: Todo, on day: CalendarDay) -> Bool {
    switch self {
    case .all: true
    case .today: !todo.isDone && todo.due.map { $0.day <= day } ?? false
    case .upcoming: !todo.isDone && todo.due.map { $0.day > day } ?? false
    case .done: todo.isDone
    }
  }
}

/// In which order items show. Equal ones keep the list's.
enum TodoSort: String, Codable, CaseIterable, Sendable {
  case manual, priority, due, title

  /// Whether the first of two items comes first.
  func areInIncreasingOrder(_ left: Todo, _ right: Todo) -> Bool {
    switch self {
    case .manual: false
    case .priority: isLess(left.priority, right.priority)
    case .due: isLess(left.due, right.due)
    case .title: left.title.foldedPrecedes(right.title)
    }
  }

  /// Nil comes last.
  private func isLess<Value: Comparable>(_ left: Value?, _ right: Value?) -> Bool {
    left.map { left in right.map { left < $0 } ?? true } ?? false
  }
}
