import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Canvas")
struct CanvasTests {
  /// The sample in the documentation of `TerminalContent`.
  private struct Meter: TerminalContent {
    var share: Double
    func measure(_ widths: WidthRules) -> MeasureFunction? {
      MeasureFunction { _, _ in LayoutSize(width: 10, height: 1) }
    }
    func draw(in brush: Brush, state: inout Void) {
      let columns = Int(share * Double(brush.size.width))
      brush.write(String(repeating: "█", count: columns), x: 0, y: 0)
    }
  }

  @Test("a drawing has the size that it requests, and is clipped to its bounds")
  func draws() {
    let stage = NodeStage(
      Column {
        Row {
          Canvas(width: 4, height: 2) { brush in
            for y in 0..<3 { brush.write("######", x: 0, y: y) }
          }
          Text("|")
        }
      })
    #expect(stage.rows == ["####|", "####"])
  }

  @Test("a canvas can have content that is drawn over it")
  func holds() {
    let stage = NodeStage(
      Canvas { brush in
        brush.write("#########", x: 0, y: 0)
      } content: {
        Text("over").margin(left: 2)
      })
    #expect(stage.rows == ["##over###"])
  }

  @Test("a canvas is drawn again only when its id changes")
  func again() {
    let drawn = Captured(0)
    func tree(_ id: Int, _ other: String) -> Node {
      Row {
        Canvas(width: 3, height: 1, id: id) { brush in
          drawn.value += 1
          brush.write("\(id)", x: 0, y: 0)
        }
        Text(other)
      }.node
    }
    let stage = NodeStage(tree(1, "a"))
    stage.show(tree(1, "b"))
    #expect(drawn.value == 1)
    stage.show(tree(2, "b"))
    #expect(drawn.value == 2)
    #expect(stage.rows == ["2  b"])
  }

  @Test("a program's own TerminalContent is measured and drawn")
  func raw() {
    let stage = NodeStage(
      Row {
        Node(Element(Meter(share: 0.5)))
        Text("|")
      })
    #expect(stage.rows == ["█████     |"])
  }
}
