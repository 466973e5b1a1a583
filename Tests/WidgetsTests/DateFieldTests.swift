import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Date field")
struct DateFieldTests {
  private let log = Captured<[String]>([])

  private struct Page: Component {
    let log: Captured<[String]>
    var isDisabled = false
    @Local var due: CalendarDay?

    var body: Node {
      Column {
        Form {
          FormField("Due") {
            DateField(due, today: CalendarDay("2026-11-24") ?? .local().day, placeholder: "a day") {
              due = $0
              log.value.append($0.map { "\($0)" } ?? "none")
            }
          }
          Button("after") { log.value.append("after") }
        }
        .disabled(isDisabled)
        Spacer()
        KeyHints()
      }
    }
  }

  private func stage() -> NodeStage { NodeStage(columns: 44, rows: 12, Page(log: log)) }

  @Test("a date field accepts dates, weekdays, words and offsets, and an empty field means no day")
  func typing() {
    let days = [
      "2026-12-01": "2026-12-01", "today": "2026-11-24", "tomorrow": "2026-11-25",
      "yesterday": "2026-11-23", "fri": "2026-11-27", "tuesday": "2026-12-01", "+3": "2026-11-27",
      "-24": "2026-10-31", " Wed ": "2026-11-25", "27 nov": "2026-11-27",
      "next  week": "2026-12-01",
    ]
    for (text, day) in days {
      let stage = stage()
      stage.terminal.paste(text)
      #expect(log.value == [day], "\(text)")
      #expect(stage.row(0).hasPrefix("Due  " + text), "\(stage.rows)")
      stage.terminal.send("tab")
      #expect(stage.row(0).hasPrefix("Due  \(day)"), "\(stage.rows)")
      stage.terminal.send("shift+tab", "ctrl+e", "ctrl+u")
      #expect(log.value == [day, "none"], "\(text)")
      log.value = []
    }
  }

  @Test("invalid text is not reported; it stays with an error message until Escape")
  func mistakes() {
    let stage = stage()
    stage.terminal.type("2026-02-30")
    #expect(
      Array(stage.rows.prefix(2)) == [
        "Due  2026-02-30" + String(repeating: " ", count: 28) + "▾",
        "     ✗ not a date: write 2026-11-24, fri",
      ], "\(stage.rows)")
    stage.terminal.send(.escape)
    #expect(stage.row(0).hasPrefix("Due  a day"), "\(stage.rows)")
    #expect(log.value == [])
    for (text, mistake) in [
      ("fri 9am", "only a day, without a time"), ("12/1", "12/1 is 12 Jan or 1 Dec: write one"),
    ] {
      stage.terminal.paste(text)
      #expect(stage.row(1).contains("✗ " + mistake), "\(stage.rows)")
      #expect(log.value == [])
      stage.terminal.send(.escape)
    }
  }

  @Test("Enter opens the month, arrows move in it, and Enter chooses and returns to the field")
  func month() {
    let stage = stage()
    stage.terminal.send("enter")
    #expect(
      Array(stage.rows.prefix(11)) == [
        "Due  a day                                 ▾",
        "     ╭───────────────────────╮",
        "     │  ‹  November 2026   › │",
        "     │  Mo Tu We Th Fr Sa Su │",
        "     │                     1 │",
        "     │   2  3  4  5  6  7  8 │",
        "     │   9 10 11 12 13 14 15 │",
        "     │  16 17 18 19 20 21 22 │",
        "     │  23 24 25 26 27 28 29 │",
        "     │  30                   │",
        "     ╰───────────────────────╯",
      ], "\(stage.rows)")
    #expect(stage.row(11) == "enter Choose  esc Close", "\(stage.rows)")
    stage.terminal.send("right", "down")
    #expect(log.value == [])
    stage.terminal.send("enter")
    #expect(log.value == ["2026-12-02"])
    #expect(stage.row(0).hasPrefix("Due  2026-12-02"))
    #expect(stage.row(1) == "     ‹after›")
    stage.terminal.send("alt+down", "left", .escape)
    #expect(log.value == ["2026-12-02"])
    #expect(stage.row(1) == "     ‹after›")
    stage.terminal.send("backspace")
    #expect(stage.row(0).hasPrefix("Due  2026-12-0 "))
  }

  @Test("the mouse opens the month, changes it and chooses; Tab and outside clicks close it")
  func mouse() {
    let stage = stage()
    stage.terminal.click(x: 43, y: 0)
    stage.terminal.click(x: 26, y: 2)
    #expect(stage.row(2).contains("December 2026"), "\(stage.rows)")
    stage.terminal.click(x: 9, y: 4)
    #expect(log.value == [], "\(stage.rows)")
    stage.terminal.click(x: 12, y: 4)
    #expect(log.value == ["2026-12-01"], "\(stage.rows)")
    #expect(stage.row(1) == "     ‹after›")
    stage.terminal.click(x: 43, y: 0)
    #expect(stage.row(1).contains("╭"))
    stage.terminal.send("tab")
    #expect(stage.row(1) == "     ‹after›")
    stage.terminal.click(x: 43, y: 0)
    stage.terminal.click(x: 40, y: 9)
    #expect(stage.row(1) == "     ‹after›")
  }

  @Test("Down moves to the next field of a form")
  func down() {
    let stage = stage()
    stage.terminal.send("down", "enter")
    #expect(log.value == ["after"])
  }

  @Test("a disabled field does not open and takes no text")
  func disabled() {
    let stage = NodeStage(columns: 44, rows: 12, Page(log: log, isDisabled: true))
    stage.terminal.send("enter", "alt+down")
    stage.terminal.type("fri")
    stage.terminal.click(x: 43, y: 0)
    #expect(stage.rows == ["Due  a day                                 ▾", "     ‹after›"])
    #expect(log.value == [])
  }
}
