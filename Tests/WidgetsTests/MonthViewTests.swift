import MillraceLayout
import MillraceRender
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("MonthView")
struct MonthViewTests {
  private struct Picker: Component {
    @Local var day: CalendarDay?
    var firstWeekday = 2

    init(_ day: String?, firstWeekday: Int = 2) {
      _day = Local(wrappedValue: day.flatMap { CalendarDay($0) })
      self.firstWeekday = firstWeekday
    }

    var body: Node {
      Column {
        MonthView(selection: $day, today: today, firstWeekday: firstWeekday) { $0.day % 10 == 5 }
        Text(day?.description ?? "none")
        Button("after") {}
      }
    }

    private var today: CalendarDay { CalendarDay("2026-11-22") ?? .local().day }
  }

  private func stage(_ day: String?, firstWeekday: Int = 2) -> NodeStage {
    NodeStage(columns: 24, rows: 10, Picker(day, firstWeekday: firstWeekday))
  }

  private func selected(_ stage: NodeStage) -> String { stage.rows[8] }

  @Test("a month is shown from Monday to Sunday, with dots before marked days")
  func looks() {
    #expect(
      stage("2026-11-27").rows == [
        " ‹  November 2026   ›",
        " Mo Tu We Th Fr Sa Su",
        "                    1",
        "  2  3  4• 5  6  7  8",
        "  9 10 11 12 13 14•15",
        " 16 17 18 19 20 21 22",
        " 23 24•25 26 27 28 29",
        " 30",
        "2026-11-27",
        "‹after›",
      ])
  }

  @Test("a week can start with any day, and all months have the same height")
  func weeks() {
    #expect(
      stage("2026-02-14", firstWeekday: 1).rows[..<9] == [
        " ‹  February 2026   ›",
        " Su Mo Tu We Th Fr Sa",
        "  1  2  3  4• 5  6  7",
        "  8  9 10 11 12 13 14",
        "•15 16 17 18 19 20 21",
        " 22 23 24•25 26 27 28",
        "",
        "",
        "2026-02-14",
      ])
    #expect(
      stage("2026-08-01", firstWeekday: 7).rows[1...2] == [
        " Sa Su Mo Tu We Th Fr", "  1  2  3  4• 5  6  7",
      ])
  }

  @Test(
    "any number is a weekday, modulo seven",
    arguments: [(0, "Sa"), (8, "Su"), (-6, "Su"), (.min, "Fr"), (.max, "Sa")])
  func anyWeekday(number: Int, name: String) {
    #expect(stage("2026-11-27", firstWeekday: number).rows[1].hasPrefix(" " + name))
  }

  @Test("a disabled view is muted with any text colour")
  func muted() {
    var theme = Theme.plain
    theme.text = Style(foreground: .red)
    theme.muted = Style(foreground: .green)
    for isDisabled in [false, true] {
      let stage = NodeStage(
        columns: 24, rows: 10,
        Picker("2026-11-27").disabled(isDisabled).environment(\.theme, theme))
      let screen = stage.terminal.virtualScreen
      var style = isDisabled ? theme.muted : theme.text
      #expect(screen.cell(x: 2, y: 4).style == style)
      style.attributes.insert(.underline)
      #expect(screen.cell(x: 19, y: 5).style == style)
    }
  }

  @Test("today is underlined, and the selected day is inverse in the focused view")
  func styles() {
    let stage = stage("2026-11-27")
    func style(_ x: Int, _ y: Int) -> Style { stage.terminal.virtualScreen.cell(x: x, y: y).style }
    #expect(style(19, 5) == Style(attributes: .underline))
    #expect(style(13, 6) == Style(attributes: .inverse))
    #expect(style(12, 6) == Style())
    stage.terminal.send(.tab)
    #expect(style(13, 6) == Theme.plain.selection)
    stage.terminal.send(.tab, .character("t"))
    #expect(style(19, 5) == Style(attributes: [.underline, .inverse]))
  }

  @Test(
    "keys move by days, weeks and months",
    arguments: [
      (Key.left, "2026-01-30"), (.right, "2026-02-01"), (.up, "2026-01-24"), (.down, "2026-02-07"),
      (.pageUp, "2025-12-31"), (.pageDown, "2026-02-28"), (.home, "2026-01-26"),
      (.end, "2026-02-01"), (.character("t"), "2026-11-22"), (.character("x"), "2026-01-31"),
    ])
  func keys(key: Key, day: String) {
    let stage = stage("2026-01-31")
    stage.terminal.send(key)
    #expect(selected(stage) == day)
  }

  @Test("without a selected day, keys start from today")
  func none() {
    let stage = stage(nil)
    #expect(selected(stage) == "none")
    #expect(stage.rows[0] == " ‹  November 2026   ›")
    stage.terminal.send(.right)
    #expect(selected(stage) == "2026-11-23")
  }

  @Test("keys stop at the first and the last supported day")
  func ends() {
    let first = stage("1583-01-01")
    for key in [Key.left, .up, .pageUp, .home] { first.terminal.send(key) }
    #expect(selected(first) == "1583-01-01")
    #expect(first.rows[2] == "                 1  2")
    let last = stage("9999-12-31")
    for key in [Key.right, .down, .pageDown] { last.terminal.send(key) }
    #expect(selected(last) == "9999-12-31")
  }

  @Test("a click selects a day, ‹ and › change the month, and clicks elsewhere do nothing")
  func clicks() {
    let stage = stage("2026-11-27")
    for (x, y, day) in [
      (20, 2, "2026-11-01"), (1, 3, "2026-11-02"), (12, 4, "2026-11-13"), (2, 7, "2026-11-30"),
      (4, 7, "2026-11-30"), (0, 2, "2026-11-30"), (22, 3, "2026-11-30"), (5, 1, "2026-11-30"),
      (10, 0, "2026-11-30"), (1, 0, "2026-10-30"), (20, 0, "2026-11-30"), (20, 0, "2026-12-30"),
    ] {
      stage.terminal.click(x: x, y: y)
      #expect(selected(stage) == day, "\(x), \(y)")
    }
  }

  @Test("a click on any day of a month selects it, for each first weekday")
  func allDays() throws {
    let months = [2, 9, 12]
    for weekday in 1...7 {
      for month in isLong ? months : [months[weekday % 3]] {
        let first = try #require(CalendarDay(year: 2024, month: month, day: 1))
        let stage = stage(first.description, firstWeekday: weekday)
        for (y, row) in stage.rows[2..<8].enumerated() {
          for x in stride(from: 1, to: row.count - 1, by: 3) {
            let number = row.dropFirst(x).prefix(2).filter { $0 != " " }
            guard let number = Int(number) else { continue }
            stage.terminal.click(x: x, y: y + 2)
            let day = CalendarDay(year: 2024, month: month, day: number)
            #expect(selected(stage) == day?.description)
          }
        }
      }
    }
  }

  @Test("plain text has the month")
  func page() {
    #expect(plainText(Picker("2026-11-27"))[2] == "                    1")
  }
}
