import MillraceDocument

// Items in the todo.txt format: https://github.com/todotxt/todo.txt

/// A parsed line of todo.txt.
struct TodoLine {
  /// A word that looks like a field, but is invalid, repeated or at a wrong place. It stays in the
  /// title.
  struct Problem: Equatable {
    /// The key of the field, such as `due:`; `(` for a priority.
    let key: String
    let text: String
  }

  /// The item of the line; nil for a blank line.
  private(set) var todo: Todo?
  private(set) var problems: [Problem] = []
}

extension TodoLine {
  /// Parses a line of todo.txt.
  ///
  /// A line without fields is written back unchanged. The last valid `due:`, `t:` and `rec:` inside
  /// the title, and the last valid `pri:` of a done item, are written at the line's end.
  /// - Parameter now: The time to which words such as `due:fri` or `due:"in 3 days 9am"` are
  ///   relative. If it is nil, only dates such as `due:2026-11-27` are accepted, and no problems
  ///   are reported.
  /// - Complexity: O(*n*) in the length of the line. Each key reads the whole line.
  init(_ line: String, id: TodoID = TodoID(0), now: Moment? = nil) {
    if line.isBlank { return }
    var (rest, fields) = (line[...], LeadingFields())
    while fields.take(from: &rest) {}
    if fields.isProtected(rest) { rest.removeFirst() }
    var todo = fields.todo(id: id)
    if todo.isDone {
      todo.priority = rest.takeValue(of: "pri:", Priority.init) ?? todo.priority
    }
    func due(_ text: String) -> Due? { now.map { Due(parsing: text, now: $0) } ?? Due(text) }
    todo.recurrence = rest.takeValue(of: "rec:", Recurrence.init)
    todo.threshold = rest.takeValue(of: "t:") {
      due($0).flatMap { $0.minute == nil ? $0.day : nil }
    }
    todo.due = rest.takeValue(of: "due:", withTime: now != nil, due)
    todo.title = String(rest)
    // A line with only fields becomes a title.
    if rest.isBlank { todo = Todo(id: id, title: line) }
    self.todo = todo
    guard let now else { return }
    let title = todo.title[...]
    for start in title.words(beginningWith: ["due:", "t:", "rec:", "("], limit: 20) {
      if let problem = Self.problem(of: title[start...], in: todo, now) {
        problems.append(problem)
      }
    }
  }

  private static func problem(of text: Substring, in todo: Todo, _ now: Moment) -> Problem? {
    let word = text.wordWithQuotes
    func problem(_ key: String, _ example: String) -> Problem? {
      guard word.hasPrefix(key) else { return nil }
      let value = word.dropFirst(key.count).filter { $0 != "\"" }
      do throws(DateWords.Problem) {
        var kept = todo.recurrence?.description
        if key != "rec:" {
          let date = try Due.read(value, now: now)
          if key == "t:", date.minute != nil {
            return Problem(
              key: key, text: "\(word) has a time: write only the day, t:fri or t:2026-12-24")
          }
          kept = (key == "due:" ? todo.due : todo.threshold.map { Due(day: $0) })?
            .words(today: now.day)
        } else if Recurrence(value) == nil {
          throw .notUnderstood
        }
        return Problem(
          key: key,
          text: kept.map {
            "\(word) is a second \(key == "rec:" ? "recurrence" : "date") beside \($0)"
          }
            ?? "There is no title: write what is to be done")
      } catch .notUnderstood {
        return Problem(key: key, text: "\(word) \(example)")
      } catch {
        return Problem(key: key, text: "\(word) \(error)")
      }
    }
    if word.utf8.count == 3, word.hasPrefix("("), word.hasSuffix(")"),
      Priority(String(word.dropFirst().dropLast())) != nil
    {
      return Problem(
        key: "(",
        text: todo.title.trimmed == word
          ? "There is no title: write what is to be done"
          : "\(word) is not a priority here: write it at the start of the line")
    }
    return problem("due:", "is not a date: write due:fri or due:\"in 3 days 9am\"")
      ?? problem("t:", "is not a day: write t:fri or t:2026-12-24")
      ?? problem("rec:", "is not a recurrence: write rec:1w, or rec:+1m from the due date")
  }
}

/// The fields at the start of a line: `(A) 2026-11-01 `, or `x 2026-11-27 2026-11-01 `.
///
/// A title that would be read as a field is written with one more space before it.
private struct LeadingFields {
  var isDone = false
  var priority: Priority?
  var completed: CalendarDay?
  var created: CalendarDay?
  /// Whether no field has been read yet.
  var isEmpty = true

  /// Removes the next field.
  /// - Returns: Whether there is one.
  mutating func take(from text: inout Substring) -> Bool {
    // The day of creation is the last field.
    if created != nil { return false }
    if isEmpty, text.hasPrefix("x ") {
      text.removeFirst(2)
      isDone = true
    } else if priority == nil, let found = text.takePriority() {
      priority = found
    } else if let day = text.takeDay() {
      if isDone, completed == nil { completed = day } else { created = day }
    } else {
      return false
    }
    isEmpty = false
    return true
  }

