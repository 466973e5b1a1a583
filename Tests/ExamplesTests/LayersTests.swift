import Millrace
import Testing

@testable import layers
import MillraceTesting

@Suite("The example layers")
@MainActor
struct LayersTests {
  private func stage() throws -> TestStage {
    try TestStage(LayersProgram.app(), columns: 46, rows: 9)
  }

  @Test("d asks for confirmation, Delete deletes, and a toast reports it for a while")
  func deletes() async throws {
    let stage = try stage()
    stage.terminal.send(.down, .character("d"))
    stage.settle()
    #expect(
      stage.rows == [
        "  Page 1",
        "› Page 2",
        "  Page 3  ╭─ Delete Page 2? ───────╮",
        "  Page 4  │ This cannot be undone. │",
        "  Page 5  │                        │",
        "  Page 6  │      ‹Cancel› ‹Delete› │",
        "  Page 7  ╰────────────────────────╯",
        "  Page 8",
        "d deletes, p prints, m opens a menu, q quits.",
      ])
    stage.terminal.send(.tab, .enter)
    stage.settle()
    #expect(
      stage.rows == [
        "  Page 1",
        "› Page 3",
        "  Page 4",
        "  Page 5",
        "  Page 6                 ╭───────────────────╮",
        "  Page 7                 │ Page 2 is deleted │",
        "  Page 8                 ╰───────────────────╯",
        "  Page 9",
        "d deletes, p prints, m opens a menu, q quits.",
      ])
    stage.clock.advance(by: .seconds(4))
    stage.settle()
    #expect(stage.rows[6...7] == ["  Page 8", "  Page 9"])
  }

  @Test("Escape and Cancel delete nothing, and the list keeps its current row")
  func cancels() throws {
    let stage = try stage()
    stage.terminal.send(.down, .character("d"))
    stage.terminal.send(.escape)
    stage.terminal.send(.character("d"))
    stage.terminal.send(.enter)
    stage.terminal.send(.down)
    stage.settle()
    #expect(stage.rows[..<3] == ["  Page 1", "  Page 2", "› Page 3"])
  }

  @Test("m opens a menu beside the row, and its Delete asks first")
  func menu() throws {
    let stage = try stage()
    stage.terminal.send(.down, .character("m"))
    stage.settle()
    #expect(
      stage.rows[1...5] == [
        "› Page 2",
        "  ╭───────────╮",
        "  │ ‹Print›   │",
        "  │ ‹Delete…› │",
        "  ╰───────────╯",
      ])
    stage.terminal.send(.down, .enter)
    stage.settle()
    #expect(stage.rows[2].contains("Delete Page 2?"))
    stage.terminal.send(.escape)
    stage.terminal.send(.down)
    stage.settle()
    #expect(stage.rows[..<4] == ["  Page 1", "  Page 2", "› Page 3", "  Page 4"])
  }

  @Test("an uncaught error is shown")
  func fails() async throws {
    let stage = try stage()
    stage.terminal.send(.character("p"))
    await stage.settleEffects()
    #expect(stage.rows.contains { $0.contains("! ") && $0.contains("effect") })
  }
}
