import Millrace
import Testing

@testable import counter
import MillraceTesting

@Suite("The example counter")
@MainActor
struct CounterTests {
  private func stage(_ count: Int = 0, columns: Int = 40, rows: Int = 8) throws -> TestStage {
    try TestStage(CounterProgram.app(count: count), columns: columns, rows: rows)
  }

  @Test("the counter starts with zero above its toolbar")
  func begins() throws {
    #expect(
      try stage().rows == [
        "0",
        "",
        "‹−› ‹+› ‹reset›",
        "",
        "Keys: - + r, and q quits.",
      ])
  }

  @Test("the toolbar's buttons change the number")
  func buttons() throws {
    let stage = try stage()
    stage.terminal.send(.enter)
    #expect(stage.rows[0] == "-1")
    stage.settle()
    stage.terminal.send(.tab, .space, .space, .space)
    stage.settle()
    #expect(stage.rows[0] == "2")
    stage.terminal.click(x: 8, y: 2)
    stage.settle()
    #expect(stage.rows[0] == "0")
  }

  @Test("keys change the number with the focus on any button")
  func keys() throws {
    let stage = try stage()
    stage.terminal.send(.tab)
    stage.terminal.type("+++-")
    stage.settle()
    #expect(stage.rows[0] == "2")
    stage.terminal.type("r")
    stage.settle()
    #expect(stage.rows[0] == "0")
    stage.terminal.type("q")
    #expect(stage.session.ended == .quit)
  }

  @Test(
    "the colour shows the sign of the number",
    arguments: [(-1, Color.red), (0, .default), (1, .green)])
  func colors(count: Int, color: Color) throws {
    let cell = try stage(count).terminal.virtualScreen.cell(x: 0, y: 0)
    #expect(cell.style.foreground == color)
  }

  @Test("a narrow terminal breaks the toolbar between buttons")
  func narrow() throws {
    let stage = try stage(12, columns: 11, rows: 10)
    #expect(
      stage.rows == [
        "12",
        "",
        "‹−› ‹+›",
        "‹reset›",
        "",
        "Keys: - +",
        "r, and q",
        "quits.",
      ])
  }
}
