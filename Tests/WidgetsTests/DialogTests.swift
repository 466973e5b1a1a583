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

  /// Two buttons over dots, which note every key that nobody used, with what is given over them.
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

  @Test("stands in the middle, and what is around it can be seen")
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

  @Test("is as wide as its title needs, if its content is narrower")
  func wideTitle() {
    let stage = NodeStage(
      columns: 20, rows: 3, Column { Dialog("A long title") { Text("x") } })
    #expect(
      stage.rows == [
        " ╭─ A long title ─╮", " │ x              │", " ╰────────────────╯",
      ])
  }

  @Test("one that is larger than the screen is cut to it, and scrolls")
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

  @Test("when the screen gets another size, it is in the middle again")
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

  @Test("when it goes, all is as it was")
  func goes() {
    let stage = NodeStage(columns: 20, rows: 7, page {})
    stage.show(page { dialog() })
    let drawn = stage.screen.host.drawnNodes
    stage.show(page {})
    #expect(stage.rows == plain)
    // What it covered, and the buttons between which the focus went: not the page.
    #expect(stage.screen.host.drawnNodes - drawn <= 9)
  }

  @Test("Escape closes it, also where its content has the focus; keys go no further")
  func keys() {
    let stage = NodeStage(columns: 20, rows: 7, page { dialog() })
    stage.terminal.send(.escape, .character("q"), .down, .tab)
    #expect(log.value == ["close"])
    #expect(!stage.screen.handle(.key(.control("c"))))
  }

  @Test("Enter meets a control inside, and never one below")
  func enter() {
    let stage = NodeStage(columns: 20, rows: 7, page { dialog() })
    stage.terminal.send(.enter)
    stage.terminal.send(.tab)
    stage.terminal.send(.enter)
    stage.terminal.send(.tab)
    stage.terminal.send(.enter)
    #expect(log.value == ["no", "yes", "no"])
  }

  @Test("without controls it keeps the keys, too")
  func withoutControls() {
    let stage = NodeStage(
      columns: 20, rows: 7,
      page { Dialog(onClose: { log.value.append("close") }) { Text("wait") } })
    stage.terminal.send(.enter, .character("x"), .tab, .enter, .escape)
    #expect(log.value == ["close"])
  }

  @Test("gives the focus back when it goes")
  func focusBack() {
    let stage = NodeStage(columns: 20, rows: 7, page {})
    stage.terminal.send(.tab)
    stage.show(page { dialog() })
    stage.show(page {})
    stage.terminal.send(.enter)
    #expect(log.value.last == "b")
  }

  @Test("clicks and the wheel meet nothing below, and a click beside it closes it if it says so")
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

  @Test("one that is shown by another stands over it, and gives it back the focus")
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

  @Test("one that is there with the one that shows it stands over it, too")
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

  @Test("written in a row of a list, it keeps the arrows and the clicks from the list")
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

  @Test("a list that scrolls under it, and is scrolled when it closes, has no holes")
  func overScrolledList() {
    func tree(_ isOpen: Bool, select: Int) -> Node {
      Column {
        List((0..<100).map(Line.init), select: select) { Text("this is line \($0.id)") }
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
  /// Counts turns of the wheel that reach the node.
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
