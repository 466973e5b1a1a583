import MillraceDocument

/// How often an item recurs, in the notation of the todo.txt community: `1w` counts from
/// completion, `+1w` from the due date. The units are days, business days, weeks, months and years.
/// If an item that recurs on the 31st is due on 28 February, its recurrence keeps the day that the
/// user wants: `+1m@31`.
struct Recurrence: Equatable, Sendable {
  let isStrict: Bool
  private let count: Int
  private let unit: Character
  private var wantedDay: Int?
}

extension Recurrence: TextCodable {
  var description: String {
    "\(isStrict ? "+" : "")\(count)\(unit)\(wantedDay.map { "@\($0)" } ?? "")"
  }

  init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1)
    guard let span = parts.first, let unit = span.last, "dbwmy".contains(unit) else { return nil }
    let digits = span.drop { $0 == "+" }.dropLast()
    guard digits.count <= 4, let count = Int(digits), count > 0 else { return nil }
    (isStrict, self.count, self.unit) = (text.hasPrefix("+"), count, unit)
    if parts.count == 2 {
      guard isStrict, "my".contains(unit), let day = Int(parts[1]), (29...31).contains(day) else {
        return nil
      }
      wantedDay = day
    }
    if description != text { return nil }
  }

  /// Returns the day of the next item, and the recurrence of that item.
  func next(after day: CalendarDay) -> (CalendarDay, Recurrence) {
    let (date, isLast) = (self.day(after: day), day.advanced(by: 1).day == 1)
    var next = self
    next.wantedDay = nil
    guard isStrict, "my".contains(unit) else { return (date, next) }
    // If the item is due before the last day of the month, the user has chosen that day, and it
    // replaces the wanted day.
    let wanted = isLast ? max(wantedDay ?? 0, day.day) : day.day
    let end = date.advanced(by: 1 - date.day).adding(months: 1).advanced(by: -1).day
    if wanted > end { next.wantedDay = wanted }
    return (date.advanced(by: min(wanted, end) - date.day), next)
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
    let (date, following) = recurrence.next(
      after: recurrence.isStrict ? due?.day ?? threshold ?? day : day)
    var next = Todo(
      id: id, title: title, priority: priority, created: day, notes: notes,
      subtasks: subtasks.map { Subtask(title: $0.title) }, recurrence: following)
    // An item with a threshold and no due date is followed by an item with only a threshold. Every
    // other next item gets a due date, and a threshold at the same distance if this item has one.
    if let threshold {
      next.threshold = due.map { date.advanced(by: $0.day.distance(to: threshold)) } ?? date
    }
    if threshold == nil || due != nil { next.due = Due(day: date, minute: due?.minute) }
    return next
  }
}
