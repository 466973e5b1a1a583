import MillraceLayout
import MillraceRender
import MillraceTesting
@testable import MillraceWidgets
import TestSupport
import Testing

@testable import MillraceTerminal

@MainActor
@Suite("ScrollView")
struct ScrollViewTests {
  private func lines(_ range: Range<Int>) -> String {
    range.map { "line \($0)" }.joined(separator: "\n")
  }

  /// Rows of a screen of 12 columns, whose last column is the scroll bar.
  private func rows(_ texts: [String], bar: String) -> [String] {
    zip(texts, bar).map { text, bar in
      text + String(repeating: " ", count: 11 - text.count) + String(bar)
    }
  }

  private struct CountedRow: Component {
    let id: Int
    let bodies: Captured<Int>
    @Local var presses = 0

    var body: Node {
      bodies.value += 1
      return Text("row \(id): \(presses)").onClick { presses += 1 }
    }
  }

  @Test("of many children with keys, only the visible ones are rendered, and state is kept")
  func manyChildren() {
    let bodies = Captured(0)
    func tree(_ count: Int, to target: Int? = nil) -> Node {
      ScrollView(scrollTo: target) {
        for id in 0..<count { CountedRow(id: id, bodies: bodies).key(id) }
      }.node
    }
    let stage = NodeStage(columns: 12, rows: 8, tree(1_000))
    #expect(bodies.value <= 40, "\(bodies.value)")
    #expect(stage.rows[7].hasPrefix("row 7: 0"))
    bodies.value = 0
    stage.show(tree(1_000))
    #expect(bodies.value <= 10, "\(bodies.value)")
    stage.terminal.click(x: 1, y: 2)
    #expect(stage.rows[2].hasPrefix("row 2: 1"))
    stage.terminal.send(.end)
    #expect(stage.rows[7].hasPrefix("row 999: 0"), "\(stage.rows)")
    stage.terminal.send(.up)
    #expect(stage.rows[7].hasPrefix("row 998: 0"))
    stage.terminal.send(.home)
    #expect(stage.rows[2].hasPrefix("row 2: 1"))
    stage.show(tree(1_000, to: 500))
    #expect(stage.rows.contains { $0.hasPrefix("row 500: 0") }, "\(stage.rows)")
    // A child that is removed and comes back is new.
    stage.show(tree(150))
    stage.terminal.send(.end)
    stage.terminal.click(x: 1, y: 7)
    #expect(stage.rows[7].hasPrefix("row 149: 1"), "\(stage.rows)")
    stage.terminal.send(.home)
    stage.show(tree(149))
    stage.show(tree(150))
    stage.terminal.send(.end)
    #expect(stage.rows[7].hasPrefix("row 149: 0"), "\(stage.rows)")
    stage.terminal.send(.home)
    stage.show(tree(3))
    #expect(stage.rows[..<3].map { $0.prefix(8) } == ["row 0: 0", "row 1: 0", "row 2: 0"])
  }

