import MillraceRender
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Markdown widget")
struct MarkdownViewTests {
  private func stage(_ text: String, columns: Int = 30, rows: Int = 14) -> NodeStage {
    NodeStage(columns: columns, rows: rows, Column { Markdown(text) })
  }

  @Test("headings, paragraphs, lists and quotes are below each other, and wrapped")
  func blocks() {
    let stage = stage(
      """
      # The mill

      It turns *while* the
      water runs, and stops.

      - corn
      - wheat
        1. hard, and a bit longer
        2. soft

      > Said the miller.
      >
      > > Twice.

      ***
      """, columns: 24, rows: 18)
    #expect(
      stage.rows == [
        "The mill", "", "It turns while the water", "runs, and stops.", "", "• corn", "• wheat",
        "  1. hard, and a bit", "     longer", "  2. soft", "", "│ Said the miller.", "│",
        "│ │ Twice.", "", "────────────────────────",
      ])
  }

  @Test("list numbers are aligned, and blank lines separate loose items")
  func numbers() {
    #expect(
      stage("9. a\n\n10. b\n\n    c\n").rows == [" 9. a", "", "10. b", "", "    c"])
  }

  @Test("table columns are as wide as their content, and aligned")
  func table() {
    let text = "| Grain | t | |\n|:--|--:|:-:|\n| *corn* | 12 | x |\n| wheat | 7 | long |\n"
    #expect(
      stage(text).rows == [
        "Grain   t", "───────────────", "corn   12   x", "wheat   7  long",
      ])
  }

  @Test("table cells that do not fit are wrapped, the widest columns first")
  func narrowTable() {
    let text = "| a | b |\n|--|--|\n| x | some words that are long |\n| y | z |\n"
    #expect(
      stage(text, columns: 14).rows == [
        "a  b", "──────────────", "x  some words", "   that are", "   long", "y  z",
      ])
    #expect(MarkdownBlockView.widths([3, 30, 10], in: 34) == [3, 17, 10])
    #expect(MarkdownBlockView.widths([9, 9], in: 2) == [1, 1])
  }

  @Test("code is in a box with its language, and scrolls sideways if it is too wide")
  func code() {
    let stage = stage("```swift x\nlet a = 1\n\tb\n```\n", columns: 16, rows: 6)
    #expect(
      stage.rows == [
        "╭─ swift ──────╮", "│let a = 1     │", "│    b         │", "╰──────────────╯",
      ])
    let wide = self.stage("    0123456789abcdefgh\n", columns: 12, rows: 5)
    #expect(wide.rows[..<2] == ["╭──────────╮", "│0123456789│"])
    wide.terminal.send(.tab, .right, .right)
    #expect(wide.rows[1] == "│23456789ab│")
  }

  @Test("a link with a known scheme is underlined, and others are shown as text")
  func links() {
    let stage = stage(
      "[a](https://a.b) [b](javascript:c) <mailto:d> ![e](/f)", columns: 60, rows: 2)
    #expect(stage.rows == ["a b (javascript:c) mailto:d e (/f)"])
    let cells = stage.terminal.virtualScreen
    #expect(cells.cell(x: 0, y: 0).style.attributes == .underline)
    #expect(cells.cell(x: 2, y: 0).style.attributes == [])
  }

  @Test("emphasis, code and headings have different styles")
  func styles() {
    let stage = stage("*a* **b** ~~c~~ `d` e\n\n# f\n\n### g", columns: 20, rows: 5)
    func attributes(_ x: Int, _ y: Int = 0) -> Attributes {
      stage.terminal.virtualScreen.cell(x: x, y: y).style.attributes
    }
    #expect(attributes(0) == .italic)
    #expect(attributes(2) == .bold)
    #expect(attributes(4) == .strikethrough)
    #expect(attributes(6) == .bold)
    #expect(attributes(8) == [])
    #expect(attributes(0, 2) == [.bold, .underline])
    #expect(attributes(0, 4) == [.bold, .italic])
  }

  @Test("a disabled text is muted")
  func disabled() {
    let stage = NodeStage(columns: 10, rows: 2, Column { Markdown("a").disabled() })
    #expect(stage.terminal.virtualScreen.cell(x: 0, y: 0).style.attributes == .dim)
  }

  @Test("control characters are shown as symbols")
  func hostile() {
    #expect(stage("a\u{1B}[31mb &#27;c `\u{7}`").rows == ["a␛[31mb ␛c ␇"])
  }

  @Test("plain text output has blank lines between blocks")
  func plain() {
    let host = PlainTextHost()
    Renderer(host: host).render(
      Markdown(
        """
        # A

        b [c](https://d)

        - e
        - f

          g

        > h
        > i

        ```
        j
        ```

        | k | l |
        |---|---|
        | m | n |
        """
      ).node)
    #expect(
      host.lines == [
        "A", "", "b c <https://d>", "", "- e", "", "- f", "", "  g", "", "> h i", "", "j", "",
        "k l", "m n",
      ])
  }

  @Test("Markdown elements are described by their roles")
  func semantics() {
    let stage = stage("# a\n\n- b\n\n| c |\n|---|\n| d |\n\n```x\ne\n```\n")
    #expect(
      stage.screen.host.describe().lines == [
        "document", "a, heading 1", "list", "• b", "table", "c, column header, row", "separator",
        "d, cell, row", "e",
      ])
  }

  @Test("an append to 1,000 blocks renders as many bodies as to ten")
  func work() {
    var counts: [[Int]] = []
    for count in [10, rounds(1_000, long: 10_000)] {
      var document = MarkdownDocument((0..<count).map { "Paragraph \($0).\n\n" }.joined())
      let stage = NodeStage(
        columns: 30, rows: 8, ScrollView(followsEnd: true) { Markdown(document) })
      var rendered: [Int] = []
      for piece in ["One", " more", " line.\n\n", "Next"] {
        document.append(piece)
        let before = stage.screen.renderer.statistics.bodies
        stage.show(ScrollView(followsEnd: true) { Markdown(document) })
        rendered.append(stage.screen.renderer.statistics.bodies - before)
      }
      #expect(stage.rows.last?.hasPrefix("Next") == true)
      counts.append(rendered)
    }
    #expect(counts[0] == counts[1])
  }

  @Test("a growing text keeps its blocks, and another text replaces them")
  func textGrows() {
    let stage = stage("a\n\nb", rows: 4)
    #expect(stage.rows == ["a", "", "b"])
    stage.show(Column { Markdown("a\n\nbc") })
    #expect(stage.rows == ["a", "", "bc"])
    stage.show(Column { Markdown("d") })
    #expect(stage.rows == ["d"])
  }
}
