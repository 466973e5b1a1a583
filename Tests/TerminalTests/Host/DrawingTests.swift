import MillraceLayout
import MillraceRender
import Testing
import TestSupport

@testable import MillraceTerminal
@testable import MillraceWidgets
import MillraceTesting

@MainActor
@Suite("Drawing")
struct DrawingTests {
  @Test("an unchanged tree writes nothing")
  func unchanged() {
    let tree = Column { Text("hello") }.node
    let stage = NodeStage(tree)
    _ = stage.takeBytes()
    stage.show(tree)
    stage.screen.drawFrame()
    #expect(stage.takeBytes() == 0)
  }

  /// Larger than any memory: a drawing of all cells would not end.
  @Test("an element of any size draws only what shows", arguments: [1e9, 1e18, .infinity])
  func enormous(size: Double) {
    let contents: [(name: String, node: Node, row: String)] = [
      ("divider", Divider(.horizontal).node, "──────────"),
      ("vertical divider", Divider(.vertical).node, "│"),
      ("box", Box(title: "Title") { Text("a") }.node, "╭─ Title ─"),
      ("progress", ProgressBar(0.5).node, "██████████"),
      ("text", Text("word").node, "word"),
      ("spinner", Spinner("work").node, "⠋ work"),
      ("field", TextField("word", onChange: { _ in }).node, "word"),
      ("button", Button("Press") {}.node, "‹Press›"),
      ("scroll view", ScrollView { Text("a") }.node, "a"),
    ]
    for (name, node, row) in contents {
      let stage = NodeStage(
        columns: 10, rows: 3,
        Column { node.width(.cells(size)).height(.cells(size)).shrink(0) })
      #expect(stage.rows.first == row, "\(name)")
      stage.show(Column { node.padding(.cells(size)).margin(.cells(size)) })
      stage.show(
        Row(gap: .cells(size)) {
          node; node
        })
    }
    // The bar has to show where it is.
    let scrolled = NodeStage(
      columns: 10, rows: 3, ScrollView { Text("a").height(.cells(size)).shrink(0) })
    #expect(scrolled.rows.first == "a        █")
  }

  @Test("a changed word costs only its own bytes")
  func smallChange() {
    func tree(_ word: String) -> Node {
      Column { for line in 0..<20 { Text(line == 7 ? word : "line \(line)") } }.node
    }
    let stage = NodeStage(columns: 80, rows: 24, tree("one"))
    _ = stage.takeBytes()
    let drawn = stage.screen.host.drawnNodes
    stage.show(tree("two"))
    #expect(stage.takeBytes() <= 12)
    #expect(stage.screen.host.drawnNodes - drawn <= 3)
  }

  @Test("styles are inherited, and inner styles override outer ones")
  func cascade() {
    let stage = NodeStage(
      Column {
        Text("a")
        Text("b").foreground(.blue)
      }.foreground(.red).bold())
    let screen = stage.terminal.virtualScreen
    #expect(screen.cell(x: 0, y: 0).style == Style(foreground: .red, attributes: .bold))
    #expect(screen.cell(x: 0, y: 1).style == Style(foreground: .blue, attributes: .bold))
  }

  @Test("a background fills its element")
  func background() {
    let stage = NodeStage(
      columns: 6, rows: 2, Column { Text("ab").background(.blue).width(4).alignSelf(.start) })
    let styles = (0..<6).map { stage.terminal.virtualScreen.cell(x: $0, y: 0).style.background }
    #expect(styles == [.blue, .blue, .blue, .blue, .default, .default])
  }

  @Test("a removed element uncovers the content behind it")
  func uncovers() {
    func tree(_ isOn: Bool) -> Node {
      Column {
        Text("behind")
        if isOn { Text("XX").absolute(left: 1, top: 0) }
      }.node
    }
    let stage = NodeStage(tree(true))
    #expect(stage.rows == ["bXXind"])
    stage.show(tree(false))
    #expect(stage.rows == ["behind"])
  }

  @Test("a container draws nothing outside its box")
  func clips() {
    let stage = NodeStage(
      Column {
        Column {
          Text("1")
          Text("2")
          Text("3")
        }.height(2).shrink(0)
        Text("below")
      })
    #expect(stage.rows == ["1", "2", "below"])
  }

