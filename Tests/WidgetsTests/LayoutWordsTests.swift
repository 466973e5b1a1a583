import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Everyday layouts")
struct LayoutWordsTests {
  private struct Item: Identifiable { let id: Int }

  private var page: Node {
    let details = Column {
      Box(title: "Details") {
        Column { Text((1...60).map { "word \($0)" }.joined(separator: " ")) }
      }
    }
    let row = Row(gap: 1) {
      Column { List((1...30).map(Item.init)) { Text("item \($0.id)") } }.width(9).shrink(0)
      details.grow()
    }
    return Column {
      row.grow()
      Text("footer")
    }.node
  }

  @Test("a footer and the end of a list stay visible beside a long text")
  func footer() {
    let stage = NodeStage(columns: 30, rows: 6, page)
    #expect(stage.row(5) == "footer", "\(stage.rows)")
    #expect(stage.row(0) == "› item 1  ╭─ Details ────────╮", "\(stage.rows)")
    stage.terminal.send(.end)
    #expect(stage.row(4).hasPrefix("› item 30"), "\(stage.rows)")
    #expect(stage.row(5) == "footer", "\(stage.rows)")
  }

  @Test("align may follow other modifiers, like wrap and truncate")
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
