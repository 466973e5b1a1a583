import Millrace
import MillraceTesting
import Testing

@testable import chat

@Suite("The example chat")
@MainActor
struct ChatTests {
  private func stage(columns: Int = 40, rows: Int = 14) throws -> TestStage {
    try TestStage(columns: columns, rows: rows) { ChatProgram.app($0) }
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

  @Test("an answer streams in, in Markdown, and the end stays in sight")
  func streams() throws {
    let stage = try stage()
    ask("How?", on: stage)
    wait(.milliseconds(200), on: stage)
    #expect(stage.rows == [])
    wait(.seconds(5), on: stage)
    #expect(stage.rows == [])
  }

  @Test("scrolling up stops following, a line says how much is new, and the end follows again")
  func scrolls() throws {
    let stage = try stage()
    ask("How?", on: stage)
    wait(.seconds(1), on: stage)
    stage.terminal.wheel(up: true, x: 3, y: 3)
    stage.terminal.wheel(up: true, x: 3, y: 3)
    stage.settle()
    let before = stage.rows
    #expect(before.contains("↓ more"))
    wait(.seconds(5), on: stage)
    #expect(stage.rows == before)
    for _ in 0..<20 { stage.terminal.wheel(up: false, x: 3, y: 3) }
    stage.settle()
    #expect(!stage.rows.contains("↓ more"))
    // What one sends oneself comes into view.
    stage.terminal.wheel(up: true, x: 3, y: 3)
    ask("And then?", on: stage)
    wait(.seconds(5), on: stage)
    #expect(stage.rows == [])
  }

  @Test("messages that come while one reads are counted")
  func counts() throws {
    let stage = try stage(rows: 8)
    ask("How?", on: stage)
    wait(.seconds(6), on: stage)
    stage.terminal.wheel(up: true, x: 3, y: 3)
    stage.settle()
    #expect(stage.rows.contains("↓ more"))
  }

  @Test("Escape quits")
  func quits() throws {
    let stage = try stage()
    stage.terminal.send(.escape)
    #expect(stage.session.ended == .quit)
  }
}
