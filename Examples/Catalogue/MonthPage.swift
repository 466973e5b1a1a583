import Millrace

extension EnvironmentValues {
  /// The current day. A test sets another one.
  var today: CalendarDay { CalendarDay.local().day }
}

struct MonthPage: Component {
  @Local private var day: CalendarDay?
  @Environment(\.today) private var today

  var body: Node {
    Column(gap: 1, align: .start) {
      // Mondays have a dot.
      MonthView(selection: $day, today: today) { $0.weekday == 2 }
      Text(day.map { "Selected: \($0)" } ?? "No day is selected.")
    }
  }
}
