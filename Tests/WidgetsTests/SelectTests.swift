import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Select")
struct SelectTests {
  private let log = Captured<[String]>([])

  private struct Form: Component {
    @Local var value: String
    let choices: [String]
    let log: Captured<[String]>

    init(_ value: String, of choices: [String], _ log: Captured<[String]>) {
      _value = Local(wrappedValue: value)
      self.choices = choices
      self.log = log
    }

    var body: Node {
      Column(align: .start) {
        Select(
          choices, selected: value,
          onSelect: {
            value = $0
            log.value.append($0)
          }, title: { $0 })
        Text("below it")
        Button("ok") { log.value.append("ok") }
      }
    }
  }

  private let colors = ["Red", "Rose", "Green", "Blue"]

  private func stage(_ value: String = "Green", of choices: [String]? = nil) -> NodeStage {
    NodeStage(columns: 16, rows: 8, Form(value, of: choices ?? colors, log))
  }

  private let closed = ["‹Green ▾›", "below it", "‹ok›"]

  @Test("letters find choices without their diacritics, and a combining mark alone finds none")
  func diacritics() {
    let stage = stage("Red", of: ["Red", "Été", "Über"])
    stage.terminal.send(.enter, "u", .enter)
    #expect(log.value == ["Über"])
    stage.terminal.send(.enter, .character("\u{301}"), .enter)
    #expect(log.value.last == "Über")
    stage.terminal.send(.enter, "e", .enter)
    #expect(log.value.last == "Été")
  }

  @Test("a select shows its choice, and opens a list below with the choice as its current row")
  func opens() {
    let stage = stage()
    #expect(stage.rows == closed)
    let open = [
      "‹Green ▾›",
      "╭─────────╮",
      "│   Red   │",
      "│   Rose  │",
      "│ › Green │",
      "│   Blue  │",
      "╰─────────╯",
    ]
    for key in [Key.enter, .space, .down.with(.alt)] {
      stage.terminal.send(key)
      #expect(stage.rows == open, "\(key)")
      stage.terminal.send(.escape)
      #expect(stage.rows == closed, "\(key)")
    }
    #expect(log.value == [])
  }

  @Test("arrows, Home and End move in the list, and Enter chooses and closes it")
  func keys() {
    let stage = stage()
    stage.terminal.send(.enter, .down, .enter)
    #expect(log.value == ["Blue"])
    #expect(stage.rows == ["‹Blue ▾›", "below it", "‹ok›"])
    stage.terminal.send(.enter, .home, .enter)
    stage.terminal.send(.enter, .end, .up, .enter)
    #expect(log.value == ["Blue", "Red", "Green"])
  }

  @Test("choosing the selected value again reports nothing")
  func same() {
    let stage = stage()
    stage.terminal.send(.enter, .enter)
    #expect(stage.rows == closed)
    #expect(log.value == [])
  }

  @Test("typed letters find a choice, ignoring case, and a repeated letter finds the next one")
  func letters() {
    let stage = stage()
    func current() -> String? { stage.rows.first { $0.contains("› ") } }
    stage.terminal.send(.enter, .character("r"))
    #expect(current() == "│ › Red   │")
    stage.terminal.send(.character("r"))
    #expect(current() == "│ › Rose  │")
    stage.terminal.send(.character("r"))
    #expect(current() == "│ › Red   │")
    stage.terminal.send(.character("O"))
    #expect(current() == "│ › Rose  │")
    stage.terminal.send(.up, .character("b"))
    #expect(current() == "│ › Blue  │")
    stage.terminal.send(.character("x"))
    #expect(current() == "│ › Blue  │")
    stage.terminal.send(.up, .character("g"), .character("b"), .enter)
    #expect(log.value == ["Blue"])
  }

  @Test("Tab chooses in the open list, closes it and returns the focus to the select")
  func focus() {
    let stage = stage()
    stage.terminal.send(.enter, .up, .tab)
    #expect(stage.rows == ["‹Rose ▾›", "below it", "‹ok›"])
    stage.terminal.send(.tab, .enter)
    #expect(log.value == ["Rose", "ok"])
  }

  @Test("a click opens the list, chooses a row or closes the list, also from outside")
  func mouse() {
    let stage = stage()
    stage.terminal.click(x: 3, y: 0)
    #expect(stage.rows.count == 7)
    stage.terminal.click(x: 3, y: 0)
    #expect(stage.rows == closed)
    stage.terminal.click(x: 3, y: 0)
    stage.terminal.click(x: 7, y: 2)
    #expect(log.value == ["Red"])
    #expect(stage.rows == ["‹Red ▾›", "below it", "‹ok›"])
    stage.terminal.click(x: 3, y: 0)
    stage.terminal.click(x: 15, y: 7)
    #expect(stage.rows == ["‹Red ▾›", "below it", "‹ok›"])
  }

  @Test("a list of many choices shows eight rows and scrolls")
  func many() {
    let log = log
    let stage = NodeStage(
      columns: 16, rows: 12,
      Column(align: .start) {
        Select(Array(1...30), selected: 20, onSelect: { log.value.append("\($0)") }) { "no \($0)" }
      })
    stage.terminal.send(.enter)
    #expect(
      stage.rows == [
        "‹no 20 ▾›",
        "╭──────────╮",
        "│   no 13│ │",
        "│   no 14│ │",
        "│   no 15│ │",
        "│   no 16█ │",
        "│   no 17█ │",
        "│   no 18│ │",
        "│   no 19│ │",
        "│ › no 20│ │",
        "╰──────────╯",
      ])
    stage.terminal.send(.home, .enter)
    #expect(log.value == ["1"])
  }

  @Test("a select in a dialog opens over it, and Escape closes the list before the dialog")
  func inDialog() {
    let log = log
    let stage = NodeStage(
      columns: 20, rows: 9,
      Column {
        Dialog("Sort", onClose: { log.value.append("close") }) {
          Select(["age", "name"], selected: "age", onSelect: { log.value.append($0) }) { $0 }
        }
      })
    stage.terminal.send(.enter, .down)
    #expect(
      stage.rows[3...] == [
        "     ╭─ Sort ──╮",
        "     │ ‹age ▾› │",
        "     ╰─╭────────╮",
        "       │   age  │",
        "       │ › name │",
        "       ╰────────╯",
      ])
    stage.terminal.send(.escape)
    stage.terminal.send(.enter, .end, .enter)
    stage.terminal.send(.escape)
    #expect(log.value == ["name", "close"])
  }

  @Test("the list fits the screen, and cuts titles that are too wide")
  func small() {
    let stage = NodeStage(
      columns: 12, rows: 5,
      Column {
        Select(["a title that is long", "日本", "c", "d"], selected: "日本", onSelect: { _ in }) { $0 }
      })
    stage.terminal.send(.enter)
    #expect(
      stage.rows == [
        "╭──────────╮",
        "│   a tit… │",
        "│ › 日本   │",
        "│   c      │",
        "╰──────────╯",
      ])
  }

  @Test("a selected value need not be a choice, and a select without choices does not open")
  func none() {
    let stage = stage("Black")
    #expect(stage.rows[0] == "‹Black ▾›")
    stage.terminal.send(.enter, .enter)
    #expect(log.value == ["Red"])
    let empty = self.stage("Black", of: [])
    empty.terminal.send(.enter)
    #expect(empty.rows == ["‹Black ▾›", "below it", "‹ok›"])
  }

  @Test("plain text has the selected value")
  func page() {
    #expect(plainText(Form("Red", of: colors, log)) == ["Red", "below it"])
  }
}
