import MillraceWidgets
import TestSupport
import Testing

@Suite("CalendarDay arithmetic")
struct CalendarArithmeticTests {
  @Test("every day of 400 years follows the day before it, and no other day exists")
  func allDays() throws {
    // The calendar repeats after 400 years, so more years only test the range.
    let parts = isLong ? [1583...9999] : [1583...1999, 9900...9999]
    let numbers = [1, 2, 27, 28, 29, 30, 31, 32]
    var wrong: String?
    for years in parts {
      var day = try #require(CalendarDay(year: years.lowerBound, month: 1, day: 1))
      for year in years {
        for month in 1...12 {
          var last = 0
          for number in numbers {
            guard let found = CalendarDay(year: year, month: month, day: number) else { continue }
            last = number
            if (found.year, found.month, found.day) != (year, month, number) {
              wrong = wrong ?? "\(year)-\(month)-\(number) is \(found)"
            }
          }
          let first = try #require(CalendarDay(year: year, month: month, day: 1))
          if first != day { wrong = wrong ?? "\(first) was expected to be \(day)" }
          day = first.advanced(by: last)
        }
      }
    }
    #expect(wrong == nil)
    #expect(CalendarDay(year: 2100, month: 2, day: 29) == nil)
    #expect(CalendarDay(year: 2000, month: 2, day: 29) != nil)
  }
}
