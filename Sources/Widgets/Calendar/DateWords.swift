/// A day in plain English, with or without a time: `fri`, `in 3 days 9am`, `27 Nov`.
///
/// A time may follow a day: `9am`, `21:00`, `at 9`, `noon`. A time without a day is a time today.
///
/// | words | day |
/// |---|---|
/// | `today`, `tomorrow`, `yesterday` | |
/// | `tonight` | today at 20:00 |
/// | `fri` | the next Friday, never today |
/// | `this fri` | the next Friday, or today if today is a Friday |
/// | `next fri` | the Friday of next week, which begins on Monday |
/// | `3d`, `in 2 weeks`, `in two days`, `a month`, `next year` | that much after today |
/// | `in 2 hours`, `in 30 minutes` | that much after the current time |
/// | `eow`, `eom`, `eoy` | the last day of the week (Sunday), of the month, of the year |
/// | `27 nov`, `nov 27th`, `27.11.`, `27/11` | the next such day, or today |
/// | `27 nov 2026`, `2026-11-27`, `2026/11/27` | that day |
///
/// A date such as `12/1` may mean two different days, and is rejected.
///
/// ```swift
/// let words = try DateWords(text, today: today)
/// return "due \(words.day)"
/// ```
public struct DateWords: Equatable, Sendable {
  /// The reason why a text is not a date.
  public enum Problem: Error, Equatable, Sendable {
    /// The text is empty, longer than 60 bytes, or not a date: some words do not belong to one, or
    /// there is no such day.
    case notUnderstood
    /// A date such as `12/1` can be either of these days.
    case ambiguous(CalendarDay, CalendarDay)
  }

  /// The day that the text names; for a time without a day, today; for `in 2 hours`, the day of
  /// that time.
  public let day: CalendarDay
  /// The minute since midnight; nil for a day without a time.
  public let minute: Int?

  /// Reads a text, ignoring case.
  /// - Parameters:
  ///   - text: the words. Names of days and months need at least three letters.
  ///   - today: the day to which words such as `tomorrow` are relative.
  ///   - minute: the minute of today to which `in 2 hours` is relative.
  /// - Throws: ``Problem``.
  public init(_ text: String, today: CalendarDay, minute: Int = 0) throws(Problem) {
    // No date is longer than 60 bytes.
    guard text.utf8.count <= 60 else { throw .notUnderstood }
    let lower = text.lowercased()
    var reader = DateReader(
      words: lower.split { $0.isWhitespace || $0 == "," }[...], today: today, now: minute)
    let found = reader.date()
    if let problem = reader.problem { throw problem }
    guard let found, reader.words.isEmpty else { throw .notUnderstood }
    (day, self.minute) = found
  }

  /// Whether words have the form of a time: `3pm`, `at 9`, `3 pm`, `at 3 pm`. Does not check the
  /// word after `at`, or before a separate `am` or `pm`.
  public static func isTime(_ words: some Collection<Substring>) -> Bool {
    let words = words.map { $0.lowercased() }
    let hour = words.first == "at" ? words.dropFirst() : words[...]
    switch hour.count {
    case 1:
      return DateReader.minute(Substring(hour[hour.startIndex])) != nil || hour.startIndex == 1
    case 2: return hour.last == "am" || hour.last == "pm"
    default: return false
    }
  }
}

extension DateWords.Problem: CustomStringConvertible {
  /// The end of a message that begins with the text, such as `is not a date`.
  public var description: String {
    guard case .ambiguous(let first, let second) = self else { return "is not a date" }
    let names = [first, second].map { $0.name(withYear: false) }
    return "is \(names[0]) or \(names[1]): write one of them"
  }
}

extension CalendarDay {
  /// The day in words, relative to `today`: `today`, `tomorrow`, `Fri`, `27 Nov`, `27 Nov 2027`,
  /// `3 days ago`.
  public func words(today: CalendarDay) -> String {
    let distance = today.distance(to: self)
    return switch distance {
    case 0: "today"
    case 1: "tomorrow"
    case -1: "yesterday"
    case 2...6: String(DateReader.weekdays[weekday - 1].prefix(3))
    case -30 ... -2: "\(-distance) days ago"
    default: name(withYear: year != today.year)
    }
  }

  /// The day as `27 Nov` or `27 Nov 2027`.
  fileprivate func name(withYear: Bool) -> String {
    "\(day) \(DateReader.months[month - 1].prefix(3))" + (withYear ? " \(year)" : "")
  }
}

/// Reads a date word by word, without regular expressions, because a field reads its text again at
/// each key press.
struct DateReader {
  typealias Found = (day: CalendarDay, minute: Int?)

