import Millrace
import MillraceTesting
import Testing

@testable import chat

@Suite("The example chat")
@MainActor
struct ChatTests {
  private func stage() throws -> TestStage {
    try TestStage(columns: 50, rows: 14) { ChatProgram.app($0) }
  }

  private func ask(_ question: String, on stage: TestStage) {
    stage.terminal.type(question)
    stage.terminal.send(.enter)
    stage.settle()
  }

  private func wait(_ time: Duration, on stage: TestStage) {
    stage.clock.advance(by: time)
    stage.settle()
  }

  @Test("an answer streams in as Markdown, and its end stays visible")
  func streams() throws {
    let stage = try stage()
    ask("How?", on: stage)
    wait(.milliseconds(200), on: stage)
    #expect(stage.rows.contains("There are three ways:"))
    #expect(!stage.rows.contains("3. Read"))
    wait(.seconds(5), on: stage)
    #expect(
      stage.rows == [
        "1. Wait, which costs nothing", "2. Ask somebody", "   • who knows", "   • who has time",
        "3. Read", "", "way   days", "──────────", "wait     9", "ask      2", "", "", "Ask",
        "Enter sends, Tab goes to the messages, Esc quits.",
      ])
  }

  @Test("scrolling up stops following new messages and counts them; at the end it follows again")
  func scrolls() throws {
    let stage = try stage()
    ask("How?", on: stage)
    wait(.milliseconds(600), on: stage)
    stage.terminal.wheel(up: true, x: 3, y: 3)
    stage.settle()
    let before = stage.rows[..<11]
    #expect(stage.rows[11] == "↓ more")
    wait(.seconds(5), on: stage)
    #expect(stage.rows[..<11] == before)
    #expect(stage.rows[11] == "↓ 1 new")
    for _ in 0..<20 { stage.terminal.wheel(up: false, x: 3, y: 3) }
    stage.settle()
    #expect(stage.rows[9...11] == ["ask      2", "", ""])
    // The answer to a new question is scrolled into view.
    stage.terminal.wheel(up: true, x: 3, y: 3)
    ask("And then?", on: stage)
    wait(.seconds(5), on: stage)
    #expect(stage.rows.first == "    And then?")
    #expect(stage.rows.contains("│ It is shorter than it looks."))
  }

  @Test("Escape quits")
  func quits() throws {
    let stage = try stage()
    stage.terminal.send(.escape)
    #expect(stage.session.ended == .quit)
  }
}
