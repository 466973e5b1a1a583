import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Text selection with the mouse")
struct TextSelectionTests {
  private let copied = Captured<[String]>([])

  private func stage(columns: Int = 20, rows: Int = 6, _ node: some NodeConvertible) -> NodeStage {
    let stage = NodeStage(columns: columns, rows: rows, node)
    stage.screen.host.onCopy = { [copied] in copied.value.append($0) }
    return stage
  }

  private func drag(_ stage: NodeStage, _ from: (x: Int, y: Int), _ to: (x: Int, y: Int)) {
    stage.terminal.mouse(.press, x: from.x, y: from.y)
    stage.terminal.mouse(.drag, x: to.x, y: to.y)
    stage.terminal.mouse(.release, x: to.x, y: to.y)
  }

  private var poem: Node {
    Column {
      Text("The fog comes")
      Text("on little cat feet.")
      Text("It sits looking")
    }.node
  }

  @Test("a selection is inverse, and copied at the release without trailing blanks")
  func copies() {
    let stage = stage(poem)
    let plain = stage.terminal.virtualScreen.styledText
    stage.terminal.mouse(.press, x: 4, y: 0)
    stage.terminal.mouse(.drag, x: 8, y: 1)
    #expect(
      stage.terminal.virtualScreen.styledText == """
        The [inverse:fog comes       ]
        [inverse:on little] cat feet.
        It sits looking
        """)
    stage.terminal.mouse(.drag, x: 6, y: 0)
    #expect(stage.terminal.virtualScreen.styledText.hasPrefix("The [inverse:fog] comes\non little"))
    stage.terminal.mouse(.drag, x: 8, y: 1)
    #expect(copied.value == [])
    stage.terminal.mouse(.release, x: 8, y: 1)
    #expect(copied.value == ["fog comes\non little"])
    #expect(stage.terminal.virtualScreen.styledText != plain)
    _ = stage.takeBytes()
    stage.screen.drawFrame()
    #expect(stage.takeBytes() == 0)
  }

  @Test("a wrapped text is selected as one line, also after a redraw or a scroll")
  func wrapped() {
    func tree(_ color: Color, from first: Int) -> Node {
      Column {
        for line in first..<first + 2 {
          Text("\(line) is the fog on cat feet").wrap(.word).foreground(color).key(line)
        }
        Text("abcdefghijklmno").wrap(.character)
      }.node
    }
    let stage = stage(columns: 10, tree(.default, from: 0))
    func select(_ text: String) {
      drag(stage, (0, 0), (9, 5))
      #expect(copied.value.last == text)
    }
    #expect(
      stage.rows == ["0 is the", "fog on cat", "feet", "1 is the", "fog on cat", "feet"])
    select("0 is the fog on cat feet\n1 is the fog on cat feet")
    stage.show(tree(.red, from: 0))
    select("0 is the fog on cat feet\n1 is the fog on cat feet")
    stage.show(tree(.red, from: 1))
    stage.terminal.resize(columns: 12, rows: 6)
    select("1 is the fog on cat feet\n2 is the fog on cat feet\nabcdefghijklmno")
    stage.show(Text("short\nand\nhard").node)
    select("short\nand\nhard\n\n\n")
  }

  @Test("a selection can go up and to the left")
  func backwards() {
    let stage = stage(poem)
    drag(stage, (8, 1), (4, 0))
    #expect(copied.value == ["fog comes\non little"])
  }

  @Test(
    "Escape ends a selection, and so do keys, clicks and the wheel, which keep their own effect")
  func ends() {
    let keys = Captured<[Key]>([])
    let stage = stage(
      poem.onKey {
        keys.value.append($0); return true
      })
    let plain = stage.terminal.virtualScreen.styledText
    for end in [
      { stage.terminal.send(.escape) }, { stage.terminal.send(.character("a")) },
      { stage.terminal.click(x: 0, y: 0) }, { stage.terminal.wheel(up: true, x: 0, y: 0) },
      { stage.terminal.resize(columns: 21, rows: 6) },
    ] {
      drag(stage, (0, 0), (4, 1))
      #expect(stage.terminal.virtualScreen.styledText != plain)
      end()
      #expect(stage.terminal.virtualScreen.styledText == plain)
    }
    #expect(keys.value == [.character("a")])
    stage.terminal.send(.escape)
    #expect(keys.value.last == .escape)
  }

  @Test("wide characters are selected whole")
  func wide() {
    let stage = stage(Text("a漢字b"))
    drag(stage, (2, 0), (3, 0))
    #expect(copied.value == [])
    drag(stage, (4, 0), (2, 0))
    #expect(copied.value == ["漢字"])
    #expect(stage.terminal.virtualScreen.styledText == "a[inverse:漢字]b")
  }

  @Test("a drag by one cell is a click, and a longer one selects without a click")
  func clicks() {
    let clicks = Captured(0)
    let stage = stage(Button("press me") { clicks.value += 1 })
    drag(stage, (2, 0), (3, 0))
    #expect((clicks.value, copied.value.count) == (1, 0))
    drag(stage, (1, 0), (5, 0))
    #expect((clicks.value, copied.value) == (1, ["press"]))
  }

  @Test("a captured mouse, another button and Shift select nothing")
  func captured() {
    let stage = stage(
      Column {
        Text("dragged").onPointer(.drags) { _ in true }
        Text("text")
      })
    drag(stage, (0, 0), (3, 1))
    stage.terminal.mouse(.press, .right, x: 0, y: 1)
    stage.terminal.mouse(.drag, .right, x: 3, y: 1)
    stage.terminal.mouse(.release, .right, x: 3, y: 1)
    stage.terminal.sendBytes(Array("\u{1B}[<4;1;2M\u{1B}[<36;4;2M\u{1B}[<4;4;2m".utf8))
    #expect(copied.value == [])
    #expect(stage.terminal.virtualScreen.styledText == "dragged\ntext")
  }

  @Test("a selection stays in the clip of the element where it starts")
  func columns() {
    let stage = stage(
      Row {
        ScrollView {
          Text("one")
          Text("two")
        }.width(7).height(4)
        Column {
          Text("x")
          Text("y")
        }
      })
    drag(stage, (0, 0), (19, 3))
    #expect(copied.value == ["one\ntwo\n\n"])
  }

  @Test("a change below a selection is drawn correctly")
  func changes() {
    let stage = stage(poem)
    drag(stage, (0, 0), (19, 1))
    stage.show(Column { Text("other") })
    #expect(stage.terminal.virtualScreen.styledText.contains("[inverse:other"))
    stage.terminal.send(.escape)
    #expect(stage.terminal.virtualScreen.styledText == "other")
  }

  @Test(
    "random drags, changes, scrolls and keys give the screen of a full frame",
    arguments: 1...rounds(3, long: 200))
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let words = ["one", "漢字漢字", "👩‍💻 and more", "a b", "the quick brown fox jumps over it"]
    func tree() -> Node {
      Row {
        ScrollView {
          for row in 0..<number(0...12) {
            Text(words[number(0...4)]).foreground(number(0...3) == 0 ? .red : .default).key(row)
          }
        }.width(12)
        Column { for row in 0..<number(0...4) { Text(words[number(0...4)]).key(row) } }
      }.node
    }
    let stage = stage(tree())
    for step in 0..<rounds(40, long: 60) {
      switch number(0...6) {
      case 0, 1: stage.show(tree())
      case 2: stage.terminal.wheel(up: number(0...1) == 0, x: number(0...19), y: number(0...5))
      case 3: stage.terminal.send([Key.escape, .tab, .down, .pageDown][number(0...3)])
      case 4 where number(0...3) == 0:
        stage.terminal.resize(columns: number(1...30), rows: number(1...8))
      default:
        stage.terminal.mouse(.press, x: number(0...19), y: number(0...5))
        for _ in 0...number(0...2) {
          stage.terminal.mouse(.drag, x: number(-1...21), y: number(-1...7))
        }
        if number(0...3) > 0 {
          stage.terminal.mouse(.release, x: number(0...19), y: number(0...5))
        }
      }
      let shown = stage.terminal.virtualScreen.styledText
      stage.screen.repaint()
      stage.screen.drawFrame()
      #expect(stage.terminal.virtualScreen.styledText == shown, "seed \(seed), step \(step)")
    }
    stage.terminal.send(.escape)
    #expect(!stage.terminal.virtualScreen.styledText.contains("[inverse"))
  }
}
