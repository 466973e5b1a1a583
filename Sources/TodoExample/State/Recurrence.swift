import MillraceDocument

/// How often an item recurs, in the notation of the todo.txt community: `1w` counts from
/// completion, `+1w` from the due date. The units are days, business days, weeks, months and years.
struct Recurrence: Equatable, Sendable {
  let isStrict: Bool
  private let count: Int
  private let unit: Character
}

extension Recurrence: TextCodable {
  var description: String { "\(isStrict ? "+" : "")\(count)\(unit)" }

  init?(_ text: String) {
    let digits = text.drop { $0 == "+" }.dropLast()
    guard let unit = text.last, "dbwmy".contains(unit), digits.count <= 4,
      let count = Int(digits), count > 0
    else { return nil }
    (isStrict, self.count, self.unit) = (text.hasPrefix("+"), count, unit)
    if description != text { return nil }
  }

  func day(after day: CalendarDay) -> CalendarDay {
    switch unit {
    case "d": return day.advanced(by: count)
    case "w": return day.advanced(by: 7 * count)
    case "m": return day.adding(months: count)
    case "y": return day.adding(months: 12 * count)
    default:
      var (next, rest) = (day, count)
      while rest > 0 {
        next = next.advanced(by: 1)
        if (2...6).contains(next.weekday) { rest -= 1 }
      }
      return next
    }
  }
}

extension Todo {
  /// The next item after this item is done; nil if this item does not recur.
  func next(id: TodoID, completedOn day: CalendarDay) -> Todo? {
    guard let recurrence else { return nil }
    let date = recurrence.day(after: recurrence.isStrict ? due?.day ?? threshold ?? day : day)
    var next = Todo(
      id: id, title: title, priority: priority, created: day, notes: notes,
      subtasks: subtasks.map { Subtask(title: $0.title) }, recurrence: recurrence)
    // With only a threshold, the next item gets a threshold; otherwise it gets a due date.
    if let threshold {
      next.threshold = due.map { date.advanced(by: $0.day.distance(to: threshold)) } ?? date
    }
    if threshold == nil || due != nil { next.due = Due(day: date, minute: due?.minute) }
    return next
  }
}
