import MillraceDocument

/// An item of a to-do list.
struct Todo: Equatable, Identifiable, Sendable {
  let id: TodoID
  /// The title on one line. Words such as `+project` and `@tag` are part of it.
  var title: String
  // An array of at most one element: most items have no details, and an empty array saves memory.
  // With the fields in this order, an item takes 56 bytes plus its title.
  private var details: [Details] = []
  var created: CalendarDay?
  var isDone: Bool
  var priority: Priority?
  /// The day of completion; nil if the item is not done, or the day is unknown.
  var completed: CalendarDay?
  var due: Due?

  private struct Details: Equatable {
    var notes = ""
    var subtasks: [Subtask] = []
    var threshold: CalendarDay?
    var recurrence: Recurrence?
  }

  init(
    id: TodoID, title: String, isDone: Bool = false, priority: Priority? = nil, due: Due? = nil,
    created: CalendarDay? = nil, completed: CalendarDay? = nil, notes: String = "",
    subtasks: [Subtask] = [], threshold: CalendarDay? = nil, recurrence: Recurrence? = nil
  ) {
    (self.id, self.title, self.isDone, self.priority) = (id, title, isDone, priority)
    (self.due, self.created, self.completed) = (due, created, completed)
    detail = Details(
      notes: notes, subtasks: subtasks, threshold: threshold, recurrence: recurrence)
  }

  private var detail: Details {
    get { details.first ?? Details() }
    set { details = newValue == Details() ? [] : [newValue] }
  }

  var notes: String {
    get { detail.notes }
    set { detail.notes = newValue }
  }

  var subtasks: [Subtask] {
    get { detail.subtasks }
    set { detail.subtasks = newValue }
  }

  /// The day before which the item cannot be started.
  var threshold: CalendarDay? {
    get { detail.threshold }
    set { detail.threshold = newValue }
  }

  /// How often the item recurs.
  var recurrence: Recurrence? {
    get { detail.recurrence }
    set { detail.recurrence = newValue }
  }

  func isWaiting(on day: CalendarDay) -> Bool {
    guard let threshold, !isDone else { return false }
    return threshold > day
  }

  /// The number of done subtasks, and of all subtasks; nil if there are no subtasks.
  var progress: (done: Int, of: Int)? {
    subtasks.isEmpty ? nil : (subtasks.count(where: \.isDone), subtasks.count)
  }

  /// The words of the title that begin with `+`, without the `+`.
  var projects: [String] { words(after: "+") }
  /// The words of the title that begin with `@`, without the `@`.
  var tags: [String] { words(after: "@") }

  private func words(after sign: Unicode.Scalar) -> [String] {
    guard title.unicodeScalars.contains(sign) else { return [] }
    return title.unicodeScalars.split { $0 == " " || $0 == "\t" }
      .filter { $0.first == sign && $0.count > 1 }.map { String($0.dropFirst()) }
  }

  /// Ticks or reopens the item.
  mutating func setDone(_ isDone: Bool, on day: CalendarDay) {
    if self.isDone != isDone { (self.isDone, completed) = (isDone, isDone ? day : nil) }
  }
}

/// A step of an item. Its text, also in JSON, is its title, with `x ` before it if the step is
/// done. The text of an open step begins with `o ` if its title begins with `x ` or `o `.
struct Subtask: Equatable, Sendable, TextCodable {
  var title: String
  var isDone = false
}

extension Subtask {
  var description: String {
    let looksTicked = title.hasPrefix("x ") || title.hasPrefix("o ")
    return (isDone ? "x " : looksTicked ? "o " : "") + title.onOneLine
  }

  init(_ text: String) {
    isDone = text.hasPrefix("x ")
    title = isDone || text.hasPrefix("o ") ? String(text.dropFirst(2)) : text
  }
}

/// The importance of an item, from A, the highest, to Z.
struct Priority: Hashable, Comparable, Sendable, TextCodable {
  private let letter: UInt8

  static let all = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8.map(Priority.init(letter:))

  static func < (left: Priority, right: Priority) -> Bool { left.letter < right.letter }
}

extension Priority {
  var description: String { String(UnicodeScalar(letter)) }

  /// - Parameter text: A capital letter.
  init?(_ text: String) {
    guard text.utf8.count == 1, let letter = text.utf8.first, (0x41...0x5A).contains(letter)
    else { return nil }
    self.letter = letter
  }
}
