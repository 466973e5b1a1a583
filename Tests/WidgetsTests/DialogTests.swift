import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Dialog")
struct DialogTests {
  private let log = Captured<[String]>([])

  private func button(_ title: String) -> Button { Button(title) { log.value.append(title) } }

  private func dialog(_ title: String? = "Sure?", closesOnOutsideClick: Bool = false) -> Dialog {
    Dialog(
      title, closesOnOutsideClick: closesOnOutsideClick, onClose: { log.value.append("close") }
    ) {
      Row(gap: 1) {
        button("no")
        button("yes")
      }
    }
  }

  /// Two buttons above dots that log each unhandled key, with the given overlay.
  private func page(@NodeBuilder _ over: () -> Node) -> Node {
    Column {
      button("a")
      button("b")
      for _ in 0..<5 { Text(String(repeating: ".", count: 20)) }
      over()
    }
    .onKey { key in
      log.value.append("key \(key)")
      return false
    }
    .onClick { log.value.append("page") }
  }

  private let plain =
    ["‹a›", "‹b›"] + Array(repeating: String(repeating: ".", count: 20), count: 5)

  @Test("a dialog is centred, and the page around it stays visible")
  func centred() {
    let stage = NodeStage(columns: 20, rows: 7, page { dialog() })
    #expect(
      stage.rows == [
        "‹a›",
        "‹b›",
        "...╭─ Sure? ────╮...",
        "...│ ‹no› ‹yes› │...",
        "...╰────────────╯...",
        "....................",
        "....................",
      ])
  }

  @Test("a dialog with narrow content is as wide as its title")
  func wideTitle() {
    let stage = NodeStage(
      columns: 20, rows: 3, Column { Dialog("A long title") { Text("x") } })
    #expect(
      stage.rows == [
        " ╭─ A long title ─╮", " │ x              │", " ╰────────────────╯",
      ])
  }

  @Test("a dialog that is larger than the screen is cut to it, and scrolls")
  func tooLarge() {
    let stage = NodeStage(
      columns: 12, rows: 4,
      Column {
        Dialog("A title that is long") {
          Column { for line in 0..<9 { Text("line \(line) goes on").truncate().shrink(0) } }
        }
      })
    #expect(
      stage.rows == [
        "╭─ A tit… ─╮",
        "│ line 0…█ │",
        "│ line 1…│ │",
        "╰──────────╯",
      ])
    stage.terminal.send(.end)
    #expect(stage.rows[2] == "│ line 8…█ │")
  }

  @Test("a dialog is centred again when the screen is resized")
  func resized() {
    let stage = NodeStage(columns: 20, rows: 7, page { dialog(nil) })
    stage.terminal.resize(columns: 16, rows: 5)
    #expect(
      stage.rows == [
        "‹a›",
        "‹╭────────────╮",
        ".│ ‹no› ‹yes› │.",
        ".╰────────────╯",
        "................",
      ])
  }

  @Test("a dialog that is removed leaves the page as it was")
  func goes() {
    let stage = NodeStage(columns: 20, rows: 7, page {})
    stage.show(page { dialog() })
    let drawn = stage.screen.host.drawnNodes
    stage.show(page {})
    #expect(stage.rows == plain)
    // The covered rows and the buttons that lost and got the focus are drawn, not the whole page.
    #expect(stage.screen.host.drawnNodes - drawn <= 9)
  }

  @Test("Escape closes a dialog that has the focus, and other keys do not reach the page")
  func keys() {
    let stage = NodeStage(columns: 20, rows: 7, page { dialog() })
    stage.terminal.send(.escape, .character("q"), .down, .tab)
    #expect(log.value == ["close"])
    #expect(!stage.screen.handle(.key(.control("c"))))
  }

  @Test("Enter activates a control inside the dialog, never one below it")
  func enter() {
    let stage = NodeStage(columns: 20, rows: 7, page { dialog() })
    stage.terminal.send(.enter)
    stage.terminal.send(.tab)
    stage.terminal.send(.enter)
    stage.terminal.send(.tab)
    stage.terminal.send(.enter)
    #expect(log.value == ["no", "yes", "no"])
  }

  @Test("a dialog without controls keeps all keys")
  func withoutControls() {
    let stage = NodeStage(
      columns: 20, rows: 7,
      page { Dialog(onClose: { log.value.append("close") }) { Text("wait") } })
    stage.terminal.send(.enter, .character("x"), .tab, .enter, .escape)
    #expect(log.value == ["close"])
  }

  @Test("a dialog gives the focus back when it is removed")
  func focusBack() {
    let stage = NodeStage(columns: 20, rows: 7, page {})
    stage.terminal.send(.tab)
    stage.show(page { dialog() })
    stage.show(page {})
    stage.terminal.send(.enter)
    #expect(log.value.last == "b")
  }

  @Test(
    "a dialog blocks clicks and the wheel; with closesOnOutsideClick, a click beside it closes it")
  func clicks() {
    var wheels = 0
    func tree(_ closes: Bool) -> Node {
      Column { page { dialog(closesOnOutsideClick: closes) } }.onWheelForTest { wheels += 1 }
    }
    let stage = NodeStage(columns: 20, rows: 7, tree(false))
    stage.terminal.click(x: 1, y: 0)
    stage.terminal.click(x: 4, y: 2)
    stage.terminal.wheel(up: false, x: 1, y: 0)
    #expect(log.value == [])
    stage.show(tree(true))
    stage.terminal.click(x: 4, y: 2)
    stage.terminal.click(x: 15, y: 3)
    #expect(log.value == [])
    stage.terminal.click(x: 5, y: 3)
    #expect(log.value == ["no"])
    stage.terminal.click(x: 1, y: 0)
    #expect(log.value == ["no", "close"])
    #expect(wheels == 0)
  }

  @Test("a dialog opened by another dialog covers it, and gives the focus back to it")
  func nested() {
    struct Nested: Component {
      let log: Captured<[String]>
      @Local var depth = 0

      var body: Node {
        Column {
          Button("open") { depth = 1 }
          if depth > 0 {
            Dialog("outer", onClose: { depth = 0 }) {
              Button("more") { depth = 2 }
              if depth > 1 {
                Dialog(onClose: { depth = 1 }) { Button("in") { log.value.append("in") } }
              }
            }
          }
        }
      }
    }
    let stage = NodeStage(columns: 13, rows: 5, Nested(log: log))
    let outer = ["‹open›", "╭─ outer ─╮", "│ ‹more›  │", "╰─────────╯"]
    stage.terminal.send(.enter)
    #expect(stage.rows.map { $0.trimmed } == outer)
    stage.terminal.send(.enter)
    #expect(
      stage.rows == ["‹open›", " ╭─╭──────╮╮", " │ │ ‹in› ││", " ╰─╰──────╯╯"])
    stage.terminal.send(.enter)
    #expect(log.value == ["in"])
    stage.terminal.send(.escape)
    #expect(stage.rows.map { $0.trimmed } == outer)
    stage.terminal.send(.enter, .escape, .escape)
    #expect(stage.rows == ["‹open›"])
    stage.terminal.send(.enter)
    #expect(stage.rows.map { $0.trimmed } == outer)
  }

  @Test("a dialog that appears together with its outer dialog covers the outer one")
  func nestedFromTheStart() {
    let stage = NodeStage(
      columns: 13, rows: 5,
      Column {
        Dialog("outer", onClose: { log.value.append("outer") }) {
          Button("more") {}
          Dialog(onClose: { log.value.append("inner") }) { button("in") }
        }
      })
    #expect(stage.rows == ["", " ╭─╭──────╮╮", " │ │ ‹in› ││", " ╰─╰──────╯╯"])
    stage.terminal.send(.tab, .enter, .escape)
    stage.terminal.click(x: 5, y: 2)
    #expect(log.value == ["in", "inner", "in"])
  }

  @Test("a dialog inside a list row keeps keys, clicks and the wheel from the list")
  func inList() {
    func tree(_ open: Int?) -> Node {
      Column {
        List((0..<100).map(Line.init)) { line in
          Text("line \(line.id)")
          if line.id == open { Dialog { Text("?") } }
        }
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 4, tree(nil))
    stage.terminal.send(.down)
    stage.show(tree(0))
    stage.terminal.send(.down, .pageDown)
    stage.terminal.click(x: 0, y: 0)
    stage.terminal.wheel(up: false, x: 0, y: 0)
    stage.show(tree(nil))
    #expect(stage.rows == ["  line 0", "› line 1", "  line 2", "  line 3"])
    stage.terminal.send(.down)
    #expect(stage.rows[2] == "› line 2")
  }

  @Test("a list that scrolls below a dialog and at its close is drawn without holes")
  func overScrolledList() {
    func tree(_ isOpen: Bool, select: Int) -> Node {
      Column {
        List((0..<100).map(Line.init)) { Text("this is line \($0.id)") }.select(select)
        if isOpen { Dialog("Wait") { Text("a word") } }
      }.node
    }
    let stage = NodeStage(columns: 20, rows: 8, tree(false, select: 0))
    let fresh = NodeStage(columns: 20, rows: 8, tree(false, select: 0))
    for (isOpen, select) in [
      (true, 0), (true, 9), (true, 10), (false, 11), (true, 30), (true, 31), (false, 29), (true, 3),
    ] {
      stage.show(tree(isOpen, select: select))
      fresh.show(tree(isOpen, select: select))
      fresh.screen.host.damage.add(fresh.screen.host.screen)
      fresh.screen.repaint()
      fresh.screen.drawFrame()
      #expect(stage.rows == fresh.rows)
      #expect(stage.rows.contains { $0.contains("a word") } == isOpen)
    }
  }
}

struct Line: Identifiable, Equatable {
  let id: Int
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

extension NodeConvertible {
  /// Calls the closure for each wheel event that reaches the node.
  fileprivate func onWheelForTest(_ turned: @escaping @MainActor () -> Void) -> Node {
    let handlers = Handlers {
      $0.wheel = { _, _ in
        turned()
        return true
      }
    }
    return Node(Element(Container(), handlers: handlers, children: [node]))
  }
}
