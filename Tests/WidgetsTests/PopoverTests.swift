import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Popover")
struct PopoverTests {
  private let log = Captured<[String]>([])

  /// A button with a menu, at a position on a page of dots.
  private func page(
    x: Int = 2, y: Int = 0, isShown: Bool = true, rows: Int = 8, items: [String] = ["one", "two"]
  ) -> Node {
    Column {
      for _ in 0..<rows { Text(String(repeating: ".", count: 16)) }
      Button("menu") { log.value.append("menu") }
        .absolute(left: .cells(Double(x)), top: .cells(Double(y)))
        .popover(isShown, onClose: { log.value.append("close") }) {
          for (index, item) in items.enumerated() {
            Button(item) { log.value.append(item) }.autofocus(index == 0).key(index)
          }
        }
    }
    .onKey { key in
      log.value.append("key \(key)")
      return false
    }
    .onClick { log.value.append("page") }
  }

  @Test("a popover is shown below its anchor, and is opaque")
  func below() {
    let stage = NodeStage(columns: 16, rows: 6, page())
    #expect(
      stage.rows == [
        "..‹menu›........",
        "..╭───────╮.....",
        "..│ ‹one› │.....",
        "..│ ‹two› │.....",
        "..╰───────╯.....",
        "................",
      ])
    stage.show(page(isShown: false))
    #expect(stage.rows[1...] == Array(repeating: "................", count: 5)[...])
  }

  @Test("a popover is shown above its anchor if there is more room than below")
  func above() {
    let stage = NodeStage(columns: 16, rows: 7, page(y: 5))
    #expect(
      stage.rows == [
        "................",
        "..╭───────╮.....",
        "..│ ‹one› │.....",
        "..│ ‹two› │.....",
        "..╰───────╯.....",
        "..‹menu›........",
        "................",
      ])
  }

  @Test("a popover moves left to stay on the screen, and covers its anchor as the last resort")
  func pushed() {
    let stage = NodeStage(columns: 16, rows: 5, page(x: 12, y: 1))
    #expect(
      stage.rows == [
        "................",
        ".......╭───────╮",
        ".......│ ‹one› │",
        ".......│ ‹two› │",
        ".......╰───────╯",
      ])
  }

  @Test("a popover is never larger than the screen")
  func tooLarge() {
    let stage = NodeStage(
      columns: 8, rows: 4, page(rows: 4, items: ["a long item", "b", "c", "d", "e"]))
    #expect(stage.rows == ["╭──────╮", "│ ‹a l │", "│ ‹b›  │", "╰──────╯"])
  }

  @Test("a popover follows its anchor, also when the screen is resized")
  func follows() {
    let stage = NodeStage(columns: 16, rows: 7, page())
    for (x, y) in [(4, 1), (0, 6), (14, 3), (2, 0)] {
      stage.show(page(x: x, y: y))
      #expect(stage.rows == NodeStage(columns: 16, rows: 7, page(x: x, y: y)).rows)
    }
    stage.show(page(x: 6, y: 2))
    stage.terminal.resize(columns: 12, rows: 5)
    #expect(stage.rows == NodeStage(columns: 12, rows: 5, page(x: 6, y: 2)).rows)
  }

  @Test("a popover follows the row of a scrolled list, and disappears with it")
  func scrolls() {
    func hint(_ line: Int) -> Node {
      List((0..<100).map(Line.init)) { item in
        Text("line \(item.id)").popover(item.id == line) { Text("hint") }
      }.node
    }
    let stage = NodeStage(columns: 14, rows: 10, hint(3))
    #expect(stage.rows[3...6] == ["  line 3", "  ╭──────╮", "  │ hint │", "  ╰──────╯"])
    stage.terminal.wheel(up: false, x: 0, y: 0)
    #expect(stage.rows[0...3] == ["  line 3", "  ╭──────╮", "  │ hint │", "  ╰──────╯"])
    #expect(stage.rows[4] == "  line 7")
    stage.terminal.wheel(up: false, x: 0, y: 0)
    #expect(stage.rows == (6..<16).map { "  line \($0)" })
  }

  @Test("Escape inside a popover closes it, and keys pressed in it do not leave it")
  func keys() {
    let stage = NodeStage(columns: 16, rows: 6, page())
    stage.terminal.send(.enter, .down, .enter, .character("x"), .escape)
    #expect(log.value == ["one", "two", "close"])
  }

  @Test(
    "a click outside closes a popover and takes effect; one inside or on the anchor keeps it open")
  func clicks() {
    let stage = NodeStage(columns: 16, rows: 7, page())
    stage.terminal.click(x: 5, y: 3)
    stage.terminal.click(x: 3, y: 1)
    stage.terminal.click(x: 3, y: 0)
    #expect(log.value == ["two", "menu"])
    stage.terminal.click(x: 15, y: 5)
    #expect(log.value == ["two", "menu", "close", "page"])
  }

  @Test("a popover takes the focus only with autofocus, and gives it back")
  func focus() {
    func tree(_ isShown: Bool, _ takesFocus: Bool) -> Node {
      Column {
        Button("a") { log.value.append("a") }
        Button("b") { log.value.append("b") }.popover(isShown) {
          Button("m") { log.value.append("m") }.autofocus(takesFocus)
        }
      }.node
    }
    let stage = NodeStage(tree(false, false))
    stage.show(tree(true, false))
    stage.terminal.send(.enter)
    stage.show(tree(false, true))
    stage.show(tree(true, true))
    stage.terminal.send(.enter)
    stage.show(tree(false, true))
    stage.terminal.send(.enter)
    #expect(log.value == ["a", "m", "a"])
  }

  @Test("a popover changes neither its anchor's layout nor the anchor's modifiers")
  func layout() {
    func tree(_ isShown: Bool) -> Node {
      Row {
        Text("ab").popover(isShown) { Text("x") }.grow()
        Text("cd")
      }.node
    }
    let stage = NodeStage(columns: 8, rows: 4, tree(false))
    #expect(stage.rows == ["ab    cd"])
    stage.show(tree(true))
    #expect(stage.rows == ["ab    cd", "╭───╮", "│ x │", "╰───╯"])
  }

  @Test("a popover in a dialog covers the dialog, and gives the focus back to it")
  func inDialog() {
    struct Asking: Component {
      @Local var isOpen = false
      var body: Node {
        Column {
          Dialog("Sort") {
            Button("by") { isOpen = true }.popover(isOpen, onClose: { isOpen = false }) {
              Button("age") { isOpen = false }.autofocus()
            }
          }
        }
      }
    }
    let stage = NodeStage(columns: 20, rows: 9, Asking())
    let dialog = ["", "", "", "     ╭─ Sort ─╮", "     │ ‹by›   │", "     ╰────────╯"]
    #expect(stage.rows == dialog)
    stage.terminal.send(.enter)
    #expect(
      stage.rows[3...] == [
        "     ╭─ Sort ─╮",
        "     │ ‹by›   │",
        "     ╰─╭───────╮",
        "       │ ‹age› │",
        "       ╰───────╯",
      ])
    stage.terminal.send(.enter)
    #expect(stage.rows == dialog)
    stage.terminal.send(.enter)
    stage.terminal.send(.escape)
    #expect(stage.rows == dialog)
  }

  @Test("a node with a popover keeps its identity by key")
  func keyed() {
    struct Counter: Component {
      @Local var count = 0
      var body: Node { Button("\(count)") { count += 1 } }
    }
    func tree(_ keys: [Int]) -> Node {
      Column { for key in keys { Counter().key(key).popover(key == 1) { Text("\(key)") } } }.node
    }
    let stage = NodeStage(columns: 8, rows: 6, tree([1, 2]))
    stage.terminal.send(.enter)
    stage.show(tree([2, 1]))
    #expect(stage.rows == ["‹0›", "‹1›", "╭───╮", "│ 1 │", "╰───╯"])
  }
}
