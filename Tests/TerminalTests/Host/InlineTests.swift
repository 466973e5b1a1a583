import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Inline programs")
struct InlineTests {
  private func terminal(
    columns: Int = 20, rows: Int = 8, height: Int = 3, mouse: Bool = false, clears: Bool = false,
    prompt: String = "$ run\r\n", version: String = "tmux 3.4"
  ) -> TestTerminal {
    let terminal = TestTerminal(
      columns: columns, rows: rows,
      screen: .inline(rows: height, mouse: mouse, clearsAtEnd: clears), version: version)
    terminal.write(Array(prompt.utf8))
    return terminal
  }

  private func lines(_ texts: String...) -> Node {
    Column { for text in texts { Text(text) } }.node
  }

  @Test("an inline program is drawn below the prompt, and leaves the cursor below it at the end")
  func stands() {
    let stage = NodeStage(terminal(), lines("one", "two", "three"))
    #expect(stage.rows == ["$ run", "one", "two", "three"])
    #expect(!stage.terminal.virtualScreen.modes.contains(1049))
    #expect(!stage.terminal.virtualScreen.modes.contains(1000))
    stage.show(lines("one", "2", "three"))
    #expect(stage.rows == ["$ run", "one", "2", "three"])
    stage.terminal.stop()
    #expect(stage.rows == ["$ run", "one", "2", "three"])
    #expect(stage.terminal.cursor == CellPoint(x: 0, y: 4))
    #expect(stage.terminal.virtualScreen.modes == VirtualScreen(width: 1, height: 1).modes)
    #expect(stage.terminal.virtualScreen.unknownSequences == [])
  }

  @Test("an inline program makes room at the bottom by scrolling earlier lines up")
  func makesRoom() {
    let prompt = (1...7).map { "\($0)\r\n" }.joined()
    let stage = NodeStage(terminal(prompt: prompt), lines("one", "two", "three"))
    #expect(stage.rows == ["3", "4", "5", "6", "7", "one", "two", "three"])
    #expect(stage.terminal.virtualScreen.scrollback == ["1", "2"])
    stage.terminal.stop()
    #expect(stage.rows == ["4", "5", "6", "7", "one", "two", "three"])
    #expect(stage.terminal.cursor == CellPoint(x: 0, y: 7))
  }

  @Test("at the end the cursor is below the last row that is not empty")
  func endsBehindText() {
    let stage = NodeStage(terminal(height: 6), lines("one"))
    stage.terminal.stop()
    #expect(stage.terminal.cursor == CellPoint(x: 0, y: 2))
    #expect(stage.rows == ["$ run", "one"])
  }

  @Test("an inline program can clear its rows at the end")
  func clears() {
    let stage = NodeStage(terminal(clears: true), lines("one", "two", "three"))
    stage.screen.print("kept")
    stage.screen.drawFrame()
    stage.terminal.stop()
    #expect(stage.rows == ["$ run", "kept"])
    #expect(stage.terminal.cursor == CellPoint(x: 0, y: 2))
  }

  @Test("printed lines stand above the program, wrap, and enter the scrollback")
  func prints() {
    let stage = NodeStage(terminal(columns: 12, rows: 7), lines("one", "two", "three"))
    stage.screen.print("first")
    stage.screen.print("a line of its own\nlast")
    stage.screen.drawFrame()
    #expect(stage.rows == ["first", "a line of it", "s own", "last", "one", "two", "three"])
    #expect(stage.terminal.virtualScreen.scrollback == ["$ run"])
    for number in 1...10 { stage.screen.print("\(number)") }
    stage.screen.drawFrame()
    #expect(stage.rows == ["7", "8", "9", "10", "one", "two", "three"])
    #expect(stage.terminal.virtualScreen.scrollback.suffix(2) == ["5", "6"])
  }

  @Test("a narrower terminal keeps no part of the old frame, whether it wraps or cuts lines")
  func narrower() {
    for version in ["tmux 3.4", "XTerm(390)"] {
      let terminal = terminal(columns: 20, rows: 16, version: version)
      let text = "漢字 and twenty cells"
      let tree = Column {
        Text(text).wrap(.clip)
        Text(text).wrap(.clip)
        TextField("abc", onChange: { _ in })
      }
      let stage = NodeStage(terminal, tree)
      stage.terminal.answerQueries()
      #expect(stage.terminal.cursor?.y == 3)
      for columns in [11, 6, 9, 20] {
        stage.terminal.resize(columns: columns, rows: 16)
        #expect(stage.rows.count == 4, "\(columns)")
        #expect(stage.rows.filter { $0.hasPrefix("漢字") }.count == 2, "\(columns)")
      }
    }
  }

  @Test("a lower terminal shows the rows that fit, and a higher one all rows again")
  func lower() {
    let stage = NodeStage(terminal(), lines("one", "two", "three"))
    stage.terminal.resize(columns: 20, rows: 2)
    #expect(stage.rows == ["one", "two"])
    stage.terminal.resize(columns: 20, rows: 8)
    #expect(stage.rows == ["one", "two", "three"])
    #expect(stage.terminal.virtualScreen.scrollback == ["$ run"])
  }

