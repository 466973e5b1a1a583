import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing
import TestSupport

@testable import MillraceTerminal
@testable import MillraceWidgets

/// Tests what a host must do for the tree, where layout boxes, clips and wide glyphs meet.
@MainActor
@Suite("Terminal host contract")
struct HostContractTests {
  private let pressed = Captured<[String]>([])

  private func button(_ name: String) -> Node {
    Button(name) { pressed.value.append(name) }.node
  }

  /// A container that shows its content with an offset.
  private func scrolled(
    _ x: Int = 0, _ y: Int, width: Int = 10, height: Int = 3, @NodeBuilder _ content: () -> Node
  ) -> Node {
    let style = LayoutStyle.element {
      $0.direction = .column
      $0.overflow = .scroll
      $0.width = .cells(Double(width))
      $0.height = .cells(Double(height))
      $0.shrink = 0
    }
    return Node(
      Element(
        Container(), style: style, offset: CellPoint(x: x, y: y), children: [content()]))
  }

  @Test(
    "an element that covered half of a wide glyph leaves no hole when it is removed",
    arguments: 0..<8)
  func wideGlyph(column: Int) {
    func tree(_ isOn: Bool) -> Node {
      Column {
        Text("漢字漢字")
        if isOn { Text("X").absolute(left: .cells(Double(column)), top: 0) }
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 2, tree(false))
    stage.show(tree(true))
    #expect(stage.rows[0].contains("X"))
    #expect(stage.rows[0].filter { "漢字".contains($0) }.count == 3)
    stage.show(tree(false))
    #expect(stage.rows == ["漢字漢字"])
  }

  @Test("overlapping wide glyphs are whole after the element that covered them is removed")
  func wideGlyphsOverOthers() {
    func tree(_ isOn: Bool) -> Node {
      Column {
        Text("漢漢漢漢")
        Text("字字").absolute(left: 1, top: 0)
        if isOn { Text("X").absolute(left: 4, top: 0) }
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 2, tree(true))
    stage.show(tree(false))
    #expect(stage.rows == NodeStage(columns: 10, rows: 2, tree(false)).rows)
    #expect(stage.rows[0].contains("字字"))
  }

  @Test("an element that moves along wide glyphs leaves them whole")
  func wideGlyphMove() {
    func tree(_ column: Int) -> Node {
      Column {
        Text("漢字漢字")
        Text("X").absolute(left: .cells(Double(column)), top: 0)
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 2, tree(1))
    #expect(stage.rows == [" X字漢字"])
    stage.show(tree(2))
    #expect(stage.rows == ["漢X 漢字"])
    stage.show(tree(5))
    #expect(stage.rows == ["漢字 X字"])
  }

  @Test("a wide glyph that a clip cuts is a blank, and whole when there is room")
  func clippedGlyph() {
    func tree(_ width: Double) -> Node {
      Row {
        Row { Text("漢字漢").shrink(0) }.width(.cells(width)).shrink(0)
        Text("|")
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 1, tree(3))
    #expect(stage.rows == ["漢 |"])
    stage.show(tree(4))
    #expect(stage.rows == ["漢字|"])
    stage.show(tree(5))
    #expect(stage.rows == ["漢字 |"])
    stage.show(tree(6))
    #expect(stage.rows == ["漢字漢|"])
    stage.show(tree(3))
    #expect(stage.rows == ["漢 |"])
  }

  @Test("a wide glyph that an offset cuts on the left is a blank")
  func offsetGlyph() {
    func tree(_ x: Int) -> Node { scrolled(x, 0) { Text("漢字漢").width(6).shrink(0) } }
    let stage = NodeStage(columns: 10, rows: 3, tree(1))
    #expect(stage.rows == [" 字漢"])
    stage.show(tree(2))
    #expect(stage.rows == ["字漢"])
    stage.show(tree(3))
    #expect(stage.rows == [" 漢"])
    stage.show(tree(0))
    #expect(stage.rows == ["漢字漢"])
  }

  @Test("a click on a box's border does not press a control that overflows below it")
  func clippedButton() {
    let stage = NodeStage(
      columns: 12, rows: 5,
      Column {
        Box {
          button("a")
          button("b")
        }.height(3).shrink(0)
      })
    #expect(stage.rows == ["╭──────────╮", "│‹a›       │", "╰──────────╯"])
    stage.terminal.click(x: 2, y: 2)
    stage.terminal.click(x: 2, y: 3)
    #expect(pressed.value == [])
    stage.terminal.click(x: 2, y: 1)
    #expect(pressed.value == ["a"])
  }

  @Test("children keep their styles when a container changes its direction")
  func direction() {
    func tree(_ isRow: Bool) -> Node {
      func content() -> Node {
        .fragment([
          Text("a").width(3).background(.blue), Text("b").grow(), Text("c").height(2).node,
        ])
      }
      return isRow ? Row { content() }.node : Column { content() }.node
    }
    let stage = NodeStage(columns: 12, rows: 4, tree(false))
    #expect(stage.rows == ["a", "b", "c"])
    stage.show(tree(true))
    #expect(stage.rows == ["a  b       c"])
    stage.show(tree(false))
    #expect(stage.rows == ["a", "b", "c"])
    let fresh = NodeStage(columns: 12, rows: 4, tree(false))
    #expect(stage.terminal.virtualScreen.styledText == fresh.terminal.virtualScreen.styledText)
  }

  @Test("a root of one element can become several, one again, and none")
  func roots() {
    struct Parts: Component {
      let count: Int
      var body: Node { Node.fragment((0..<count).map { Text("part \($0)").key($0) }) }
    }
    let stage = NodeStage(columns: 12, rows: 4, Parts(count: 1))
    stage.show(Parts(count: 3))
    #expect(stage.rows == ["part 0", "part 1", "part 2"])
    stage.show(Parts(count: 1))
    #expect(stage.rows == ["part 0"])
    stage.show(Parts(count: 0))
    #expect(stage.rows == [])
  }

  @Test("drawing and clicks use the same offset")
  func offset() {
    func tree(_ y: Int) -> Node {
      Column {
        Text("above")
        scrolled(0, y) { for name in ["a", "b", "c", "d", "e"] { button(name).key(name) } }
        Text("below")
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 5, tree(0))
    #expect(stage.rows == ["above", "‹a›", "‹b›", "‹c›", "below"])
    stage.show(tree(2))
    #expect(stage.rows == ["above", "‹c›", "‹d›", "‹e›", "below"])
    for y in 0..<5 { stage.terminal.click(x: 1, y: y) }
    #expect(pressed.value == ["c", "d", "e"])
    stage.show(tree(1))
    #expect(stage.rows == ["above", "‹b›", "‹c›", "‹d›", "below"])
    stage.terminal.click(x: 1, y: 1)
    #expect(pressed.value.last == "b")
  }

  @Test("the cursor follows its field through an offset, and is hidden with the field")
  func cursor() {
    func tree(_ y: Int) -> Node {
      scrolled(0, y, height: 2) {
        Text("one")
        TextField("ab", onChange: { _ in }).shrink(0)
        Text("three")
      }
    }
    let stage = NodeStage(columns: 10, rows: 4, tree(0))
    #expect(stage.terminal.cursor == CellPoint(x: 2, y: 1))
    stage.show(tree(1))
    #expect(stage.rows == ["ab", "three"])
    #expect(stage.terminal.cursor == CellPoint(x: 2, y: 0))
    stage.show(tree(2))
    #expect(stage.terminal.cursor == nil)
  }

  @Test(
    "random offsets give the screen of a fresh drawing",
    arguments: 0..<rounds(4, long: 30))
  func randomOffsets(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let words = ["漢字漢字漢字", "plain text 123", "👩‍👩‍👧x👩‍👩‍👧", "a漢b字c漢d", ""]
    let lines = (0..<12).map { _ in words.randomElement(using: &generator) ?? "" }
    func tree(_ x: Int, _ y: Int, _ isCovered: Bool) -> Node {
      Column {
        Box {
          scrolled(x, y, width: 8, height: 4) {
            for (index, line) in lines.enumerated() {
              Text(line).width(14).shrink(0).key(index)
            }
          }
        }.width(10)
        if isCovered { Text("#").absolute(left: 4, top: 2) }
      }.node
    }
    let stage = NodeStage(columns: 12, rows: 7, Node.empty)
    for step in 0..<20 {
      let tree = tree(
        .random(in: 0...7, using: &generator), .random(in: 0...9, using: &generator),
        .random(using: &generator))
      stage.show(tree)
      let fresh = NodeStage(columns: 12, rows: 7, tree)
      #expect(
        stage.terminal.virtualScreen.styledText == fresh.terminal.virtualScreen.styledText,
        "seed \(seed), step \(step)")
    }
  }

  @Test("an element that is hidden in an offset container returns to its position")
  func hiddenInside() {
    func tree(_ isHidden: Bool) -> Node {
      scrolled(0, 1) {
        Text("0")
        Text("1").hidden(isHidden)
        Text("2")
        Text("3")
      }
    }
    let stage = NodeStage(columns: 10, rows: 4, tree(false))
    #expect(stage.rows == ["1", "2", "3"])
    stage.show(tree(true))
    #expect(stage.rows == ["2", "3"])
    stage.show(tree(false))
    #expect(stage.rows == ["1", "2", "3"])
  }

  @Test("a keyed move in an offset container is drawn, and clicks follow it")
  func moveInside() {
    func tree(_ names: [String]) -> Node {
      scrolled(0, 1) { for name in names { button(name).key(name) } }
    }
    let stage = NodeStage(columns: 10, rows: 4, tree(["a", "b", "c"]))
    stage.show(tree(["c", "a", "b"]))
    #expect(stage.rows == ["‹a›", "‹b›"])
    stage.terminal.click(x: 1, y: 0)
    #expect(pressed.value == ["a"])
  }
}
