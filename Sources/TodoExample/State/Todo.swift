import Millrace

/// One thing to do.
struct Todo: Equatable, Identifiable, Sendable {
  let id: TodoID
  /// One line, with `+project` and `@tag` among its words.
  var title: String
  // None or one. Of a million items most have neither notes nor subtasks: so, and in this order, an item is 56 bytes
  // beside its title.
  private var details: [Details] = []
  var created: CalendarDay?
  var isDone: Bool
  var priority: Priority?
  /// When it was done; nil if it is not done, or nobody knows.
  var completed: CalendarDay?
  var due: Due?

  private struct Details: Equatable {
    let notes: String
    let subtasks: [Subtask]
  }

  init(
    id: TodoID, title: String, isDone: Bool = false, priority: Priority? = nil, due: Due? = nil,
    created: CalendarDay? = nil, completed: CalendarDay? = nil, notes: String = "",
    subtasks: [Subtask] = []
  ) {
    (self.id, self.title, self.isDone, self.priority) = (id, title, isDone, priority)
    (self.due, self.created, self.completed) = (due, created, completed)
    setDetails(notes, subtasks)
  }

  private mutating func setDetails(_ notes: String, _ subtasks: [Subtask]) {
    details = notes.isEmpty && subtasks.isEmpty ? [] : [Details(notes: notes, subtasks: subtasks)]
  }

  var notes: String {
    get { details.first?.notes ?? "" }
    set { setDetails(newValue, subtasks) }
  }

  var subtasks: [Subtask] {
    get { details.first?.subtasks ?? [] }
    set { setDetails(notes, newValue) }
  }

  /// How many subtasks are done, of how many; nil if there are none.
  var progress: (done: Int, of: Int)? {
    subtasks.isEmpty ? nil : (subtasks.count(where: \.isDone), subtasks.count)
  }

  /// The words of the title that begin with `+`, without it.
  var projects: [String] { words(after: "+") }
  /// The words of the title that begin with `@`, without it.
  var tags: [String] { words(after: "@") }

  private func words(after mark: Unicode.Scalar) -> [String] {
    guard title.unicodeScalars.contains(mark) else { return [] }
    return title.unicodeScalars.split { $0 == " " || $0 == "\t" }
      .filter { $0.first == mark && $0.count > 1 }.map { String($0.dropFirst()) }
  }

  /// Ticks the item, or opens it again.
  mutating func setDone(_ isDone: Bool, on day: CalendarDay) {
    if self.isDone != isDone { (self.isDone, completed) = (isDone, isDone ? day : nil) }
  }
}

/// A step of an item. Its text, in JSON too, is the title, behind `x ` if it is done.
struct Subtask: Equatable, Sendable, TextCodable {
  var title: String
  var isDone = false
}

extension Subtask {
  var description: String { (isDone ? "x " : "") + title.onOneLine }

  init(_ text: String) {
    isDone = text.hasPrefix("x ")
    title = isDone ? text.dropFirst(2).trimmed : text
  }
}

/// How much an item matters: from A, which comes first, to Z.
struct Priority: Hashable, Comparable, Sendable, TextCodable {
  private let letter: UInt8

  static let all = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8.map(Priority.init(letter:))

  static func < (left: Priority, right: Priority) -> Bool { left.letter < right.letter }
}

extension Priority {
  var description: String { String(UnicodeScalar(letter)) }

  /// - Parameter text: a capital letter.
  init?(_ text: String) {
    guard text.utf8.count == 1, let letter = text.utf8.first, (0x41...0x5A).contains(letter)
    else { return nil }
    self.letter = letter
  }
}
