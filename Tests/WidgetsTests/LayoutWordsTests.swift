import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Layout in a user's words")
struct LayoutWordsTests {
  private struct Item: Identifiable { let id: Int }

  private func page(grows: Bool) -> Node {
    let details = Column {
      Box(title: "Details") {
        Column { Text((1...60).map { "word \($0)" }.joined(separator: " ")) }
      }
    }
    let row = Row(gap: 1) {
      Column { List((1...30).map(Item.init)) { Text("item \($0.id)") } }.width(9)
      details.grow()
    }
    return Column {
      if grows { row.grow() } else { row }
      Text("footer")
    }.node
  }

  @Test(
    "a footer and the end of a list stay when a text beside the list is long",
    arguments: [true, false])
  func footer(grows: Bool) {
    let stage = NodeStage(columns: 30, rows: 6, page(grows: grows))
    #expect(stage.row(5) == "footer", "\(stage.rows)")
    #expect(stage.row(0) == "› item 1  ╭─ Details ────────╮", "\(stage.rows)")
    stage.terminal.send(.end)
    #expect(stage.row(4).hasPrefix("› item 30"), "\(stage.rows)")
    #expect(stage.row(5) == "footer", "\(stage.rows)")
  }

  @Test("align, like wrap and truncate, stands behind other modifiers")
  func align() {
    let stage = NodeStage(
      columns: 10, rows: 2,
      Column {
        Text("right").bold().padding(0).align(.trailing)
        Row { Text("mid").grow() }.align(.center)
      })
    #expect(stage.rows == ["     right", "   mid"])
  }
}