  @Test("the notice of a delayed frame is in the last row, and printed lines wait for the frame")
  func waits() {
    let stage = NodeStage(terminal(), lines("one", "two", "three"))
    stage.screen.frameAdmission = { _ in (false, " saving is delayed ") }
    stage.screen.print("a line")
    stage.show(lines("1", "2", "3"))
    #expect(stage.rows == ["$ run", "one", "two", " saving is delayed"])
    stage.screen.restart()
    stage.screen.frameAdmission = { _ in (true, nil) }
    stage.terminal.write(Array("\r\n".utf8))
    stage.screen.drawFrame()
    #expect(stage.rows == ["$ run", "one", "two", " saving is delayed", "a line", "1", "2", "3"])
  }

  @Test("mouse rows count from the program's first row once the terminal has reported it")
  func mouse() {
    var clicks = 0
    let tree = Column {
      Text("one")
      Button("press") { clicks += 1 }
    }
    let stage = NodeStage(terminal(mouse: true), tree)
    stage.terminal.click(x: 1, y: 2)
    #expect(clicks == 0)
    stage.terminal.answerQueries()
    stage.terminal.click(x: 1, y: 2)
    #expect(clicks == 1)
    stage.screen.print("a line")
    stage.screen.drawFrame()
    stage.terminal.answerQueries()
    stage.terminal.click(x: 1, y: 2)
    #expect(clicks == 1)
    stage.terminal.click(x: 1, y: 3)
    #expect(clicks == 2)
  }

  @Test(
    "an inline frame uses only relative motions, also on an old terminal",
    arguments: [TerminalFeatures.attributeOff, .modern])
  func relative(features: TerminalFeatures) {
    let terminal = terminal()
    var painter = Painter(
      traits: TerminalTraits(features: features).taking(.inline(rows: 3)))
    var grid = CellGrid(width: 20, height: 3)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      grid.write(
        ["漢字", "a b", "      ", "👩‍💻x"].randomElement(using: &random) ?? "",
        x: Int.random(in: 0..<18, using: &random), y: Int.random(in: 0..<3, using: &random))
      var bytes: [UInt8] = []
      let cursor = (
        x: Int.random(in: 0..<20, using: &random), y: Int.random(in: 0..<3, using: &random)
      )
      painter.paint(&grid, cursor: cursor, into: &bytes)
      #expect(!bytes.contains(UInt8(ascii: "H")))
      terminal.write(bytes)
      let screen = terminal.virtualScreen
      #expect((1..<4).map(screen.rowText) == (0..<3).map(grid.rowText))
      #expect(terminal.cursor == CellPoint(x: cursor.x, y: cursor.y + 1))
    }
  }

  @Test(
    "random output, keys, prints and resizes keep the lines above and give a fresh frame below",
    arguments: 1...rounds(6, long: 500))
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let wraps = seed % 2 == 0
    let words = ["one", "漢字", "👩‍💻", "a b", "──────", "the quick brown fox", ""]
    let terminal = terminal(
      columns: 30, rows: 26, height: 4, version: wraps ? "tmux 3.4" : "XTerm(390)")
    var printed = ["$ run"]
    func tree(_ texts: [String], _ hasField: Bool) -> Node {
      Column {
        for (index, text) in texts.enumerated() { Text(text).wrap(.clip).key(index) }
        if hasField { TextField("abc", onChange: { _ in }).autofocus() }
      }.node
    }
    var shown = tree([], false)
    let stage = NodeStage(terminal, shown)
    stage.terminal.answerQueries()
    for step in 0..<rounds(25, long: 60) {
      switch number(0...5) {
      case 0:
        for _ in 0...number(0...2) {
          printed.append("p\(step)")
          stage.screen.print("p\(step)")
        }
        stage.screen.drawFrame()
      case 1: stage.terminal.resize(columns: number(8...40), rows: wraps ? number(24...30) : 26)
      case 2: stage.terminal.send([Key.left, .right, .home, .end][number(0...3)])
      case 3:
        stage.screen.repaint()
        stage.screen.drawFrame()
      default:
        shown = tree(
          (0..<number(0...4)).map { _ in words[number(0...words.count - 1)] }, number(0...1) == 0)
        stage.show(shown)
      }
      let fresh = NodeStage(
        TestTerminal(columns: terminal.size.columns, rows: terminal.size.rows), shown)
      let screen = terminal.virtualScreen
      var seen = screen.scrollback + (0..<screen.height).map(screen.rowText)
      while seen.last == "" { seen.removeLast() }
      var wanted = printed + fresh.rows
      while wanted.last == "" { wanted.removeLast() }
      #expect(seen == wanted, "seed \(seed), step \(step)")
      if seen != wanted { return }
    }
    terminal.stop()
    #expect(terminal.cursor?.x == 0)
    #expect(terminal.virtualScreen.unknownSequences == [])
  }
}
