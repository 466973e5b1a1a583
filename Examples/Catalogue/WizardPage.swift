import Millrace

struct WizardPage: Component {
  @Local private var step = 0
  @Local private var name = ""
  @Local private var plan = "Free"
  @Local private var seats = 3
  @Local private var day: CalendarDay?
  @Local private var result: String?
  @Environment(\.today) private var today

  var body: Node {
    if let result {
      Column(gap: 1, align: .start) {
        Text(result)
        Button("Once more") { (self.result, step) = (nil, 0) }
      }
    } else {
      Wizard(step: $step, onFinish: { finish() }) {
        WizardStep("Account") {
          FormField("Name", error: name.isEmpty ? "needed" : nil) { TextField($name) }
        }
        WizardStep("Plan") { Radio(["Free", "Team"], selection: $plan) { $0 } }
        if plan == "Team" {
          WizardStep("Team") { FormField("Seats") { NumberField($seats, in: 2...50) } }
        }
        WizardStep("Start") {
          FormField("Day", error: day == nil ? "needed" : nil) { DateField($day, today: today) }
        }
      }
    }
  }

  @MainActor private func finish() {
    result =
      "\(name), \(plan)\(plan == "Team" ? " of \(seats)" : ""), from \(day.map { "\($0)" } ?? "")"
  }
}