  @Test("a root view can be hidden and shown again")
  func hiddenRoot() {
    let stage = NodeStage(Divider())
    #expect(stage.rows.count == 1)
    stage.show(Divider().hidden())
    #expect(stage.rows == [])
    stage.show(Divider())
    #expect(stage.rows.count == 1)
    stage.show(Divider().absolute(left: 1, top: 1).width(3))
    #expect(stage.rows == ["", " ───"])
    stage.show(Divider().hidden())
    #expect(stage.rows == [])
  }

  @Test("a resized screen is laid out and painted again")
  func resize() {
    let stage = NodeStage(
      columns: 10, rows: 2,
      Row {
        Text("l")
        Spacer()
        Text("r")
      })
    #expect(stage.rows == ["l        r"])
    stage.terminal.resize(columns: 5, rows: 1)
    #expect(stage.rows == ["l   r"])
    stage.terminal.resize(columns: 1, rows: 1)
    stage.terminal.resize(columns: 12, rows: 3)
    #expect(stage.rows == ["l          r"])
  }

  @Test("frames are synchronized only after the terminal confirms the mode")
  func synchronizedOutput() {
    func tree(_ text: String) -> Node { Text(text).node }
    let plain = NodeStage(tree("a"))
    _ = plain.takeBytes()
    plain.show(tree("b"))
    let bytes = plain.takeBytes()

    let synchronized = NodeStage(tree("a"))
    synchronized.terminal.answerQueries()
    _ = synchronized.takeBytes()
    synchronized.show(tree("b"))
    #expect(synchronized.takeBytes() == bytes + 16)
    #expect(!synchronized.terminal.virtualScreen.modes.contains(2026))

    let refused = NodeStage(tree("a"))
    refused.terminal.sendBytes(Array("\u{1B}[?2026;0$y\u{1B}[?62c".utf8))
    _ = refused.takeBytes()
    refused.show(tree("b"))
    #expect(refused.takeBytes() == bytes)
  }

  @Test("stopping resets all modes and shows the cursor")
  func leaves() {
    let stage = NodeStage(Column { TextField("", onChange: { _ in }) })
    let before = VirtualScreen(width: 1, height: 1)
    stage.terminal.stop()
    let screen = stage.terminal.virtualScreen
    #expect(screen.modes == before.modes)
    #expect(screen.isCursorVisible)
    #expect(screen.unknownSequences == [])
    #expect(screen.keyboardFlags == 0)
    #expect(screen.title == "")
  }

  @Test(
    "random changes give the screen of a fresh drawing", arguments: 0..<rounds(5, long: 60))
  func randomChanges(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let stage = NodeStage(columns: 24, rows: 10, Node.empty)
    for step in 0..<15 {
      if Int.random(in: 0..<8, using: &generator) == 0 {
        stage.terminal.resize(
          columns: Int.random(in: 1...30, using: &generator),
          rows: Int.random(in: 1...12, using: &generator))
      }
      let tree = randomTree(depth: 3, &generator)
      stage.show(tree)
      let size = stage.terminal.size
      let fresh = NodeStage(columns: size.columns, rows: size.rows, tree)
      #expect(
        stage.terminal.virtualScreen.styledText == fresh.terminal.virtualScreen.styledText,
        "seed \(seed), step \(step)")
      #expect(stage.terminal.virtualScreen.unknownSequences == [])
    }
  }

  private func randomTree(depth: Int, _ generator: inout SeededGenerator) -> Node {
    let words = [
      "a", "wide 漢字 text", "two words", "👩‍👩‍👧 family", "long line that has to wrap", "é\n2",
    ]
    var node: Node
    switch Int.random(in: 0..<(depth > 0 ? 7 : 2), using: &generator) {
    case 0: node = Text(words.randomElement(using: &generator) ?? "").node
    case 1: node = Divider().node
    case 2, 3: node = Column { randomChildren(depth: depth, &generator) }.node
    case 4, 5: node = Row(gap: 1) { randomChildren(depth: depth, &generator) }.node
    default: node = Box(title: "t") { randomChildren(depth: depth, &generator) }.node
    }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: node = node.hidden()
    case 1: node = node.background(.blue)
    case 2: node = node.bold()
    case 3: node = node.grow()
    case 4:
      node = node.absolute(
        left: .cells(Double(Int.random(in: -2...8, using: &generator))),
        top: .cells(Double(Int.random(in: -2...5, using: &generator))))
    case 5: node = node.key(Int.random(in: 0..<3, using: &generator))
    default: break
    }
    return node
  }

  private func randomChildren(depth: Int, _ generator: inout SeededGenerator) -> Node {
    .fragment(
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        randomTree(depth: depth - 1, &generator)
      })
  }
}
