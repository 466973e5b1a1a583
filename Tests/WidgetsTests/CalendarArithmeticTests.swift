import MillraceWidgets
import Testing

@Suite("CalendarDay arithmetic")
struct CalendarArithmeticTests {
  @Test(
    "every day of every year from 1583 to 9999 follows the day before it, and no other day exists")
  func allDays() throws {
    var day = try #require(CalendarDay(year: 1583, month: 1, day: 1))
    for year in 1583...9999 {
      for month in 1...12 {
        for number in [1, 2, 27, 28, 29, 30, 31, 32] {
          guard let found = CalendarDay(year: year, month: month, day: number) else { continue }
          #expect((found.year, found.month, found.day) == (year, month, number))
        }
        let first = try #require(CalendarDay(year: year, month: month, day: 1))
        #expect(first == day)
        let last = (28...31).last { CalendarDay(year: year, month: month, day: $0) != nil } ?? 0
        day = first.advanced(by: last)
      }
    }
    #expect(CalendarDay(year: 2100, month: 2, day: 29) == nil)
    #expect(CalendarDay(year: 2000, month: 2, day: 29) != nil)
  }
}