  var words: ArraySlice<Substring>
  let today: CalendarDay
  /// The current time, in minutes since midnight.
  let now: Int
  var problem: DateWords.Problem?

  /// The minutes since midnight of a word that can only be a time, such as `3pm`, `15:00` or
  /// `noon`; nil for other words.
  static func minute(_ word: Substring) -> Int? {
    let word = word.lowercased()
    if word == "noon" { return 12 * 60 }
    let half = ["am", "pm"].first { word.hasSuffix($0) }
    let parts = word.dropLast(half?.count ?? 0)
      .split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, half != nil || parts.count == 2, let hour = number(parts[0], 1...2),
      (half == nil ? 0...23 : 1...12).contains(hour),
      let rest = parts.count == 1 ? 0 : number(parts[1], 2...2), rest < 60
    else { return nil }
    return (half == nil ? hour : hour % 12 + (half == "pm" ? 12 : 0)) * 60 + rest
  }

  // MARK: The parts of a date

  mutating func date() -> Found? {
    if words.isEmpty { return nil }
    if let found = attempt({ $0.timeFromNow() }) { return found }
    if take("tonight") {
      return (day: today, minute: words.isEmpty ? 20 * 60 : time(isAfterDay: true))
    }
    var day: CalendarDay?
    for read in Self.days where day == nil { day = attempt(read) }
    let minute = time(isAfterDay: day != nil)
    return day != nil || minute != nil ? (day: day ?? today, minute: minute) : nil
  }

  /// Reads a part of a date. If the part is missing, consumes no words.
  private mutating func attempt<Part>(_ read: (inout DateReader) -> Part?) -> Part? {
    var ahead = self
    let part = read(&ahead)
    if part != nil { self = ahead } else { problem = ahead.problem }
    return part
  }

  /// Reads `in 2 hours`, `in 30 minutes`.
  private mutating func timeFromNow() -> Found? {
    _ = take("in")
    guard let count = count(), let unit = words.popFirst(),
      let minutes = ["hour": 60, "hours": 60, "h": 60, "minute": 1, "minutes": 1, "min": 1][unit]
    else { return nil }
    let end = now + count * minutes
    return (day: today.advanced(by: end / 1_440), minute: end % 1_440)
  }

  /// Reads `at 9`, `9am`, `9 am`, `21:00`, `noon`, and after a day also `9`.
  private mutating func time(isAfterDay: Bool) -> Int? {
    attempt { date in
      let isAt = date.take("at")
      guard let word = date.words.popFirst() else { return nil }
      if let half = date.words.first, half == "am" || half == "pm" {
        date.words.removeFirst()
        return Self.minute(word + half)
      }
      if let minute = Self.minute(word) { return minute }
      guard isAt || isAfterDay, let hour = Self.number(word, 1...2), hour < 24 else { return nil }
      return hour * 60
    }
  }

  private static let days: [@Sendable (inout DateReader) -> CalendarDay?] = [
    { $0.namedDay() }, { $0.dayFromNow() }, { $0.weekday() }, { $0.numberedDay() },
    { $0.dayOfMonth() },
  ]

  private mutating func namedDay() -> CalendarDay? {
    if take("today") || take("tod") { return today }
    if take("tomorrow") || take("tom") { return today.advanced(by: 1) }
    if take("yesterday") { return today.advanced(by: -1) }
    if take("eow") || take("end", "of", "week") { return today.advanced(by: 6 - sinceMonday) }
    if take("eom") || take("end", "of", "month") { return last(of: today) }
    if take("eoy") || take("end", "of", "year") {
      return last(of: today.adding(months: 12 - today.month))
    }
    return nil
  }

  /// Reads `in 3 days`, `in two weeks`, `a month`, `next year`, `+3d`, `2w`.
  private mutating func dayFromNow() -> CalendarDay? {
    let isNext = take("next")
    if !isNext { _ = take("in") }
    guard let count = isNext ? 1 : count() else { return nil }
    switch words.popFirst() {
    case "d", "day", "days": return today.advanced(by: count)
    case "w", "week", "weeks": return today.advanced(by: 7 * count)
    case "m", "month", "months": return today.adding(months: count)
    case "y", "year", "years":
      return today.year + count < 10_000 ? today.adding(months: 12 * count) : nil
    default: return nil
    }
  }

  /// Reads a day of the week. `fri` is the next Friday, never today; `this fri` can be today;
  /// `next fri` is the Friday of next week.
  private mutating func weekday() -> CalendarDay? {
    let (isThis, isNext) = (take("this"), take("next"))
    if !isThis, !isNext { _ = take("on") }
    guard let word = words.popFirst(), let name = index(of: word, in: Self.weekdays) else {
      return nil
    }
    if isNext { return today.advanced(by: 7 - sinceMonday + (name + 6) % 7) }
    let ahead = (name + 8 - today.weekday) % 7
    return today.advanced(by: isThis || ahead > 0 ? ahead : 7)
  }

