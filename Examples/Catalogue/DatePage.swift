import Millrace

struct DatePage: Component {
  @Local private var due: CalendarDay?
  @Environment(\.today) private var today

  var body: Node {
    Column(gap: 1) {
      Form { FormField("Due") { DateField($due, today: today) } }
      Text(due.map { "Due: \($0)" } ?? "It is never due.")
    }
  }
}
