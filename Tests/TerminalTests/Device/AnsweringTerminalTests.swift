import MillraceTesting
import MillraceWidgets
import Testing

@testable import MillraceTerminal

@MainActor
@Suite("Programs on an answering terminal")
struct AnsweringTerminalTests {
  private let family = "👨‍👩‍👧"

  @Test("text fits a terminal that counts scalars, after the terminal has answered")
  func scalarTerminal() {
    let terminal = TestTerminal(columns: 16, rows: 3, widths: .scalars)
    let stage = NodeStage(
      terminal,
      Column {
        Row {
          Text("\(family)|")
          Text("नि|")
        }
        Text("\(family)\(family)").wrap(.truncateEnd).width(8)
      })
    terminal.answerQueries()
    #expect(terminal.traits.widths.split.contains(.joined))
    #expect(terminal.traits.widths.unknown.isDisjoint(with: [.joined, .mark, .skinTone]))
    #expect(stage.rows == ["👨‍👩‍👧|नि|", "👨‍👩‍👧…"])
    // Before the bar are three people of two columns each.
    #expect(terminal.virtualScreen.cell(x: 6, y: 0).text == "|")
    #expect(terminal.virtualScreen.unknownSequences == [])
  }

  @Test("a terminal that does not answer keeps the standard widths")
  func silentTerminal() {
    let terminal = TestTerminal(columns: 16, rows: 2)
    let stage = NodeStage(terminal, Text("\(family)|"))
    #expect(stage.rows == ["\(family)|"])
    #expect(terminal.virtualScreen.cell(x: 2, y: 0).text == "|")
    #expect(terminal.traits.widths == .standard)
  }

  @Test("answers that change nothing on the screen cause no output")
  func nothingNew() {
    let terminal = TestTerminal(columns: 16, rows: 2)
    let stage = NodeStage(terminal, Text("plain ─ 漢字"))
    _ = stage.takeBytes()
    terminal.answerQueries()
    #expect(terminal.traits.features.contains(.answers))
    #expect(terminal.traits.background == .dark)
    #expect(stage.takeBytes() == 0)
  }
}
