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

/// A day of the Gregorian calendar, wherever it is: neither a time nor a time zone.
///
/// Years are 1583...9999: before, Foundation's calendar is the Julian one. It is encoded as a text,
/// `2026-11-27`.
public struct CalendarDay: Hashable, Sendable {
  private static let years = 1583...9999
  private static let numbers: ClosedRange<Int32> = -141_349...2_932_896

  /// Days since 1970-01-01. Four bytes, of which long lists have many.
  private let number: Int32

  /// - Returns: nil if the year is not in 1583...9999, or the month has no such day.
  /// - Parameters:
  ///   - month: from 1.
  ///   - day: from 1.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month), (1...31).contains(day),
      let date = gregorian.date(from: DateComponents(year: year, month: month, day: day))
    else { return nil }
    self.init(date)
    if self.day != day { return nil }
  }

  /// The nearest day that there is.
  private init(clamping number: Int) {
    let (first, last) = (Int(Self.numbers.lowerBound), Int(Self.numbers.upperBound))
    self.number = Int32(min(max(first, number), last))
  }

  private init(_ date: Date) {
    self.init(clamping: Int((seconds(of: date) / secondsPerDay).rounded(.down)))
  }

  private var date: Date { Date(timeIntervalSince1970: Double(number) * secondsPerDay) }

  private var parts: DateComponents {
    gregorian.dateComponents([.year, .month, .day, .weekday], from: date)
  }

  public var year: Int { parts.year ?? 0 }
  /// From 1.
  public var month: Int { parts.month ?? 0 }
  /// Of the month, from 1.
  public var day: Int { parts.day ?? 0 }
  /// From 1, which is Sunday, to 7.
  public var weekday: Int { parts.weekday ?? 0 }

  /// How many days the day's month has.
  var daysInMonth: Int { gregorian.range(of: .day, in: .month, for: date)?.count ?? 0 }

  /// The day so many months later. Where that month is too short, its last day; never before the first
  /// year, or after the last.
  public func adding(months: Int) -> CalendarDay {
    // So many that all years are in reach.
    let months = min(max(-120_000, months), 120_000)
    return gregorian.date(byAdding: .month, value: months, to: date).map(CalendarDay.init) ?? self
  }

  /// The day, and the minutes since midnight, that it is where the program runs: as the C library has it, for
  /// `TimeZone.current` is GMT on Linux without all of Foundation.
  public static func local(at date: Date = Date()) -> (day: CalendarDay, minute: Int) {
    var time = time_t(seconds(of: date).rounded(.down))
    var parts = tm()
    localtime_r(&time, &parts)
    let day = CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return (day ?? CalendarDay(date), Int(parts.tm_hour) * 60 + Int(parts.tm_min))
  }

  /// The day, and the minutes since midnight, that it is by a clock where the program runs.
  @MainActor public static func local(by clock: FrameClock) -> (day: CalendarDay, minute: Int) {
    local(at: Date(timeIntervalSince1970: clock.now / .seconds(1)))
  }
}

private let secondsPerDay = 86_400.0

/// Since 1970: as many as the C library can count, and 0 where it is no number.
private func seconds(of date: Date) -> Double {
  let seconds = date.timeIntervalSince1970
  return seconds.isNaN ? 0 : min(max(-1e12, seconds), 1e12)
}

/// Without a time zone: a day is a number of days.
private let gregorian: Calendar = {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
  return calendar
}()

extension CalendarDay: Strideable {
  public func distance(to other: CalendarDay) -> Int { Int(other.number) - Int(number) }

  /// The day so many days later: never before the first year, or after the last.
  public func advanced(by days: Int) -> CalendarDay {
    let (sum, overflows) = Int(number).addingReportingOverflow(days)
    return CalendarDay(clamping: overflows ? .max : sum)
  }
}

extension CalendarDay: LosslessStringConvertible {
  /// As ISO 8601 writes it: `2026-11-27`.
  public var description: String {
    let parts = parts
    func padded(_ number: Int?, _ width: Int) -> String {
      let digits = String(number ?? 0)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
  }

  /// - Returns: nil for anything but a day as ``description`` writes it.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2],
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (48...57).contains($0) })
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1) - 48 } }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }
}

extension CalendarDay: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = CalendarDay(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text)\" is no day such as 2026-11-27")
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
