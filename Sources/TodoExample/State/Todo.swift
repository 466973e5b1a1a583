import Millrace

/// One thing to do.
struct Todo: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var isDone = false
}

/// Which items show.
enum TodoFilter: String, Codable, CaseIterable, Sendable {
  case all, active, done

  var title: String {
    switch self {
    case .all: "All"
    case .active: "Active"
    case .done: "Done"
    }
  }

  func shows(_ todo: Todo) -> Bool {
    switch self {
    case .all: true
    case .active: !todo.isDone
    case .done: todo.isDone
    }
  }
}

/// What is kept in the file.
struct TodoList: Codable, Equatable, Sendable {
  var items = IdentifiedList<Todo>()
  var nextID = 1
  var filter = TodoFilter.all
}

/// What the program knows.
struct TodoState: Equatable, Sendable {
  var list = TodoList()
  /// What stands in the field for a new item.
  var draft = ""
  /// The item whose title is being edited, and the title as it is so far.
  var editing: Editing?
  /// The item that was added last.
  var newest: Todo.ID?
  /// Something that the user has to know.
  var notice: String?

  struct Editing: Codable, Equatable, Sendable {
    let id: Todo.ID
    var title: String
  }
}

/// In the file: the list's own fields, and what is being typed.
extension TodoState: Codable {
  private enum CodingKeys: CodingKey { case draft, editing }

  init(from decoder: any Decoder) throws {
    list = try TodoList(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    draft = try container.decodeIfPresent(String.self, forKey: .draft) ?? ""
    editing = try container.decodeIfPresent(Editing.self, forKey: .editing)
  }

  func encode(to encoder: any Encoder) throws {
    try list.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !draft.isEmpty { try container.encode(draft, forKey: .draft) }
    try container.encodeIfPresent(editing, forKey: .editing)
  }
}

extension TodoState {
  /// Made-up items, for demonstrations and measurements.
  /// - Parameter count: how many.
  static func sample(_ count: Int) -> TodoState {
    let verbs = ["Call", "Write to", "Visit", "Thank", "Ask", "Remind", "Invite", "Answer"]
    let names = ["Ada", "Grace", "Edsger", "Barbara", "Donald", "Frances", "Alan"]
    let times = ["today", "tomorrow", "on Monday", "next week", "before lunch"]
    var state = TodoState()
    state.list.items = IdentifiedList(
      (0..<max(0, count)).map { index in
        Todo(
          id: index + 1,
          title: "\(verbs[index % verbs.count]) \(names[index % names.count]) "
            + "\(times[index % times.count])",
          isDone: index % 5 == 4)
      })
    state.list.nextID = max(0, count) + 1
    return state
  }
}
