import MillraceTesting
import MillraceWidgets
import Testing

@testable import MillraceTerminal

@MainActor
@Suite("A program on a terminal that answers")
struct AnsweringTerminalTests {
  private let family = "👨‍👩‍👧"

  @Test(
    "text stands where a terminal shows it that counts scalar by scalar, before and after it has answered"
  )
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
    terminal.answer()
    #expect(terminal.traits.widths.split.contains(.joined))
    #expect(terminal.traits.widths.unsure.isDisjoint(with: [.joined, .mark, .skinTone]))
    #expect(stage.rows == ["👨‍👩‍👧|नि|", "👨‍👩‍👧…"])
    // Three people of two columns each stand before the line.
    #expect(terminal.virtualScreen.cell(x: 6, y: 0).text == "|")
    #expect(terminal.virtualScreen.unknownSequences == [])
  }

  @Test("a terminal that answers nothing shows the same, and is not asked again")
  func silentTerminal() {
    let terminal = TestTerminal(columns: 16, rows: 2)
    let stage = NodeStage(terminal, Text("\(family)|"))
    #expect(stage.rows == ["\(family)|"])
    #expect(terminal.virtualScreen.cell(x: 2, y: 0).text == "|")
    #expect(terminal.traits.widths == .standard)
  }

  @Test("answers that change nothing on the screen paint nothing")
  func nothingNew() {
    let terminal = TestTerminal(columns: 16, rows: 2)
    let stage = NodeStage(terminal, Text("plain ─ 漢字"))
    _ = stage.takeBytes()
    terminal.answer()
    #expect(terminal.traits.features.contains(.answers))
    #expect(terminal.traits.background == .dark)
    #expect(stage.takeBytes() == 0)
  }
}