  @Test("a view of many children takes the free space, and no more than its rows")
  func manyBeside() {
    let stage = NodeStage(
      columns: 12, rows: 6,
      Column {
        Text("above")
        ScrollView { for id in 0..<200 { Text("row \(id)").key(id) } }
        Text("below").shrink(0)
      })
    #expect(
      stage.rows.map { $0.prefix(5) } == ["above", "row 0", "row 1", "row 2", "row 3", "below"])
  }

  @Test("content that fits beside the bar, but not without it, settles")
  func barAndSize() {
    let issues = Captured<[RenderIssue]>([])
    for rows in 2...8 {
      let stage = NodeStage(columns: 20, rows: rows, Text(""))
      stage.screen.renderer.onIssue = { issues.value.append($0) }
      let view = ScrollView {
        SizeReader { size in Text(lines(0..<(size.width >= 20 ? 9 : 2))) }
      }
      stage.show(view)
      #expect(
        issues.value.isEmpty && stage.rows[0].hasPrefix("line 0"),
        "\(rows): \(stage.rows) \(issues.value)")
    }
  }

  @Test("the bar disappears with the size at which it was needed")
  func barAfterResize() {
    let stage = NodeStage(
      columns: 10, rows: 4,
      ScrollView {
        SizeReader { size in Text(lines(0..<(size.width >= 20 ? 3 : 9))) }
      })
    #expect(stage.rows[0].hasSuffix("█"))
    stage.terminal.resize(columns: 30, rows: 8)
    #expect(stage.rows == ["line 0", "line 1", "line 2"], "\(stage.rows)")
  }

  @Test("a view of many children is as wide as those in sight")
  func manyWide() {
    let stage = NodeStage(
      columns: 20, rows: 3,
      Row {
        ScrollView { for id in 0..<101 { Text("row \(id)").key(id) } }
        Text("side")
      })
    #expect(
      stage.rows[0].hasPrefix("row 0") && stage.rows[0].hasSuffix("side"), "\(stage.rows)")
  }

  @Test("a long text scrolls by lines, and a bar shows the position")
  func longText() {
    let stage = NodeStage(columns: 12, rows: 4, ScrollView { Text(lines(0..<8)) })
    #expect(stage.rows == rows(["line 0", "line 1", "line 2", "line 3"], bar: "██││"))
    stage.terminal.send(.down)
    #expect(stage.rows == rows(["line 1", "line 2", "line 3", "line 4"], bar: "│██│"))
    stage.terminal.send(.pageDown)
    #expect(stage.rows == rows(["line 4", "line 5", "line 6", "line 7"], bar: "││██"))
    stage.terminal.send(.down)
    #expect(stage.rows[0].hasPrefix("line 4"))
    stage.terminal.send(.home)
    #expect(stage.rows[0].hasPrefix("line 0"))
    stage.terminal.wheel(up: false, x: 3, y: 2)
    #expect(stage.rows[0].hasPrefix("line 3"))
    stage.terminal.send(.end, .up)
    #expect(stage.rows[0].hasPrefix("line 3"))
  }

  @Test("content that fits has no bar and takes no focus")
  func fits() {
    let stage = NodeStage(
      columns: 12, rows: 4,
      Column {
        ScrollView { Text("a\nb") }
        Button("go") {}
      })
    #expect(stage.rows == ["a", "b", "‹go›"])
    #expect(stage.screen.host.tabOrder.count == 1)
  }

  @Test("a scroll view takes the remaining height, and its content wraps beside the bar")
  func room() {
    let stage = NodeStage(
      columns: 12, rows: 4,
      Column {
        Text("title")
        ScrollView { Text("one two three four five") }
        Text("end")
      })
    #expect(stage.rows == ["title", "one two    █", "three four │", "end"])
    stage.terminal.resize(columns: 30, rows: 4)
    #expect(stage.rows == ["title", "one two three four five", "end"])
  }

  @Test("wide content scrolls sideways, or in both directions with two bars")
  func horizontal() {
    let text = "0123456789abcdefghij"
    let stage = NodeStage(
      columns: 12, rows: 3, ScrollView(.horizontal) { Text(text).wrap(.clip) })
    #expect(stage.rows[0] == "0123456789ab")
    stage.terminal.send(.right, .right)
    #expect(stage.rows[0] == "23456789abcd")
    let both = NodeStage(
      columns: 12, rows: 3,
      ScrollView(.both) { Text("\(text)\n\(text)\nx\ny").wrap(.clip) })
    #expect(both.rows == ["0123456789a█", "0123456789a│", "██████─────"])
    both.terminal.send(.right, .down)
    #expect(both.rows[0].hasPrefix("123456789ab"))
  }

  @Test("a control that gets the focus is scrolled into view")
  func reveal() {
    let stage = NodeStage(
      columns: 12, rows: 3,
      ScrollView { for number in 0..<6 { Button("b\(number)") {}.key(number) } })
    stage.terminal.send(.tab, .tab, .tab, .tab)
    #expect(stage.rows.contains { $0.hasPrefix("‹b3›") })
    stage.terminal.send(.shiftTab, .shiftTab, .shiftTab, .shiftTab)
    #expect(stage.rows[0].hasPrefix("‹b0›"))
  }

  @Test("a scroll view scrolls to a requested child once for each request")
  func scrollTo() {
    func tree(_ target: Int?) -> Node {
      ScrollView(scrollTo: target) { for number in 0..<9 { Text("n\(number)").key(number) } }.node
    }
    let stage = NodeStage(columns: 12, rows: 3, tree(7))
    #expect(stage.rows[2].hasPrefix("n7"))
    stage.terminal.send(.home)
    #expect(stage.rows[0].hasPrefix("n0"))
    stage.show(tree(7))
    #expect(stage.rows[0].hasPrefix("n0"))
    stage.show(tree(5))
    #expect(stage.rows[2].hasPrefix("n5"))
  }

  @Test("a scroll view follows its end until the user scrolls away from it")
  func followsEnd() {
    func tree(_ count: Int) -> Node {
      ScrollView(followsEnd: true) { Text(lines(0..<count)) }.node
    }
    let stage = NodeStage(columns: 12, rows: 3, tree(2))
    stage.show(tree(8))
    #expect(stage.rows[2].hasPrefix("line 7"))
    stage.terminal.send(.up)
    stage.show(tree(20))
    #expect(stage.rows[2].hasPrefix("line 6"))
    stage.terminal.send(.end)
    stage.show(tree(30))
    #expect(stage.rows[2].hasPrefix("line 29"))
  }

  @Test("the wheel over an inner view at its end scrolls the outer one")
  func nested() {
    let stage = NodeStage(
      columns: 12, rows: 4,
      ScrollView {
        ScrollView { Text(lines(0..<6)) }.height(3).shrink(0)
        Text(lines(10..<16))
      })
    #expect(stage.rows[0].hasPrefix("line 0"))
    stage.terminal.wheel(up: false, x: 1, y: 0)
    #expect(stage.rows[0].hasPrefix("line 3"))
    stage.terminal.wheel(up: false, x: 1, y: 0)
    #expect(stage.rows[0].hasPrefix("line 10"))
  }

  @Test("content of many lines is drawn only for the visible rows")
  func rowsInSight() {
    let drawn = Captured<[Range<Int>]>([])
    let stage = NodeStage(
      columns: 12, rows: 4,
      ScrollView { Canvas(width: 5, height: 1_000, id: 0) { drawn.value.append($0.rows) } })
    stage.terminal.send(.pageDown, .down)
    #expect(drawn.value.allSatisfy { $0.count <= 4 })
    #expect(drawn.value.last?.upperBound == 8)
    stage.show(ScrollView { Text(lines(0..<1_000)) })
    stage.terminal.send(.end)
    #expect(stage.rows[3].hasPrefix("line 999"))
  }

  @Test("a resized width keeps the same part of a text visible")
  func rewrapped() {
    let words = (0..<60).map { "word\($0)" }.joined(separator: " ")
    let stage = NodeStage(columns: 30, rows: 4, ScrollView { Text(words) })
    for _ in 0..<7 { stage.terminal.send(.down) }
    let first = stage.rows[0].split(separator: " ")[0]
    stage.terminal.resize(columns: 14, rows: 4)
    #expect(stage.rows.contains { $0.hasPrefix(first) })
    stage.terminal.resize(columns: 30, rows: 4)
    #expect(stage.rows[0].hasPrefix(first))
  }

  @Test("a click and a drag on the bar scroll, also beyond its ends")
  func dragged() {
    let stage = NodeStage(columns: 12, rows: 4, ScrollView { Text(lines(0..<40)) })
    stage.terminal.sendBytes(Array("\u{1B}[<0;12;3M".utf8))
    #expect(stage.rows[0].hasPrefix("line 24"))
    stage.terminal.sendBytes(Array("\u{1B}[<32;12;9M".utf8))
    #expect(stage.rows[3].hasPrefix("line 39"))
    stage.terminal.sendBytes(Array("\u{1B}[<32;3;1M".utf8))
    #expect(stage.rows[0].hasPrefix("line 0"))
    stage.terminal.sendBytes(Array("\u{1B}[<0;3;1m".utf8))
  }

  @Test("the thumb is at an end of the bar only if the content is at that end", arguments: 2..<12)
  func thumb(length: Int) {
    for total in length + 1..<60 {
      for start in 0...(total - length) {
        let bar = ScrollBarContent(axis: .vertical, start: start, shown: length, total: total)
        let thumb = bar.thumb(on: length)
        #expect(!thumb.isEmpty && thumb.lowerBound >= 0 && thumb.upperBound <= length)
        if length - thumb.count > 1 {
          #expect((thumb.lowerBound == 0) == (start == 0))
          #expect((thumb.upperBound == length) == (start == total - length))
        }
      }
    }
  }
}