  /// Whether a text after these fields begins with a space that only protects it from being read as
  /// a field.
  func isProtected(_ text: Substring) -> Bool { text.first == " " && needsProtection(text) }

  func needsProtection(_ text: Substring) -> Bool {
    var (next, text) = (self, text.drop { $0 == " " })
    return next.take(from: &text)
  }

  func todo(id: TodoID) -> Todo {
    Todo(
      id: id, title: "", isDone: isDone, priority: priority, created: created,
      completed: completed)
  }
}

extension Todo {
  /// - Returns: Nil for a blank line.
  init?(line: String, id: TodoID, now: Moment? = nil) {
    guard let todo = TodoLine(line, id: id, now: now).todo else { return nil }
    self = todo
  }

  /// The item as a line of todo.txt, without notes and subtasks, which the format does not support.
  ///
  /// The line is read back as the same item, with three exceptions: a blank title, a done item with
  /// a day of creation and no day of completion, and a title with a word such as `due:2026-11-27`.
  var line: String {
    var fields = LeadingFields(isDone: isDone, isEmpty: false)
    if isDone {
      fields.completed = completed
      // Without a day of completion, the day of creation would be read as the day of completion.
      fields.created = completed.flatMap { _ in created }
    } else {
      (fields.priority, fields.created) = (priority, created)
      fields.isEmpty = priority == nil && created == nil
    }
    let start = [
      isDone ? "x" : nil, fields.priority.map { "(\($0))" }, fields.completed?.description,
      fields.created?.description,
    ]
    let rest = [
      title.onOneLine, isDone ? priority.map { "pri:\($0)" } : nil, due.map { "due:\($0)" },
      threshold.map { "t:\($0)" }, recurrence.map { "rec:\($0)" },
    ].compactMap(\.self).joined(separator: " ")
    return (start + [(fields.needsProtection(rest[...]) ? " " : "") + rest]).compactMap(\.self)
      .joined(separator: " ")
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
  /// word. Looks at the last 20 such words.
  /// - Parameter withTime: Whether a time after the word, such as `at 9`, belongs to the value.
  fileprivate mutating func takeValue<Value>(
    of key: String, withTime: Bool = false, _ parse: (String) -> Value?
  ) -> Value? {
    for start in words(beginningWith: [key], limit: 20, fromEnd: true) {
      let text = self[start...].dropFirst(key.count)
      let isQuoted = text.first == "\""
      let value = isQuoted ? text.dropFirst().prefix { $0 != "\"" } : text.word
      let end = isQuoted ? self[value.endIndex...].dropFirst().startIndex : value.endIndex
      guard end == endIndex || utf8[end] <= 0x20 else { continue }
      var (rest, found) = (self[end...], Value?.none)
      if withTime, !isQuoted {
        let next = rest.split(separator: " ", maxSplits: 3).prefix(3)
        for count in stride(from: next.count, to: 0, by: -1) where found == nil {
          let time = next.prefix(count)
          guard DateWords.isTime(time) else { continue }
          found = parse("\(value) \(time.joined(separator: " "))")
          if found != nil { rest = self[next[count - 1].endIndex...] }
        }
      }
      guard let found = found ?? parse(String(value)) else { continue }
      let kept =
        start == startIndex ? rest.dropFirst() : self[..<utf8.index(before: start)] + rest
      if kept.isBlank { continue }
      self = kept
      return found
    }
    return nil
  }

  /// The starts of the words that begin with one of these texts, at most `limit`. Words are
  /// separated by ASCII white space. The search compares bytes, which is fast: a line is searched
  /// once for each key.
  fileprivate func words(
    beginningWith texts: [String], limit: Int, fromEnd: Bool = false
  ) -> [Index] {
    var (copy, found) = (self, [Int]())
    copy.withUTF8 { bytes in
      let offsets =
        fromEnd
        ? stride(from: bytes.count - 1, through: 0, by: -1)
        : stride(from: 0, through: bytes.count - 1, by: 1)
      for offset in offsets
      where (offset == 0 || bytes[offset - 1] <= 0x20)
        && texts.contains(where: { bytes[offset...].starts(with: $0.utf8) })
      {
        found.append(offset)
        if found.count == limit { return }
      }
    }
    return found.map { utf8.index(startIndex, offsetBy: $0) }
  }

  /// The text up to the first white space or, if a quote begins before that, up to the closing
  /// quote.
  fileprivate var wordWithQuotes: Substring {
    let word = word
    guard let quote = word.firstIndex(of: "\""),
      let end = self[index(after: quote)...].firstIndex(of: "\"")
    else { return word }
    return self[...end]
  }

  /// The first word.
  fileprivate var word: Substring { Substring(utf8.prefix { $0 > 0x20 }) }
}

extension StringProtocol {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text without leading and trailing white space.
  var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }
    return end.map { String(self[...$0].drop(while: \.isWhitespace)) } ?? ""
  }

  var onOneLine: String {
    // A fast path for most texts, which are ASCII without control characters.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x80 }) { return String(self) }
    return contains(where: \.isNewline) ? String(map { $0.isNewline ? " " : $0 }) : String(self)
  }
}
