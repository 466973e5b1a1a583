import MillraceRender

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A day of the Gregorian calendar, without a time or a time zone.
///
/// Years are 1583...9999: from the first full year of the Gregorian calendar to the last year of
/// four digits. A day is encoded as text, such as `2026-11-27`.
///
/// ```swift
/// let today = CalendarDay.local().day
/// let nextWeek = today.advanced(by: 7)
/// ```
public struct CalendarDay: Hashable, Sendable {
  private static let years = 1583...9999
  private static let numbers: ClosedRange<Int32> = -141_349...2_932_896

  /// Days since 1970-01-01. An `Int32`, because a list can hold many days.
  private let number: Int32

  /// - Returns: nil if the year is not in 1583...9999, or the month has no such day.
  /// - Parameters:
  ///   - year: from 1583 to 9999.
  ///   - month: from 1.
  ///   - day: from 1.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    if day > 28, day > Self.number(year, month + 1, 1) - Self.number(year, month, 1) { return nil }
    self.init(clamping: Self.number(year, month, day))
  }

  /// Clamps to the nearest representable day.
  private init(clamping number: Int) {
    let (first, last) = (Int(Self.numbers.lowerBound), Int(Self.numbers.upperBound))
    self.number = Int32(min(max(first, number), last))
  }

  /// The number of days from 1970-01-01 to a day. Computed without Foundation's calendar, which
  /// takes a millisecond to create, and without the C library, which takes a microsecond per day:
  /// too long for a file of many days.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  /// - Parameter month: may be outside 1...12: month 13 is January of the next year.
  private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Counts years from March, so that a leap day is the last day of its year.
    let months = year * 12 + month - 3
    let shifted = months >= 0 ? months / 12 : (months - 11) / 12
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let (yearOfEra, monthOfYear) = (shifted - era * 400, months - shifted * 12)
    let dayOfYear = (153 * monthOfYear + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private var parts: tm {
    var time = Int(number) * secondsPerDay
    var parts = tm()
    gmtime_r(&time, &parts)
    return parts
  }

  /// The year of the Gregorian calendar.
  public var year: Int { Int(parts.tm_year) + 1900 }
  /// The month, from 1 to 12.
  public var month: Int { Int(parts.tm_mon) + 1 }
  /// The day of the month, from 1.
  public var day: Int { Int(parts.tm_mday) }
  /// The day of the week, from 1 (Sunday) to 7 (Saturday).
  public var weekday: Int { Int(parts.tm_wday) + 1 }

  /// The number of days in this day's month.
  var daysInMonth: Int { Self.number(year, month + 1, 1) - Self.number(year, month, 1) }

  /// Returns this day moved by a number of months. If the new month has no such day, returns the
  /// last day of the new month. The result is clamped to the years 1583...9999.
  public func adding(months: Int) -> CalendarDay {
    // Clamps the number of months, to avoid overflow. 120,000 months span all valid years.
    let month = month + min(max(-120_000, months), 120_000)
    let next = Self.number(year, month + 1, 1)
    return CalendarDay(clamping: min(Self.number(year, month, day), next - 1))
  }

  /// The day and the minutes since midnight in the program's time zone. The time zone is that of
  /// the C library, because on Linux `TimeZone.current` is GMT unless all of Foundation is loaded.
  public static func local(at date: Date = Date()) -> (day: CalendarDay, minute: Int) {
    let seconds = date.timeIntervalSince1970
    // Clamps to what the C library can represent. NaN becomes 0.
    var time = seconds.isNaN ? 0 : Int(min(max(-1e12, seconds), 1e12).rounded(.down))
    var parts = tm()
    localtime_r(&time, &parts)
    let day = number(Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    return (CalendarDay(clamping: day), Int(parts.tm_hour) * 60 + Int(parts.tm_min))
  }

  /// The day and the minutes since midnight in the program's time zone, read from a clock.
  @MainActor public static func local(by clock: FrameClock) -> (day: CalendarDay, minute: Int) {
    local(at: Date(timeIntervalSince1970: clock.now / .seconds(1)))
  }
}

private let secondsPerDay = 86_400

extension CalendarDay: Strideable {
  public func distance(to other: CalendarDay) -> Int { Int(other.number) - Int(number) }

  /// Returns the day that is a number of days later, clamped to the years 1583...9999.
  public func advanced(by days: Int) -> CalendarDay {
    let (sum, overflows) = Int(number).addingReportingOverflow(days)
    return CalendarDay(clamping: overflows ? days < 0 ? .min : .max : sum)
  }
}

extension CalendarDay: LosslessStringConvertible {
  /// ISO 8601 text: `2026-11-27`.
  public var description: String {
    let parts = parts
    func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday))"
  }

  /// Reads a day from ISO 8601 text. ``DateWords`` reads words.
  /// - Parameter text: such as `2026-11-27`.
  /// - Returns: nil unless the text has exactly the format of ``description``.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, let year = DateReader.number(Substring(parts[0]), 4...4),
      let month = DateReader.number(Substring(parts[1]), 2...2),
      let day = DateReader.number(Substring(parts[2]), 2...2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension CalendarDay: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    guard let day = CalendarDay(text) else {
      let problem = "\"\(text)\" is not a date such as 2026-11-27"
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: problem))
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
