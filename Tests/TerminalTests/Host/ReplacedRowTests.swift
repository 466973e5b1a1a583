import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// Rows that disappear as others appear instead.
@MainActor
@Suite("Replaced rows")
struct ReplacedRowTests {
  private let log = Captured<[String]>([])

  /// Content that counts its draws.
  private struct Counting: TerminalContent {
    func measure(_ widths: WidthRules) -> MeasureFunction? {
      MeasureFunction { _, _ in LayoutSize(width: 4, height: 1) }
    }
    func makeState() -> Int { 0 }
    func draw(in brush: Brush, state: inout Int) {
      state += 1
      brush.write("#\(state)", x: 0, y: 0)
    }
  }

  private func rows(_ keys: [Int], @NodeBuilder row: (Int) -> Node) -> Node {
    Column { for key in keys { Row { row(key) }.key(key) } }.node
  }

  @Test("a raw node's state is not reused for another row")
  func state() {
    let stage = NodeStage(rows([1, 2]) { _ in Node(Element(Counting())) })
    #expect(stage.rows == ["#1", "#1"])
    stage.show(rows([3, 2]) { _ in Node(Element(Counting())) })
    #expect(stage.rows == ["#1", "#1"])
  }

  @Test("a press on one row does not click the row that replaces it")
  func press() {
    func tree(_ keys: [Int]) -> Node {
      rows(keys) { key in Button("row \(key)") { log.value.append("\(key)") } }
    }
    let stage = NodeStage(tree([1, 2]))
    stage.terminal.sendBytes(Array("\u{1B}[<0;3;1M".utf8))
    stage.show(tree([3, 2]))
    stage.terminal.sendBytes(Array("\u{1B}[<0;3;1m".utf8))
    #expect(log.value == [])
    stage.terminal.click(x: 2, y: 0)
    #expect(log.value == ["3"])
  }

  @Test("the focus leaves a replaced row, and both controls get a focus change")
  func focus() {
    func tree(_ keys: [Int]) -> Node {
      rows(keys) { key in
        Button("row \(key)") {}.onFocusChange { log.value.append("\(key) \($0)") }
      }
    }
    let stage = NodeStage(tree([1, 2]))
    #expect(log.value == ["1 true"])
    stage.show(tree([3, 2]))
    #expect(log.value == ["1 true", "1 false", "2 true"])
  }

  @Test("the focus moves to a replacing row with autofocus, and both get a focus change")
  func focusGoesOn() {
    func tree(_ key: Int) -> Node {
      rows([key]) { key in
        Button("row \(key)") {}.autofocus().onFocusChange { log.value.append("\(key) \($0)") }
      }
    }
    let stage = NodeStage(tree(1))
    stage.show(tree(2))
    #expect(log.value == ["1 true", "1 false", "2 true"])
  }

  @Test("a replacing row that reads its size gets it")
  func size() {
    func tree(_ keys: [Int]) -> Node {
      rows(keys) { key in SizeReader { size in Text("\(key): \(size.width)") } }
    }
    let stage = NodeStage(tree([1]))
    #expect(stage.rows == ["1: 20"])
    stage.show(tree([2]))
    #expect(stage.rows == ["2: 20"])
  }

  @Test("autofocus in a replacing row takes the focus")
  func takesFocus() {
    func tree(_ keys: [Int]) -> Node {
      Column {
        Button("first") {}.onFocusChange { log.value.append("first \($0)") }
        rows(keys) { key in
          Button("row \(key)") {}.autofocus().onFocusChange { log.value.append("\(key) \($0)") }
        }
      }.node
    }
    let stage = NodeStage(tree([1]))
    stage.terminal.send(.tab)
    log.value = []
    stage.show(tree([2]))
    #expect(log.value == ["2 true", "first false"] || log.value == ["first false", "2 true"])
  }
}