  /// Reads `27.11.`, `27.11.26`, `27/11`, `11/27/2026`, `2026-11-27`, `2026/11/27`.
  private mutating func numberedDay() -> CalendarDay? {
    guard let word = words.popFirst() else { return nil }
    if let day = CalendarDay(String(word)) { return day }
    let separator: Character = word.contains("/") ? "/" : "."
    var parts = word.split(separator: separator, omittingEmptySubsequences: false)
    if separator == ".", parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    if separator == "/", parts.count == 3, parts[0].count == 4 {
      return CalendarDay(parts.joined(separator: "-"))
    }
    guard (2...3).contains(parts.count), let first = Self.number(parts[0], 1...2),
      let second = Self.number(parts[1], 1...2)
    else { return nil }
    var year: Int?
    if parts.count == 3 {
      guard parts[2].count != 3, let number = Self.number(parts[2], 2...4) else { return nil }
      year = number < 100 ? 2000 + number : number
    }
    let dayFirst = date(first, second, year)
    if separator == "." { return dayFirst }
    guard let monthFirst = date(second, first, year) else { return dayFirst }
    guard let dayFirst, dayFirst != monthFirst else { return monthFirst }
    problem = .ambiguous(dayFirst, monthFirst)
    return nil
  }

  /// Reads `27 nov`, `nov 27th`, `27 november 2027`.
  private mutating func dayOfMonth() -> CalendarDay? {
    var (day, month): (Int?, Int?)
    for _ in 0..<2 {
      guard let word = words.popFirst() else { return nil }
      if let name = index(of: word, in: Self.months), month == nil { month = name + 1; continue }
      let suffix = ["st", "nd", "rd", "th"].first { word.hasSuffix($0) }
      guard day == nil, let number = Self.number(word.dropLast(suffix?.count ?? 0), 1...2) else {
        return nil
      }
      day = number
    }
    guard let day, let month else { return nil }
    let year = words.first.flatMap { Self.number($0, 4...4) }
    if year != nil { words.removeFirst() }
    return date(day, month, year)
  }

  // MARK: Words

  private mutating func take(_ wanted: Substring...) -> Bool {
    guard words.starts(with: wanted) else { return false }
    words.removeFirst(wanted.count)
    return true
  }

  /// Reads `3`, `+3`, `three` or `a`. Of `3d`, reads `3` and leaves `d`.
  private mutating func count() -> Int? {
    guard let word = words.first else { return nil }
    words.removeFirst()
    if word == "a" || word == "an" { return 1 }
    if let name = Self.counts.firstIndex(of: word) { return name + 1 }
    let sign = word.hasPrefix("+") ? word.dropFirst() : word
    let digits = sign.prefix { ("0"..."9").contains($0) }
    guard let number = Self.number(digits, 1...4) else { return nil }
    if digits.endIndex < word.endIndex { words = [word[digits.endIndex...]] + words }
    return number
  }

  /// - Parameter digits: the allowed number of digits.
  /// - Returns: nil if the text is not such a number.
  static func number(_ text: Substring, _ digits: ClosedRange<Int>) -> Int? {
    let isNumber = text.utf8.allSatisfy { (48...57).contains($0) }
    return isNumber && digits.contains(text.utf8.count) ? Int(text) : nil
  }

  /// The index of the first name that begins with a word; nil if there is none, or if the word has
  /// fewer than three letters.
  private func index(of word: Substring, in names: [Substring]) -> Int? {
    word.count < 3 ? nil : names.firstIndex { $0.lowercased().hasPrefix(word) }
  }

  private var sinceMonday: Int { (today.weekday + 5) % 7 }

  private func last(of day: CalendarDay) -> CalendarDay {
    day.advanced(by: 1 - day.day).adding(months: 1).advanced(by: -1)
  }

  /// A date; without a year, the next such day, or today. Looks eight years ahead, because 29
  /// February can be that far away.
  private func date(_ day: Int, _ month: Int, _ year: Int?) -> CalendarDay? {
    if let year { return CalendarDay(year: year, month: month, day: day) }
    return (today.year...today.year + 8).lazy
      .compactMap { CalendarDay(year: $0, month: month, day: day) }.first { $0 >= today }
  }

  static let weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday"
    .split(separator: " ")
  static let months = """
    January February March April May June July August September October November December
    """.split(separator: " ")
  private static let counts = "one two three four five six seven eight nine ten eleven twelve"
    .split(separator: " ")
}
