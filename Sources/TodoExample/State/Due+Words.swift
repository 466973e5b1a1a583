import MillraceDocument

// Dates in plain words. `DateWords` and `Documentation/todo.md` list the words.

extension Due {
  /// - Parameter now: The time that `tomorrow` and `in 2 hours` are relative to.
  static func read(_ text: String, now: Moment) throws(DateWords.Problem) -> Due {
    if let due = Due(text.trimmed) { return due }
    let words = try DateWords(text, today: now.day, minute: now.minute)
    return Due(day: words.day, minute: words.minute)
  }

  /// - Returns: Nil if the text is not understood.
  init?(parsing text: String, now: Moment) {
    guard let due = try? Due.read(text, now: now) else { return nil }
    self = due
  }

  /// Returns the reason why a typed text is not a date, in a few words; nil for a date or an empty
  /// text.
  static func problem(in text: String, now: Moment) -> String? {
    if text.isBlank { return nil }
    do throws(DateWords.Problem) {
      _ = try Due.read(text, now: now)
      return nil
    } catch .notUnderstood {
      return "not understood: fri, in 3 days 9am, 27 Nov"
    } catch {
      return "\(text) \(error)"
    }
  }

  /// The date in words, relative to a day: `today`, `tomorrow 09:00`, `Fri`, `27 Nov`.
  func words(today: CalendarDay) -> String {
    day.words(today: today) + (minute.map { " \(clock($0))" } ?? "")
  }
}
