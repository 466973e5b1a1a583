import MillraceDocument

// Items in the todo.txt format: https://github.com/todotxt/todo.txt

/// A parsed line of todo.txt.
struct TodoLine {
  /// Nil for a blank line.
  var todo: Todo?
  /// Words that look like marks but are invalid, one message each. They are part of the title.
  var problems: [String] = []
}

extension TodoLine {
  /// Parses a line of todo.txt.
  ///
  /// A line without marks is written back unchanged. The last valid `due:`, `t:` and `rec:` inside
  /// the title, and the last valid `pri:` of a done item, are written at the line's end.
  /// - Parameter today: The day to which words such as `due:fri` or `due:"in 3 days 9am"` are
  ///   relative; nil to accept only dates such as `due:2026-11-27`.
  init(_ line: String, id: TodoID = TodoID(0), today: CalendarDay? = nil) {
    if line.isBlank { return }
    var (rest, todo) = (line[...], Todo(id: id, title: ""))
    if rest.hasPrefix("x ") {
      rest.removeFirst(2)
      todo.isDone = true
      todo.completed = rest.takeDay()
      if todo.completed != nil { todo.created = rest.takeDay() }
      todo.priority = rest.takeValue(of: "pri:", Priority.init)
    } else {
      todo.priority = rest.takePriority()
      todo.created = rest.takeDay()
    }
    func date(_ text: String) -> Due? { today.map { Due(parsing: text, today: $0) } ?? Due(text) }
    todo.recurrence = rest.takeValue(of: "rec:", Recurrence.init)
    todo.threshold = rest.takeValue(of: "t:") { date($0)?.day }
    todo.due = rest.takeValue(of: "due:", date)
    todo.title = String(rest)
    // A line with only marks becomes a title.
    if rest.isBlank { todo = Todo(id: id, title: line) }
    self.todo = todo
    for word in todo.title.split(separator: " ") where today != nil {
      let example =
        word.hasPrefix("due:")
        ? "is not a date: write due:fri or due:\"in 3 days 9am\""
        : word.hasPrefix("t:")
          ? "is not a day: write t:fri or t:2026-12-24"
          : word.hasPrefix("rec:")
            ? "is not a recurrence: write rec:1w, or rec:+1m from the due date"
            : word.wholeMatch(of: /\([A-Z]\)/) != nil
              ? "is not a priority here: write it at the start of the line" : nil
      if let example { problems.append("\(word) \(example)") }
    }
  }
}

extension Todo {
  /// - Returns: Nil for a blank line.
  init?(line: String, id: TodoID, today: CalendarDay? = nil) {
    guard let todo = TodoLine(line, id: id, today: today).todo else { return nil }
    self = todo
  }

  /// The item as a line of todo.txt, without notes and subtasks, which the format does not support.
  ///
  /// A title that begins like a mark of the format, such as `(A)`, is read back as the mark.
  var line: String {
    let marks =
      isDone
      // Without a day of completion, the day of creation would be read as the day of completion.
      ? ["x", completed?.description, completed.flatMap { _ in created?.description }]
      : [priority.map { "(\($0))" }, created?.description]
    let keys = [
      isDone ? priority.map { "pri:\($0)" } : nil, due.map { "due:\($0)" },
      threshold.map { "t:\($0)" }, recurrence.map { "rec:\($0)" },
    ]
    return (marks + [title.onOneLine] + keys).compactMap(\.self).joined(separator: " ")
  }
}

/// Reads and writes todo.txt files, without notes and subtasks, which the format does not support.
enum TodoText {
  /// - Parameter id: Makes the id of each item.
  static func read(_ text: String, id: () -> TodoID) -> [Todo] {
    // An editor may add a byte order mark.
    text.drop { $0 == "\u{FEFF}" }.split { ["\n", "\r\n", "\r"].contains($0) }
      .compactMap { $0.isBlank ? nil : Todo(line: String($0), id: id()) }
  }

  static func write(_ todos: some Sequence<Todo>) -> String {
    todos.reduce(into: "") { $0 += $1.line + "\n" }
  }
}

extension Substring {
  /// Removes `(A) ` from the beginning.
  fileprivate mutating func takePriority() -> Priority? {
    guard hasPrefix("("), dropFirst(2).hasPrefix(") "),
      let priority = Priority(String(dropFirst().prefix(1)))
    else { return nil }
    removeFirst(4)
    return priority
  }

  /// Removes `2026-11-27 ` from the beginning.
  fileprivate mutating func takeDay() -> CalendarDay? {
    guard let end = prefix(11).lastIndex(of: " "), let day = CalendarDay(String(self[..<end]))
    else { return nil }
    self = self[index(after: end)...]
    return day
  }

  /// Removes the last word that begins with a key and has a valid value, unless it is the only
  /// word.
  fileprivate mutating func takeValue<Value>(
    of key: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard utf8.contains(UInt8(ascii: ":")) else { return nil }
    for start in indices.reversed() where self[start...].hasPrefix(key) {
      if start > startIndex, !self[index(before: start)].isWhitespace { continue }
      let text = self[start...].dropFirst(key.count)
      let isQuoted = text.first == "\""
      let value =
        isQuoted ? text.dropFirst().prefix { $0 != "\"" } : text.prefix { !$0.isWhitespace }
      let rest = self[value.endIndex...].dropFirst(isQuoted ? 1 : 0)
      guard rest.first?.isWhitespace ?? true, let result = parse(String(value)) else { continue }
      let kept = start > startIndex ? self[..<index(before: start)] + rest : rest.dropFirst()
      if kept.isBlank { continue }
      self = kept
      return result
    }
    return nil
  }
}

extension StringProtocol {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// Without leading and trailing white space.
  var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }
    return end.map { String(self[...$0].drop(while: \.isWhitespace)) } ?? ""
  }

  var onOneLine: String {
    contains(where: \.isNewline) ? String(map { $0.isNewline ? " " : $0 }) : String(self)
  }
}
