import Millrace
import MillraceTesting
import Testing

@testable import constraints

@Suite("The example constraints")
@MainActor
struct ConstraintsTests {
  /// The column of the line between the list and the page.
  private func line(_ stage: TestStage) -> Int? {
    stage.settle()
    // The line is beside the right border of the list.
    let row = Array(stage.rows[1])
    return row.indices.dropFirst().first { row[$0 - 1] == "│" && row[$0] == "│" }
  }

  @Test("the list has its preferred width, and the page has the rest")
  func wide() throws {
    let stage = try TestStage(ConstraintsProgram.app(), columns: 76, rows: 6)
    #expect(
      stage.rows == [
        "╭─ Letters ──────────────────╮│You can move the line between the list and",
        "│Ada                         ││the page.",
        "│Grace                       ││   40 columns",
        "│Edsger                      ││",
        "╰────────────────────────────╯│",
        "Drag the line, or press ← and →. r resets it, q quits.",
      ])
  }

  @Test("on a narrow screen the list shrinks first; then the page overflows at its edge")
  func resize() throws {
    let stage = try TestStage(ConstraintsProgram.app(), columns: 76, rows: 16)
    for (columns, column) in [(76, 30), (71, 30), (60, 19), (45, 4), (90, 30)] {
      stage.terminal.resize(columns: columns, rows: 16)
      #expect(line(stage) == column)
      #expect(stage.session.issues.isEmpty)
    }
    stage.terminal.resize(columns: 36, rows: 16)
    #expect(line(stage) == 30)
    #expect(
      "\(stage.session.issues)".contains("page.trailing = parent.trailing (required) contradicts"))
    stage.terminal.resize(columns: 60, rows: 16)
    #expect(line(stage) == 19)
    #expect(stage.session.issues.count == 1)
  }

  @Test("the mouse and keys move the line, and the page keeps at least 40 columns")
  func drag() throws {
    let stage = try TestStage(ConstraintsProgram.app(), columns: 80, rows: 6)
    stage.terminal.mouse(.press, x: 30, y: 2)
    for (x, column) in [(20, 20), (35, 35), (70, 39), (12, 12)] {
      stage.terminal.mouse(.drag, x: x, y: 2)
      #expect(line(stage) == column)
    }
    stage.terminal.mouse(.release, x: 12, y: 2)
    stage.terminal.mouse(.press, x: 50, y: 2)
    stage.terminal.mouse(.drag, x: 55, y: 2)
    #expect(line(stage) == 12)
    stage.terminal.mouse(.release, x: 55, y: 2)
    stage.terminal.send(.right, .right, .left)
    #expect(line(stage) == 13)
    stage.terminal.resize(columns: 50, rows: 6)
    #expect(line(stage) == 9)
    stage.terminal.resize(columns: 80, rows: 6)
    #expect(line(stage) == 13)
    stage.terminal.send(.character("r"))
    #expect(line(stage) == 30)
    #expect(stage.session.issues.isEmpty)
  }

  @Test("after keys beyond its limit, the first key back moves the line")
  func clamped() throws {
    let stage = try TestStage(ConstraintsProgram.app(), columns: 80, rows: 6)
    for _ in 0..<30 { stage.terminal.send(.right) }
    #expect(line(stage) == 39)
    stage.terminal.send(.left)
    #expect(line(stage) == 38)
    stage.terminal.mouse(.press, x: 38, y: 2)
    stage.terminal.mouse(.drag, x: 79, y: 2)
    stage.terminal.mouse(.release, x: 79, y: 2)
    stage.terminal.send(.left)
    #expect(line(stage) == 38)
    stage.terminal.resize(columns: 50, rows: 6)
    #expect(line(stage) == 9)
    stage.terminal.send(.left)
    #expect(line(stage) == 8)
    for _ in 0..<30 { stage.terminal.send(.left) }
    stage.terminal.send(.right, .right, .right, .right)
    #expect(line(stage) == 4)
  }
}
