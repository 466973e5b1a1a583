import Millrace
import Testing

@testable import canvas
import MillraceTesting

@Suite("The example canvas")
@MainActor
struct CanvasTests {
  private func stage(columns: Int = 30, rows: Int = 8) throws -> TestStage {
    try TestStage(CanvasProgram.app(), columns: columns, rows: rows)
  }

  /// Presses a key repeatedly, with a frame after each press.
  private func press(_ key: Key, times: Int, on stage: TestStage) {
    for _ in 0..<times {
      stage.terminal.send(key)
      stage.settle()
    }
  }

  @Test("the program draws a bar, and a chart below a component")
  func begins() throws {
    #expect(
      try stage().rows == [
        "████████████──────────────────",
        "╭─ Level 40 ─────────────────╮",
        "│                  average 40│",
        "│                            │",
        "│▄                           │",
        "│█                           │",
        "╰────────────────────────────╯",
        "↑↓ change the level, q quits.",
      ])
  }

  @Test("keys change the level, and a line stays at the highest one")
  func changes() throws {
    let stage = try stage()
    press(.up, times: 6, on: stage)
    press(.down, times: 9, on: stage)
    #expect(
      stage.rows == [
        "███████─────────────┃─────────",
        "╭─ Level 25 ─────────────────╮",
        "│                  average 49│",
        "│   ▁▃▄▆▄▃▁                  │",
        "│▄▆█████████▆▄▃▁             │",
        "│████████████████            │",
        "╰────────────────────────────╯",
        "↑↓ change the level, q quits.",
      ])
  }

  @Test("the level stays between 0 and 100, and the cursor follows the bar")
  func limits() throws {
    let stage = try stage()
    #expect(stage.terminal.cursor == CellPoint(x: 12, y: 0))
    press(.up, times: 20, on: stage)
    #expect(stage.rows[0] == "██████████████████████████████")
    #expect(stage.terminal.cursor == CellPoint(x: 29, y: 0))
    press(.down, times: 30, on: stage)
    #expect(stage.rows[0] == "─────────────────────────────┃")
    #expect(stage.terminal.cursor == CellPoint(x: 0, y: 0))
  }

  @Test("the line at the highest level has a warning colour")
  func colors() throws {
    let stage = try stage()
    press(.up, times: 12, on: stage)
    press(.down, times: 1, on: stage)
    let line = stage.terminal.virtualScreen.cell(x: 29, y: 0)
    #expect(line.text == "┃")
    #expect(line.style.foreground == .red)
  }

  @Test("a narrow terminal shows the last levels and the line")
  func narrow() throws {
    let stage = try stage()
    press(.up, times: 12, on: stage)
    press(.down, times: 12, on: stage)
    stage.terminal.resize(columns: 14, rows: 8)
    stage.settle()
    #expect(
      stage.rows == [
        "█████────────┃",
        "╭─ Level 40 ─╮",
        "│▇▆average 68│",
        "│██████████▇▆│",
        "╰────────────╯",
        "↑↓ change the",
        "level, q",
        "quits.",
      ])
  }
}
