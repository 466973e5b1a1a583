import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Text, boxes and dividers")
struct TextTests {
  @Test("text wraps at words")
  func wraps() {
    let stage = NodeStage(columns: 8, rows: 4, Column { Text("the quick brown fox") })
    #expect(stage.rows == ["the", "quick", "brown", "fox"])
  }

  @Test("NaN and infinite numbers are unchanged in every number format")
  func notFinite() {
    for format in [TextFormat.percent, .fixed(2)] {
      #expect(format.text(of: Double.nan) == "nan")
      #expect(format.text(of: -Double.infinity) == "-inf")
    }
    #expect(TextFormat.percent.text(of: 0.37) == "37 %")
    #expect(TextFormat.fixed(2).text(of: 12.5) == "12.50")
    #expect(TextFormat.percent.text(of: "new") == "new")
  }

  @Test("truncated text stays on one line")
  func truncates() {
    let stage = NodeStage(columns: 8, rows: 4, Column { Text("the quick brown fox").truncate() })
    #expect(stage.rows == ["the qui…"])
  }

  @Test("text modifiers can follow the modifiers of any node")
  func anyOrder() {
    let stage = NodeStage(
      columns: 8, rows: 4,
      Column {
        Text("the quick brown fox").bold().truncate().foreground(.red).key(1)
        Text {
          "the "
          TextSpan("quick brown fox").bold()
        }.dim().truncate(.start)
        Row { Text("the quick brown fox") }.truncate(.middle)
        Text("the quick brown fox").style(\.muted).disabled().environment(\.isEnabled, true)
          .keys { Bind("x", "Nothing") {} }.truncate()
      })
    #expect(stage.rows == ["the qui…", "…own fox", "the …fox", "the qui…"])
    #expect(stage.screen.host.buffer.grid[x: 0, y: 0].style.attributes.contains(.bold))
  }

  @Test("an integer variable sets a width in cells, and a wrapped row has a gap between its lines")
  func numbers() {
    let columns = 3
    let stage = NodeStage(
      columns: 9, rows: 4,
      Column {
        Row(gap: 1, wraps: true, lineGap: 1) {
          for word in ["one", "two", "six"] { Text(word).width(columns).shrink(0) }
        }
      })
    #expect(stage.rows == ["one two", "", "six"])
  }

  @Test("content that grows may also shrink, so that a footer below long content stays visible")
  func growing() {
    let stage = NodeStage(
      columns: 9, rows: 4,
      Column {
        Column { Column { Text(String(repeating: "line\n", count: 9)) }.grow() }.grow()
        Text("footer")
      })
    #expect(stage.rows == ["line", "line", "line", "footer"])
    stage.show(
      Row {
        Text("much too long").truncate().grow()
        Text("end").shrink(0)
      })
    #expect(stage.rows == ["much …end"])
    stage.show(
      Column {
        Text("a\nb\nc").grow().minHeight(3); Text("end").order(-1)
      })
    #expect(stage.rows == ["end", "a", "b", "c"])
  }

  @Test("text is aligned to the start, the centre or the end")
  func aligns() {
    let stage = NodeStage(
      columns: 7, rows: 3,
      Column {
        Text("abc")
        Text("abc").align(.center)
        Text("abc").align(.trailing)
      })
    #expect(stage.rows == ["abc", "  abc", "    abc"])
  }

  @Test("control characters are shown as symbols, and have no effect")
  func hostile() {
    let stage = NodeStage(
      columns: 20, rows: 3,
      Column {
        Text("safe")
        Text("a\u{1B}[2Jb\u{7}\u{9B}2J\u{202E}c").wrap(.clip)
      })
    #expect(stage.rows == ["safe", "a␛[2Jb␇�2J�c"])
    #expect(stage.terminal.virtualScreen.unknownSequences == [])
  }

  @Test("wide characters and clusters take their columns")
  func wide() {
    let stage = NodeStage(
      columns: 12, rows: 2,
      Column {
        Row {
          Text("漢字")
          Text("|")
        }
        Row {
          Text("👩‍👩‍👧é")
          Text("|")
        }
      })
    #expect(stage.rows == ["漢字|", "👩‍👩‍👧é|"])
    #expect(stage.terminal.virtualScreen.cell(x: 4, y: 0).text == "|")
    #expect(stage.terminal.virtualScreen.cell(x: 3, y: 1).text == "|")
  }

  @Test("a box has a border, a title and its content inside")
  func box() {
    let stage = NodeStage(
      columns: 12, rows: 4, Column { Box(border: .single, title: "to do") { Text("milk") } })
    #expect(stage.rows == ["┌─ to do ──┐", "│milk      │", "└──────────┘"])
  }

  @Test("a title that is too long for its box is cut")
  func longTitle() {
    let stage = NodeStage(
      columns: 10, rows: 3, Column { Box(border: .ascii, title: "a long title") { Text("") } })
    #expect(stage.rows[0] == "+- a l… -+")
  }

  @Test("dividers extend across a column and down a row")
  func dividers() {
    let stage = NodeStage(
      columns: 5, rows: 3,
      Column {
        Text("a")
        Divider()
        Row {
          Text("b")
          Divider(.vertical)
          Text("c")
        }
      })
    #expect(stage.rows == ["a", "─────", "b│c"])
  }

  @Test("a row that wraps continues on the next line")
  func wrappingRow() {
    let stage = NodeStage(
      columns: 8, rows: 3,
      Column {
        Row(gap: 1, wraps: true) { for word in ["one", "two", "three", "4"] { Text(word) } }
      })
    #expect(stage.rows == ["one two", "three 4"])
  }

  @Test("a single container fills the whole screen")
  func wholeScreen() {
    let stage = NodeStage(
      columns: 6, rows: 3,
      Column {
        Text("top")
        Spacer()
        Text("bottom")
      })
    #expect(stage.rows == ["top", "", "bottom"])
  }

  @Test("padding and margin change only the given sides")
  func sides() {
    let stage = NodeStage(
      columns: 8, rows: 5,
      Column {
        Text("a").padding(horizontal: 2).padding(top: 1)
        Text("b").margin(left: 3)
      })
    #expect(stage.rows == ["", "  a", "   b"])
  }

  @Test("spacers share the free width")
  func spacer() {
    let stage = NodeStage(
      columns: 9, rows: 1,
      Row {
        Text("a")
        Spacer()
        Text("b")
        Spacer()
        Text("c")
      })
    #expect(stage.rows == ["a   b   c"])
  }
}
