import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Wizard")
struct WizardTests {
  private let log = Captured<[String]>([])

  private struct Page: Component {
    let log: Captured<[String]>
    @Local var step = 0
    @Local var name = ""
    @Local var mail = ""
    @Local var plan = "Free"
    @Local var seats = 3

    var body: Node {
      Column(gap: 1) {
        Wizard(
          step: $step, onFinish: { log.value.append("finish \(name) \(plan)") },
          onCancel: { log.value.append("cancel") }
        ) {
          WizardStep("Account") {
            FormField("Mail", hint: "may be empty") { TextField($mail) }
            FormField("Name", error: name.isEmpty ? "needed" : nil, hint: "of the owner") {
              TextField($name)
            }
          }
          WizardStep("Plan") { Radio(["Free", "Team"], selection: $plan) { $0 } }
          if plan == "Team" {
            WizardStep("Team") { FormField("Seats") { NumberField($seats, in: 2...50) } }
          }
        }
        KeyHints()
      }
    }
  }

  private func stage() -> NodeStage { NodeStage(columns: 44, rows: 12, Page(log: log)) }

  @Test("a step shows its number, the number of steps, and no error before Next")
  func looks() {
    #expect(
      stage().rows == [
        "Account  1 of 2", "", "Mail", "      may be empty", "Name", "      of the owner", "",
        "                               ‹Back› ‹Next›", "",
        "enter Next  esc Cancel",
      ])
  }

  @Test("Next shows the errors and focuses the first one, and continues when there are none")
  func validation() {
    let stage = stage()
    stage.terminal.send("ctrl+n")
    #expect(stage.row(0) == "Account  1 of 2")
    #expect(stage.row(5) == "      ✗ needed")
    stage.terminal.type("Ada")
    #expect(stage.row(4) == "Name  Ada")
    #expect(stage.row(5) == "      of the owner")
    stage.terminal.send("enter")
    #expect(
      Array(stage.rows.prefix(4)) == ["Plan  2 of 2", "", "  (•) Free", "  ( ) Team"],
      "\(stage.rows)")
    // The first control of the step has the focus; the other choice adds a step.
    stage.terminal.send("down")
    #expect(stage.row(0) == "Plan  2 of 3")
    stage.terminal.send("enter")
    #expect(stage.row(2) == "Seats  3")
    stage.terminal.send("up")
    #expect(stage.row(2) == "Seats  4")
    #expect(stage.rows.last == "enter Finish  ctrl+p Back  esc Cancel")
    stage.terminal.send("enter")
    #expect(log.value == ["finish Ada Team"])
  }

  @Test("Back returns to a step with its input, by key and by button")
  func back() {
    let stage = stage()
    stage.terminal.send("tab")
    stage.terminal.type("Ada")
    stage.terminal.send("tab", "enter")
    #expect(stage.row(0) == "Plan  2 of 2")
    stage.terminal.send("ctrl+p")
    #expect(stage.row(0) == "Account  1 of 2")
    stage.terminal.type("x")
    #expect(stage.row(2) == "Mail  x")
    #expect(stage.row(4) == "Name  Ada")
    stage.terminal.send("ctrl+n", "tab", "enter")
    #expect(stage.row(0) == "Account  1 of 2")
    stage.terminal.send(.escape)
    #expect(log.value == ["cancel"])
  }

  @Test("plain text has the step without buttons")
  func page() {
    let lines = plainText(Page(log: log))
    #expect(lines == ["Account 1 of 2", "Mail may be empty", "Name of the owner"], "\(lines)")
  }
}
