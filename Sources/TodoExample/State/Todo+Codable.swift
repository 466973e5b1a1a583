import MillraceDocument

extension Todo: Codable {
  private enum CodingKeys: CodingKey {
    case id, title, isDone, priority, due, created, completed, notes, subtasks, threshold,
      recurrence
  }

  /// Missing fields except the id get their defaults. Days and similar fields are decoded as
  /// strings and then parsed: decoding them as their own types would be slow for a million items.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: TextCodable>(_ type: Value.Type, _ key: CodingKeys) throws -> Value? {
      guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
      if let value = Value(text) { return value }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "\"\(text)\" is no \(type)")
    }
    let id = try container.decode(String.self, forKey: .id)
    guard let id = TodoID(id) else {
      throw DecodingError.dataCorruptedError(
        forKey: .id, in: container, debugDescription: "\"\(id)\" is no TodoID")
    }
    self.init(
      id: id, title: try container.decodeIfPresent(String.self, forKey: .title) ?? "",
      isDone: try container.decodeIfPresent(Bool.self, forKey: .isDone) ?? false,
      priority: try value(Priority.self, .priority), due: try value(Due.self, .due),
      created: try value(CalendarDay.self, .created),
      completed: try value(CalendarDay.self, .completed),
      notes: try container.decodeIfPresent(String.self, forKey: .notes) ?? "",
      subtasks: try container.decodeIfPresent([Subtask].self, forKey: .subtasks) ?? [],
      threshold: try value(CalendarDay.self, .threshold),
      recurrence: try value(Recurrence.self, .recurrence))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    if isDone { try container.encode(isDone, forKey: .isDone) }
    try container.encodeIfPresent(priority, forKey: .priority)
    try container.encodeIfPresent(due, forKey: .due)
    try container.encodeIfPresent(created, forKey: .created)
    try container.encodeIfPresent(completed, forKey: .completed)
    if !notes.isEmpty { try container.encode(notes, forKey: .notes) }
    if !subtasks.isEmpty { try container.encode(subtasks, forKey: .subtasks) }
    try container.encodeIfPresent(threshold, forKey: .threshold)
    try container.encodeIfPresent(recurrence, forKey: .recurrence)
  }
}

extension CalendarDay: TextCodable {}
