import Millrace

/// What the program knows.
struct TodoState: Equatable, Sendable {
  var list = TodoList()
  /// Comes back by a journal's replay.
  var history = UndoHistory<TodoList>()
  var tab = TodoTab.all
  var sort = TodoSort.manual
  var filter = TodoFilter()
  /// What stands in the field for a new item.
  var draft = ""
  /// The item that is being edited, and how far that is.
  var editing: Editing?

  // Of one run of the program, and not saved:

  /// The item that was added last.
  var newest: TodoID?
  /// What was done last.
  var said: Said?
  /// Something that the user has to know.
  var notice: String?
  /// How many items were removed by the newest step of undo, and when last: another removal may join it.
  var removedCount = 0
  var removedAt = Duration.zero

  struct Editing: Codable, Equatable, Sendable {
    let id: TodoID
    var fields: TodoFields
    var isForm: Bool
    /// The fields at the beginning: what differs from them is kept, and what others changed meanwhile stays.
    let begun: TodoFields
  }

  struct Said: Equatable, Sendable {
    /// Goes up, so that the same text twice is seen to be new.
    let number: Int
    let text: String
    let isUndoable: Bool
  }
}

/// What is of one run of the program is not in the file.
extension TodoState: Codable {
  private enum CodingKeys: CodingKey { case tab, sort, filter, draft, editing }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    list = try TodoList(from: decoder)
    tab = try container.decode(.tab, or: tab)
    sort = try container.decode(.sort, or: sort)
    filter = try container.decode(.filter, or: filter)
    draft = try container.decode(.draft, or: draft)
    editing = try container.decode(.editing, or: nil)
  }

  func encode(to encoder: any Encoder) throws {
    // The list's own fields, and what else is kept.
    try list.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    if tab != .all { try container.encode(tab, forKey: .tab) }
    if sort != .manual { try container.encode(sort, forKey: .sort) }
    if !filter.isEmpty { try container.encode(filter, forKey: .filter) }
    if !draft.isEmpty { try container.encode(draft, forKey: .draft) }
    try container.encodeIfPresent(editing, forKey: .editing)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decode<Value: Decodable>(_ key: Key, or other: Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? other
  }
}
