import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Size readers")
struct SizeReaderTests {
  private func responsive() -> SizeReader {
    SizeReader { size in
      if size.width < 10 {
        Column {
          Text("one")
          Text("two")
        }
      } else {
        Row(gap: 1) {
          Text("one")
          Text("two")
        }
      }
    }
  }

  @Test("a size reader switches between a column and a row with the width")
  func breakpoint() {
    let stage = NodeStage(columns: 20, rows: 4, responsive())
    #expect(stage.rows == ["one two"])
    stage.terminal.resize(columns: 8, rows: 4)
    #expect(stage.rows == ["one", "two"])
    stage.terminal.resize(columns: 12, rows: 4)
    #expect(stage.rows == ["one two"])
  }

  @Test("a size reader's height follows its content, and later content moves")
  func height() {
    let tree = Column {
      responsive()
      Text("below")
    }
    let stage = NodeStage(columns: 20, rows: 4, tree)
    #expect(stage.rows == ["one two", "below"])
    stage.terminal.resize(columns: 8, rows: 4)
    #expect(stage.rows == ["one", "two", "below"])
  }

  @Test("a nested size reader has the size that the outer content gives it")
  func nested() {
    let stage = NodeStage(
      columns: 20, rows: 4,
      SizeReader { outer in
        Text("\(outer.width)")
        Column { SizeReader { Text("\($0.width)") } }.width(.cells(Double(outer.width / 2)))
      })
    #expect(stage.rows == ["20", "10"])
    stage.terminal.resize(columns: 12, rows: 4)
    #expect(stage.rows == ["12", "6"])
  }

  @Test("a size reader in a row takes the remaining width")
  func besideText() {
    let stage = NodeStage(
      columns: 20, rows: 4,
      Row {
        Text("label").shrink(0)
        SizeReader { Text("\($0.width)") }
      })
    #expect(stage.rows == ["label15"])
  }

  @Test("a size reader reads a given height")
  func givenHeight() {
    let stage = NodeStage(
      columns: 20, rows: 4, Column { SizeReader { Text("\($0.height)") }.grow() })
    #expect(stage.rows == ["4"])
    stage.terminal.resize(columns: 20, rows: 3)
    #expect(stage.rows == ["3"])
  }

  @Test("a size reader reads the size of its content box")
  func padding() {
    let stage = NodeStage(columns: 20, rows: 4, SizeReader { Text("\($0.width)") }.padding(2))
    #expect(stage.rows == ["", "", "  16"])
  }

  @Test("a size that never settles is reported once for each frame, and does not hang")
  func neverSettles() {
    let issues = Captured<[RenderIssue.Mistake]>([])
    let stage = NodeStage(columns: 20, rows: 8, Column {})
    stage.screen.renderer.onIssue = { issues.value.append($0.mistake) }
    stage.show(
      Column {
        SizeReader { size in
          Text(size.height > 1 ? "low" : "high\nhigh")
        }
      })
    #expect(issues.value == [.unsettledSize])
    #expect(!stage.screen.renderer.needsRender)
    stage.terminal.resize(columns: 12, rows: 4)
    #expect(stage.rows.count <= 2)
  }

  @Test("local state in a size reader survives another size")
  func state() {
    struct Counter: Component {
      @Local var count = 0
      var body: Node { Button("\(count)") { count += 1 } }
    }
    let stage = NodeStage(
      columns: 20, rows: 4,
      SizeReader { size in
        Text("\(size.width)")
        Counter()
      })
    stage.terminal.send(.enter)
    stage.terminal.resize(columns: 8, rows: 4)
    #expect(stage.rows == ["8", "‹1›"])
  }

  @Test("new content of a size reader is shown at the current size")
  func newContent() {
    func tree(_ word: String) -> Node { SizeReader { Text("\(word) \($0.width)") }.node }
    let stage = NodeStage(columns: 20, rows: 4, tree("a"))
    stage.show(tree("b"))
    #expect(stage.rows == ["b 20"])
  }

  @Test("an error of a size reader's content is shown by its error boundary")
  func failure() {
    struct TooNarrow: Error {}
    func wide(_ size: CellSize) throws -> Node {
      if size.width < 10 { throw TooNarrow() }
      return Text("wide").node
    }
    let stage = NodeStage(
      columns: 20, rows: 4,
      ErrorBoundary {
        SizeReader { try wide($0) }
      } failure: { error, retry in
        Button("\(error)") { retry() }
      })
    #expect(stage.rows == ["wide"])
    stage.terminal.resize(columns: 9, rows: 4)
    #expect(stage.rows == ["‹TooNarro"])
    stage.terminal.resize(columns: 20, rows: 4)
    stage.terminal.send(.enter)
    #expect(stage.rows == ["wide"])
  }

  @Test("effects in a size reader run once, in any number of passes")
  func effects() {
    let log = Captured<[String]>([])
    let stage = NodeStage(
      columns: 20, rows: 4,
      SizeReader { size in
        Text("a").onAppear { log.value.append("+") }.onDisappear { log.value.append("-") }
          .onChange(of: size) { log.value.append("\($0.width) to \($1.width)") }
      })
    stage.terminal.resize(columns: 8, rows: 4)
    stage.screen.close()
    #expect(log.value == ["+", "20 to 8", "-"])
  }

  @Test("in plain text a size reader has the size 80 × 24")
  func plainText() {
    let host = PlainTextHost()
    Renderer(host: host).render(SizeReader { Text("\($0.width) \($0.height)") }.node)
    #expect(host.lines == ["80 24"])
  }
}
