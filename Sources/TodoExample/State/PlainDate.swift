import MillraceDocument

extension Due {
  /// Parses a date in plain words, with an optional time after it: `tomorrow 9am`, `next fri`,
  /// `in 2 weeks`, `3d`, `eom`, `27 nov`, `27.11.`, `2026-11-27 21:00`, `at 9`.
  ///
  /// A weekday means the next such day, never today. A week ends on Sunday. A date without a year
  /// is the next such day.
  /// - Returns: Nil if the text is not understood.
  init?(parsing text: String, today: CalendarDay) {
    // Limits the cost of matching: no date is longer.
    guard text.utf8.count <= 60 else { return nil }
    if let due = Due(text.trimmed) {
      self = due
      return
    }
    var words = text.lowercased().split { $0.isWhitespace || $0 == "," }.joined(separator: " ")
    var minute: Int?
    if let time = words.firstMatch(
      of: /(?:^| )(at )?([0-9]{1,2})(?::([0-9]{2}))?(?: ?(am|pm))?$/),
      time.1 != nil || time.3 != nil || time.4 != nil, let hour = Int(time.2)
    {
      let (isHalf, rest) = (time.4 != nil, Int(time.3 ?? "0") ?? 60)
      guard (isHalf ? 1...12 : 0...23).contains(hour), rest < 60 else { return nil }
      minute = (isHalf ? hour % 12 + (time.4 == "pm" ? 12 : 0) : hour) * 60 + rest
      words = String(words[..<time.range.lowerBound])
    }
    guard !words.isEmpty || minute != nil, let day = PlainDate.day(words, today),
      // Other years have more digits than the file format allows.
      (1...9999).contains(day.year)
    else { return nil }
    self.init(day: day, minute: minute)
  }

  /// The date in words, relative to a day: `today`, `tomorrow 09:00`, `Fri`, `27 Nov`,
  /// `27 Nov 2027`, `3 days ago`.
  func words(today: CalendarDay) -> String {
    let distance = today.distance(to: day)
    let text =
      switch distance {
      case 0: "today"
      case 1: "tomorrow"
      case -1: "yesterday"
      case 2...6: String(PlainDate.weekdays[day.weekday - 1].prefix(3))
      case -30 ... -2: "\(-distance) days ago"
      default:
        "\(day.day) \(PlainDate.months[day.month - 1].prefix(3))"
          + (day.year == today.year ? "" : " \(day.year)")
      }
    return minute.map { "\(text) \(clock($0))" } ?? text
  }
}

private enum PlainDate {
  static let weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(
    separator: " ")
  static let months = """
    January February March April May June July August September October November December
    """.split(separator: " ")

  /// The index of the first name that begins with a word of at least three letters.
  static func place(of word: Substring, in names: [Substring]) -> Int? {
    word.count < 3 ? nil : names.firstIndex { $0.lowercased().hasPrefix(word) }
  }

  /// - Parameter words: In lowercase, separated by single spaces.
  static func day(_ words: String, _ today: CalendarDay) -> CalendarDay? {
    let sinceMonday = (today.weekday + 5) % 7
    switch words {
    case "", "today", "tod": return today
    case "tomorrow", "tom": return today.advanced(by: 1)
    case "yesterday": return today.advanced(by: -1)
    case "eow", "end of week": return today.advanced(by: 6 - sinceMonday)
    case "eom", "end of month":
      return today.advanced(by: 1 - today.day).adding(months: 1).advanced(by: -1)
    default: break
    }
    if let day = CalendarDay(words) { return day }
    if let span = words.wholeMatch(
      of: /(?:in )?(?:\+?([0-9]{1,4}) ?|a |next )(d|w|m|y|days?|weeks?|months?|years?)/)
    {
      let count = span.1.flatMap { Int($0) } ?? 1
      return switch span.2.first {
      case "d": today.advanced(by: count)
      case "w": today.advanced(by: 7 * count)
      case "m": today.adding(months: count)
      default: today.adding(months: 12 * count)
      }
    }
    if let match = words.wholeMatch(of: /(next )?([a-z]+)/),
      let weekday = place(of: match.2, in: weekdays)
    {
      return today.advanced(
        by: match.1 == nil
          ? (weekday + 7 - today.weekday) % 7 + 1 : 7 - sinceMonday + (weekday + 6) % 7)
    }
    if let date = words.wholeMatch(of: /([0-9]{1,2})\.([0-9]{1,2})(?:\.([0-9]{4})?)?/) {
      return Self.date(date.1, Int(date.2) ?? 0, date.3, today)
    }
    // The day comes before or after the month.
    if let date = words.wholeMatch(
      of: /(?:([0-9]{1,2}) )?([a-z]+)(?: ([0-9]{1,2}))?(?: ([0-9]{4}))?/),
      (date.1 == nil) != (date.3 == nil), let month = place(of: date.2, in: months)
    {
      return Self.date(date.1 ?? date.3 ?? "", month + 1, date.4, today)
    }
    return nil
  }

  private static func date(
    _ day: Substring, _ month: Int, _ year: Substring?, _ today: CalendarDay
  ) -> CalendarDay? {
    let day = Int(day) ?? 0
    if let year { return CalendarDay(year: Int(year) ?? 0, month: month, day: day) }
    // Two leap years are at most eight years apart.
    return (today.year...today.year + 8).lazy
      .compactMap { CalendarDay(year: $0, month: month, day: day) }.first { $0 >= today }
  }
}
