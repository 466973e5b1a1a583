import Foundation
import MillraceTesting
import Testing

@testable import MillraceWidgets

@Suite("CalendarDay")
struct CalendarDayTests {
  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @Test("a year is a leap year if 4 divides it, unless 100 divides it and 400 does not")
  func leapYears() {
    for year in [1600, 1900, 2000, 2024, 2025, 2100, 9996] {
      let isLeap = [1600, 2000, 2024, 9996].contains(year)
      #expect((CalendarDay(year: year, month: 2, day: 29) != nil) == isLeap, "\(year)")
    }
  }

  @Test("each month has its own number of days, and the day after the last starts the next month")
  func monthEnds() throws {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for (month, length) in zip(1..., lengths) {
      let last = try #require(CalendarDay(year: 2026, month: month, day: length))
      #expect(last.daysInMonth == length)
      #expect(CalendarDay(year: 2026, month: month, day: length + 1) == nil)
      #expect(last.advanced(by: 1).day == 1)
      #expect(last.advanced(by: 1).month == month % 12 + 1)
    }
  }

  @Test("years outside of 1583 to 9999, months outside of 1 to 12 and day 0 are rejected")
  func none() {
    for (year, month, day) in [
      (0, 1, 1), (1582, 12, 31), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
      (2026, 1, -1), (.min, 1, 1), (2026, .max, 1), (2026, 1, .max),
    ] { #expect(CalendarDay(year: year, month: month, day: day) == nil) }
  }

  @Test("every day of 40 years follows the day before it, and no day is left out")
  func allDays() throws {
    var expected = (year: 9960, month: 1, day: 1, weekday: 6)
    var day = try day("9960-01-01")
    var count = 0
    while expected.year < 10_000 {
      count += 1
      guard day.year == expected.year, day.month == expected.month, day.day == expected.day,
        day.weekday == expected.weekday
      else {
        Issue.record("\(day) instead of \(expected)")
        return
      }
      let next = day.advanced(by: 1)
      expected.weekday = expected.weekday % 7 + 1
      expected.day += 1
      if CalendarDay(year: expected.year, month: expected.month, day: expected.day) == nil {
        (expected.month, expected.day) = (expected.month + 1, 1)
        if expected.month == 13 { (expected.year, expected.month) = (expected.year + 1, 1) }
      }
      guard expected.year == 10_000 || next > day else {
        Issue.record("\(next) follows \(day)")
        return
      }
      day = next
    }
    #expect(count == 40 * 365 + 10)
    #expect(day.description == "9999-12-31")
  }

  @Test("a day is equal to the day that is read from its description")
  func roundTrips() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let first = try day("1583-01-01")
    let count = try first.distance(to: day("9999-12-31"))
    for _ in 0..<500 {
      let day = first.advanced(by: .random(in: 0...count, using: &random))
      #expect(CalendarDay(day.description) == day, "seed \(seed)")
      #expect(
        CalendarDay(year: day.year, month: day.month, day: day.day) == day, "seed \(seed)")
      #expect(first.advanced(by: first.distance(to: day)) == day, "seed \(seed)")
    }
  }

  @Test("adding months keeps the day of the month, or takes the last day of a shorter month")
  func months() throws {
    for (start, months, end) in [
      ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
      ("2026-03-31", -1, "2026-02-28"), ("2026-11-22", 2, "2027-01-22"),
      ("2026-01-15", -1, "2025-12-15"), ("2026-05-31", 0, "2026-05-31"),
      ("2026-05-31", 12, "2027-05-31"), ("1583-01-15", -1, "1583-01-01"),
      ("9999-12-15", 1, "9999-12-31"), ("2026-01-01", .max, "9999-12-31"),
      ("2026-01-01", .min, "1583-01-01"),
    ] { #expect(try day(start).adding(months: months).description == end) }
  }

  @Test("adding days stops at the first and the last supported day")
  func clamps() throws {
    let day = try day("2026-11-22")
    #expect(day.advanced(by: .max).description == "9999-12-31")
    #expect(day.advanced(by: .min).description == "1583-01-01")
    #expect(CalendarDay("1969-07-20")?.advanced(by: .min).description == "1583-01-01")
    #expect(Array(day...day.advanced(by: 2)).map(\.day) == [22, 23, 24])
  }

  @Test(
    "a text that is not a day is not read",
    arguments: [
      "", "2026", "2026-11", "2026-11-31", "2025-02-29", "2026-13-01", "2026-00-10", "2026-1-1",
      "02026-11-22", "2026-11-22 ", " 2026-11-22", "2026/11/22", "-026-11-22", "2026-11-2a",
      "２０２６-11-22", "0000-01-01", "2026-11-22-", "2026--1-22", "+026-11-22",
    ])
  func invalid(text: String) throws {
    #expect(CalendarDay(text) == nil)
    let json = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([CalendarDay].self, from: json) }
  }

  @Test("a day is encoded as a string")
  func coding() throws {
    let days = [try day("2026-11-22"), try day("1599-01-02")]
    let json = try JSONEncoder().encode(days)
    #expect(String(decoding: json, as: UTF8.self) == #"["2026-11-22","1599-01-02"]"#)
    #expect(try JSONDecoder().decode([CalendarDay].self, from: json) == days)
  }

  @Test("the local day and minute are those of the C library, in any time zone")
  func local() {
    // Noon in Greenwich is the same day nearly everywhere; the minute depends on the time zone.
    let (day, minute) = CalendarDay.local(at: Date(timeIntervalSince1970: 1_000_000_000))
    #expect([8, 9].contains(day.day) && day.month == 9 && day.year == 2001)
    #expect((0..<1440).contains(minute))
  }

  @Test("a time beyond the calendar gives the nearest day, and NaN gives the first day of 1970")
  func noTime() {
    func year(_ seconds: Double) -> Int {
      CalendarDay.local(at: Date(timeIntervalSince1970: seconds)).day.year
    }
    #expect([1e13, 1e300, .infinity].map(year) == [9999, 9999, 9999])
    #expect([-1e13, -1e300, -.infinity].map(year) == [1583, 1583, 1583])
    #expect([1969, 1970].contains(year(.nan)))
  }
}
